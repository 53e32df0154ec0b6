import type { LeftAlone } from "../../model/left-alone.ts";
import type { CallSkip } from "../ast-edit/search/search-shapes.ts";
import type { Move } from "./find-moves.ts";
import type { ShadowChange } from "./shadow.ts";

/** The changes of a command that may be proposed, and the files of the others. */
interface TakenHeld {
  readonly own: readonly ShadowChange[];
  readonly held: readonly CallSkip[];
}

/**
 * Takes out the changes of files that the step leaves alone (X1), and of the other half of their moves: a new file
 * beside the old one would be a copy.
 */
export function takeHeld(
  changes: readonly ShadowChange[],
  moves: readonly Move[],
  leftAlone: LeftAlone | undefined,
): TakenHeld {
  const details = new Map<string, string>();
  const note = (path: string, detail: string | undefined) => {
    if (detail !== undefined && !details.has(path)) details.set(path, detail);
  };
  for (const { path } of changes) note(path, leftAlone?.whyOf(path));
  for (const { from, to } of moves) {
    const [ofFrom, ofTo] = [details.get(from), details.get(to)];
    note(to, ofFrom && `moved from ${from}: ${ofFrom}`);
    note(from, ofTo && `moved to ${to}: ${ofTo}`);
  }
  return {
    own: changes.filter(({ path }) => !details.has(path)),
    held: [...details].map(([path, detail]) => ({ path, why: "held-before", detail })),
  };
}
