import { LEFT_OUT } from "../shared/paths/folded-path.ts";
import { foundFault, rootFault, toPosix } from "../shared/paths/posix-path.ts";

/** The use of a name: the rules are stricter for a file that a run would create than for one that exists. */
type PathUse =
  /** A user, a recipe or a model named it, to read it. */
  | "read"
  /** It was found in the tree, and is going to be edited: git allows line ends in names. */
  | "edit"
  /** It does not exist yet, and is going to be written: it must be a valid name on every system. */
  | "create";

/** Settings of {@link pathRuleFault}. */
export interface PathRuleOptions {
  /** Default: `read`. */
  readonly use?: PathUse;
  /** On Windows some names mean something other than a file. Default: the platform of this process. */
  readonly platform?: NodeJS.Platform;
}

/** The limits of file systems; bytes. */
const MAX_NAME = 255;
const MAX_PATH = 4096;

/**
 * Returns the reason why a path must not be used below any root, in words that follow it; undefined if its name is
 * accepted (F10). Pure: judges the name only, so that a forged plan can be judged by it. The gate checks the scope, and
 * the target on the disk (gate.ts).
 */
export function pathRuleFault(
  path: string,
  { use = "read", platform = process.platform }: PathRuleOptions = {},
): string | undefined {
  const named = use === "edit" ? foundFault(path, platform) : rootFault(path);
  const fault = named ?? characterFault(path, use) ?? lengthFault(path);
  if (fault !== undefined) return fault;
  if (isReserved(path)) return "is in `.git` or `.sluice`, which no scope contains";
  if (use !== "read" && isDependency(`${path}/`))
    return "is in `node_modules`, which is never edited";
  const names = path.split("/");
  const isWindows = platform === "win32";
  if ((isWindows || use === "create") && names.some((name) => DEVICE.test(name)))
    return "is the name of a device on Windows";
  if (!isWindows) return undefined;
  if (names.some((name) => name.includes(":"))) return "names a stream of a file";
  if (names.some((name) => /[. ]$/.test(name) && name !== "."))
    return "has a name that ends with a dot or a space, which Windows leaves out";
  return undefined;
}

/** With a control character in it, a path could turn the message that names it into another message. */
function characterFault(path: string, use: PathUse): string | undefined {
  if (use !== "edit" && /\p{Cc}/u.test(path)) return "contains a control character";
  return /\p{Cs}|\uFFFD/u.test(path) ? "is not valid Unicode" : undefined;
}

function lengthFault(path: string): string | undefined {
  if (Buffer.byteLength(path) > MAX_PATH) return `is longer than ${MAX_PATH} bytes`;
  const isLong = path.split("/").some((name) => Buffer.byteLength(name) > MAX_NAME);
  return isLong ? `has a name of more than ${MAX_NAME} bytes` : undefined;
}

/** With any extension, and with the spaces that Windows leaves out: `aux.c`, `COM1 .txt`; `¹` counts as a digit. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\.|:|$)/i;

/**
 * A folder that is outside of every scope, in any case, and in the forms that Windows and its short names accept: with
 * dots, spaces or a stream after it. Git refuses these for `.git` on every system, because a tree is shared.
 */
const RESERVED = /(^|\/)(\.git|git~1|\.sluice|sluice~1)[. ]*(:[^/]*)?(\/|$)/iu;

/** True if a path is in a folder that is outside of every scope: `.git` or `.sluice`, at any depth, in any disguise. */
export function isReserved(path: string): boolean {
  if (RESERVED.test(path)) return true;
  return LEFT_OUT.test(path) && RESERVED.test(path.replace(new RegExp(LEFT_OUT, "g"), ""));
}

/** A folder of dependencies, in any case and in the forms that Windows accepts, as above. */
const DEPENDENCY = /(^|\/)node_modules[. ]*(:[^/]*)?\//iu;

/** True if a path is in `node_modules`, at any depth: it is never edited, tracked or not (A10). */
export function isDependency(path: string): boolean {
  return DEPENDENCY.test(path);
}

/**
 * True if a file below a root is too long for the system, or so long that no temporary file fits beside it, so that it
 * could be read and not be edited.
 */
export function isTooLong(root: string, path: string): boolean {
  if (3 * (root.length + path.length) + TEMPORARY_NAME < MAX_PATH) return false; // At most so many bytes.
  const name = path.slice(path.lastIndexOf("/") + 1);
  const folder = Buffer.byteLength(root) + 1 + Buffer.byteLength(path) - Buffer.byteLength(name);
  // One byte is the end of the path for the system.
  return folder + Math.max(Buffer.byteLength(name), TEMPORARY_NAME) >= MAX_PATH;
}

/** The longest name of a temporary file (apply/disk/file-write.ts); bytes. */
const TEMPORARY_NAME = 160;

/** Folders in which files are interfaces of the system. */
const SYSTEM = /^\/(proc|sys|dev(?!\/shm(\/|$)))(\/|$)/;

/**
 * Returns the reason why nothing may be edited below a root, in words that follow it; `real` is its target, absolute.
 * `/` is refused because it contains the folders of the system; `/dev/shm` holds files like any other folder.
 */
export function rootRuleFault(real: string): string | undefined {
  const path = toPosix(real);
  if (isReserved(path)) return "is inside of `.git` or `.sluice`, where nothing is edited";
  if (SYSTEM.test(path))
    return "is in a folder of the system, whose files are interfaces of the system";
  if (/^([A-Za-z]:)?\/*$/.test(path)) return "is a whole disk; name a folder on it";
  return undefined;
}
