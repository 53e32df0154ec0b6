import { parseClass } from "../glob/character-class.ts";
import { findGroups } from "../glob/find-groups.ts";

/** True if the text has glob syntax; otherwise it names one file or folder. */
export function isGlob(text: string): boolean {
  return firstSyntax(text) !== undefined;
}

/** Returns the folder that holds everything a glob can match, "" for the root; for a name the name itself. */
export function globBase(path: string): string {
  const end = firstSyntax(path);
  if (end === undefined) return path;
  const folder = path.slice(0, path.lastIndexOf("/", end) + 1).replace(/^(?:\.\/)+/, "");
  return (folder === "/" ? folder : folder.replace(/\/$/, "")).replaceAll("\\", "");
}

/** Returns the offset of the first wildcard, class or group. */
function firstSyntax(glob: string): number | undefined {
  if (!/[*?[({]/.test(glob)) return undefined;
  const groups = findGroups(glob, (at) => parseClass(glob, at)?.end);
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at] ?? "";
    if (character === "\\") at += 1;
    else if (character === "*" || character === "?" || groups.has(at)) return at;
    else if (character === "[" && parseClass(glob, at) !== undefined) return at;
  }
  return undefined;
}
