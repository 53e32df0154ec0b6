import { waitForSignal } from "../../shared/process/wait-for-signal.ts";

/**
 * A text on a forge that several jobs write, each its part. The forge has no write that fails if another one was first.
 */
export interface SharedText<Version extends { readonly body: string }> {
  /** Reads all versions, the oldest first: two jobs may each have made a first one. */
  read(): Promise<readonly Version[]>;
  /** Takes the place of the newest one, or makes a first one. `part`: there is more to write at once. */
  write(newest: Version | undefined, text: string): Promise<"whole" | "part">;
  /** Returns the text with one's own part in it; undefined to leave it as it is. */
  textOf(found: readonly Version[]): string | undefined | Promise<string | undefined>;
  /** True if all that belongs to the text is there, too. Default: nothing does. */
  isWhole?(newest: Version): Promise<boolean>;
}

/** The time of a job that writes with others. */
export interface TurnTimes {
  readonly after: (milliseconds: number) => AbortSignal;
  readonly interrupted: AbortSignal;
  /**
   * From 0; two jobs that write at the same moment have different ones, as far as possible. Undefined: nobody else
   * writes.
   */
  readonly turn: number | undefined;
}

/** Milliseconds after which a text is read again before it is written. */
const FRESH = 2000;
/** Milliseconds after a write in which others that had read before it may write: more than `FRESH` and a write take. */
const SETTLED = 4000;
/** Milliseconds between the turns of jobs that have met: one of them reads and writes in it. */
const TURN = 2000;
/** Milliseconds between the parts of what one job writes: what it reads before each is fresh then. */
const PART = 1000;
const [TURNS, ATTEMPTS] = [16, 8];

/** The end of writing together. `lost`: others wrote at the same time, again and again. */
export type TogetherOutcome = "there" | "left" | "lost";

/**
 * Writes one's own part until it is there after a time in which others may have written over it. Jobs that meet once
 * take turns from then on. A job never writes what it read long ago.
 */
export async function writeTogether<Version extends { readonly body: string }>(
  shared: SharedText<Version>,
  { after, interrupted, turn }: TurnTimes,
): Promise<TogetherOutcome> {
  let writes = 0;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const old = after(FRESH);
    const found = await shared.read();
    const text = await shared.textOf(found);
    if (text === undefined) return "left";
    const newest = found.at(-1);
    const isThere = newest !== undefined && isSameText(newest.body, text);
    if (isThere && (await shared.isWhole?.(newest)) !== false) return "there";
    if (old.aborted) continue;
    if ((await shared.write(newest, text)) === "part") {
      attempt -= 1;
      await waitForSignal(after(PART), interrupted);
      continue;
    }
    if (turn === undefined) return "there";
    const wait = SETTLED + (writes === 0 ? 0 : (turn % TURNS) * TURN);
    writes += 1;
    await waitForSignal(after(wait), interrupted);
  }
  return "lost";
}

/** True if a forge would show two texts as the same. */
export function isSameText(a: string, b: string): boolean {
  return a.replaceAll("\r\n", "\n").trimEnd() === b.trimEnd();
}
