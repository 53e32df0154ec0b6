import { PLAIN_MODE } from "../model/patch/file-mode.ts";
import {
  hasOtherMode,
  isText,
  type Leftover,
  type MadeFile,
  type ReadDifference,
} from "./verified-tree.ts";

/** The differences of a tree, parted by accepted actions. */
interface Parted {
  /** Those that accepted actions make, byte by byte. */
  readonly accepted: number;
  readonly left: readonly Leftover[];
}

/** Parts differences: each with the text that accepted actions make is accounted for. */
export function findLeftovers(
  differences: readonly ReadDifference[],
  texts: ReadonlyMap<string, MadeFile>,
): Parted {
  const left = differences.flatMap((difference) => leftoverOf(difference, texts));
  return { accepted: differences.length - left.length, left };
}

function leftoverOf(
  difference: ReadDifference,
  texts: ReadonlyMap<string, MadeFile>,
): readonly Leftover[] {
  const { path, before, after } = difference;
  const made = texts.get(path);
  if (made === undefined || !isText(before) || !isText(after)) return [faulty(difference)];
  const mode = made.hash === null ? undefined : (made.mode ?? before.mode ?? PLAIN_MODE);
  const expected = { ...made, mode };
  const isEqual = made.hash === after.hash;
  if (isEqual && !hasOtherMode(expected, after)) return [];
  return [{ ...difference, kind: isEqual ? "mode" : difference.kind, before: expected }];
}

/** Says why a difference cannot be judged, if one of its sides is no text. */
function faulty(difference: ReadDifference): Leftover {
  const side = [difference.after, difference.before].find((one) => !isText(one));
  return side === undefined || isText(side) ? difference : { ...difference, fault: side.fault };
}

/** Returns the leftover of a path whose staged text nobody has looked at. */
export function stagedLeftover(path: string): Leftover {
  const fault =
    "is staged with another text than lies in the work tree: stage it again, or unstage it";
  return { path, kind: "staged", before: { fault }, after: { fault }, fault };
}
