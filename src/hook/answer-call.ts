import { readStream } from "../files/read-stream.ts";
import type { Report } from "../model/report/report.ts";
import type { World } from "../model/world.ts";
import type { OptionsOf } from "../request/options/read-options.ts";
import type { AgentId } from "./call/agents.ts";
import { briefVerdict, deny, type Verdict } from "./call/brief-verdict.ts";
import type { LoadRun } from "./call/load-run.ts";
import { MOST_BYTES, readCall } from "./call/read-call.ts";
import { rootOfHook } from "./call/root-of-hook.ts";
import { patchOfCall } from "./judge/patch-of-call.ts";
import { reasonOfReport } from "./judge/reason-of-report.ts";
import { runProposal } from "./judge/run-proposal.ts";

/** The options of `sluice hook` that the judge gets. */
interface HookOptions extends Pick<OptionsOf<"hook">, "root" | "policy" | "trust" | "base"> {}

/** What answers a call. */
export interface HookRequest extends HookOptions {
  readonly agent: AgentId;
  readonly loadRun: LoadRun;
}

/** Answers the call of an agent on standard input. Whatever cannot be judged is denied. */
export async function answerCall(
  { agent, loadRun, ...options }: HookRequest,
  world: World,
  stopped: AbortSignal,
): Promise<Verdict> {
  const stream = world.standardInput?.();
  if (stream === undefined) return deny("There is no call on standard input.", INPUT);
  const read = await readStream(stream, MOST_BYTES, stopped);
  if (read.kind === "stopped") return deny("The time was up before the call was read.", INPUT);
  if (read.kind === "too-large")
    return deny(`The call has more than ${MOST_BYTES} bytes.`, "Make several smaller edits of it.");
  if (read.kind === "unreadable") return deny(`The call cannot be read (${read.why}).`, INPUT);
  const call = readCall(agent, read.bytes);
  const folders = { root: rootOfHook(options.root, world.cwd, call), cwd: world.cwd };
  const brief = briefVerdict(call, folders);
  if (brief !== undefined || call.kind === "other" || call.kind === "fault")
    return brief ?? { kind: "none" };
  const patch = await patchOfCall(call, folders);
  if (patch.kind === "none") return { kind: "none" };
  if (patch.kind === "fault") return deny(patch.why, patch.remedy);
  const report = await judge(
    patch.text,
    { ...options, root: folders.root, loadRun },
    world,
    stopped,
  );
  const reason = reasonOfReport(report);
  return reason === undefined ? { kind: "none" } : { kind: "deny", reason: `Sluice: ${reason}` };
}

const INPUT = "An agent calls this command: see docs/agents.md.";

/** Previews a patch of a model as `sluice propose --dry-run` does. Keeps nothing. */
function judge(
  text: string,
  { loadRun, ...options }: Omit<HookRequest, "agent">,
  world: World,
  timedOut: AbortSignal,
): Promise<Report> {
  const proposal = { name: "The edit", text, by: "model" } as const;
  const proposed = { command: "preview", proposal, options, fields: { cache: false } } as const;
  return runProposal(proposed, loadRun, { ...world, timedOut, keepsCache: false });
}
