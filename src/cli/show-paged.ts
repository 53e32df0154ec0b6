import type { Pieces } from "../report/reporter.ts";
import { asciiText } from "../report/terminal/marks.ts";
import type { CliWorld } from "./cli-world.ts";
import { pagerOf } from "./pager-of.ts";

/** Shows the product of a command to people: in their pager on a terminal, else on standard output. */
export async function showText(
  text: string,
  isPagerWanted: boolean,
  world: CliWorld,
): Promise<void> {
  const pager = pagerOf(isPagerWanted, world);
  if (pager === undefined || !(await showPaged([text], pager, world))) world.stdout.write(text);
}

/** Shows text in a pager until its reader leaves it; false if it could not be shown, or the pager failed. */
export async function showPaged(
  pieces: Pieces,
  command: string,
  { stdout, interrupted }: CliWorld,
): Promise<boolean> {
  if (interrupted.aborted) return false; // No person waits for a pager.
  const pager = await stdout.page?.(command);
  if (pager === undefined) return false;
  // A pager takes Ctrl-C as its own; any other signal ends it, too.
  const onAbort = () => interrupted.reason !== 130 && pager.stop();
  interrupted.addEventListener("abort", onAbort, { once: true });
  for (const text of pieces) {
    if (!pager.isOpen()) break;
    await pager.write(stdout.isPlain ? asciiText(text) : text);
  }
  return pager.end();
}
