import { isDependency, isReserved } from "../files/scope.ts";
import { tidyPath } from "../shared/posix-path.ts";

/** Longer than any path that a file system takes. */
const MAX_PATH = 4096;

/** Names that Windows gives to devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/**
 * Why a plan may not name a path, in words that follow it; undefined where it may. A path that is there
 * and that one that is new have the same rules, but that nobody makes a name that some system cannot have.
 * Pure: what stands there is for others to look at.
 */
export function plannedPathFault(
  path: string,
  { isNew }: { readonly isNew: boolean },
): string | undefined {
  if (path === "") return "is empty";
  if (path.length > MAX_PATH) return `is longer than ${MAX_PATH} characters`;
  if (/\p{Cc}/u.test(path)) return "contains a control character";
  if (/\p{Cs}|\uFFFD/u.test(path)) return "is not valid Unicode";
  if (path.includes("\\")) return "contains a backslash";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "is absolute";
  const names = path.split("/");
  if (names.includes("..")) return "leaves the root or could: it has `..`";
  if (tidyPath(path) !== path) return "is not written in its shortest form";
  if (isReserved(path) || names.some(isShortNameOfGit))
    return "is in `.git` or `.sluice`, which no scope contains";
  if (isDependency(path) || names.at(-1) === "node_modules")
    return "is in `node_modules`, which is never edited";
  return isNew && names.some(isNoNameEverywhere)
    ? "has a name that not every system can have"
    : undefined;
}

/** What `.git` is also reached by where short names are made, or where trailing dots and blanks are dropped. */
function isShortNameOfGit(name: string): boolean {
  return /^(git~\d|\.(git|sluice)[. ]+)$/i.test(name) || /^\.(git|sluice):/i.test(name);
}

function isNoNameEverywhere(name: string): boolean {
  return DEVICE.test(name) || /[. ]$/.test(name) || /[<>:"|?*]/.test(name);
}
