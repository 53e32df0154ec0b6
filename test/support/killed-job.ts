import {
  deedOf,
  type ForgeCall,
  type ForgeServer,
  isOfGit,
  isWrite,
} from "./forge/forge-server.ts";

/**
 * The moment of a job's death: at its nth call or write, git's calls among them; before the deed is done, or after it,
 * with the answer lost.
 */
export type KillPoint = {
  readonly isDone: boolean;
  /** Is awaited at that moment: what others do. */
  readonly meanwhile?: () => Promise<unknown>;
  /** The answer is lost, or only late, and the job lives. Default: it dies. */
  readonly answer?: "lost" | "late";
} & ({ readonly call: number } | { readonly write: number });

/** What reached the server of a job that was killed or not. */
export interface KilledJob {
  /** The deeds that reached the server, in order. */
  readonly deeds: readonly string[];
  readonly writes: readonly string[];
  /** The call of its kill point; undefined if it ended before. */
  readonly killedAt: string | undefined;
}

/** A job by its own token, if others run at the same time. */
export interface KillableJob<Ran> {
  readonly token?: string;
  readonly run: (interrupted: AbortSignal) => Promise<Ran>;
}

/**
 * Runs a job that dies at a call: the connection breaks, and no call and no push comes after it. Nothing may reach the
 * server later.
 */
export async function runKilled<Ran>(
  forge: ForgeServer,
  { run, token }: KillableJob<Ran>,
  kill?: KillPoint,
): Promise<KilledJob & { readonly ran: Ran }> {
  const death = new AbortController();
  const calls: ForgeCall[] = [];
  let killedAt: string | undefined;
  const { around } = forge;
  forge.around = async (call, answer) => {
    if (token !== undefined && tokenOf(call) !== token) return answer();
    calls.push(call);
    if (death.signal.aborted) {
      // Git asks again if its connection breaks, and a question may have been on its way.
      if (isWrite(call) && !isOfGit(call)) throw new Error(`A dead job called ${deedOf(call)}.`);
      return BROKEN;
    }
    if (kill === undefined || killedAt !== undefined || !isReached(kill, calls)) return answer();
    killedAt = deedOf(call);
    const reply = kill.isDone ? await answer() : undefined;
    await kill.meanwhile?.();
    if (kill.answer === "late") return reply ?? answer();
    if (kill.answer === undefined) death.abort(130);
    return BROKEN;
  };
  const ran = await run(death.signal);
  forge.around = around;
  return { ran, deeds: calls.map(deedOf), writes: calls.filter(isWrite).map(deedOf), killedAt };
}

const BROKEN = { status: 0, breaks: true } as const;

function isReached(kill: KillPoint, calls: readonly ForgeCall[]): boolean {
  if ("call" in kill) return calls.length === kill.call;
  const last = calls.at(-1);
  return last !== undefined && isWrite(last) && calls.filter(isWrite).length === kill.write;
}

/** Git has it as the password. */
function tokenOf({ headers: { authorization = "" } }: ForgeCall): string {
  const [kind, sent = ""] = authorization.split(" ");
  if (kind !== "Basic") return sent;
  return Buffer.from(sent, "base64").toString().split(":")[1] ?? "";
}
