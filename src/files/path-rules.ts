import { rootFault, toPosix } from "../shared/paths/posix-path.ts";

/** What is asked of a name: the rules are stricter for what a run would make than for what is there. */
type PathUse =
  /** Somebody named it, to look at it. */
  | "read"
  /** It was found in the tree, and is to be edited: git allows line ends in names. */
  | "edit"
  /** It does not exist yet, and is to be written: it must be a name on every system. */
  | "create";

/** How {@link pathRuleFault} judges. */
export interface PathRuleOptions {
  /** Default: `read`. */
  readonly use?: PathUse;
  /** On Windows some names mean something else than a file. Default: that of this process. */
  readonly platform?: NodeJS.Platform;
}

/** What file systems allow; bytes. */
const MAX_NAME = 255;
const MAX_PATH = 4096;

/**
 * Why a path must not be used below any root, in words that follow it; undefined where its name says nothing
 * against it (F10). Pure: looks at the name only, so that a plan that somebody forged can be judged by it.
 * Whether a scope contains it, and where it leads on the disk, is for the gate to say (gate.ts).
 */
export function pathRuleFault(
  path: string,
  { use = "read", platform = process.platform }: PathRuleOptions = {},
): string | undefined {
  const fault = rootFault(path) ?? characterFault(path, use) ?? lengthFault(path);
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

/** Control characters could also make another message of a message that names the path. */
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
 * A folder that no scope contains, in any case, and as Windows and its short names know it too: with dots,
 * spaces or a stream behind it. Git refuses these for `.git` on every system, because a tree is shared.
 */
const RESERVED = /(^|\/)(\.git|git~1|\.sluice|sluice~1)[. ]*(:[^/]*)?(\/|$)/iu;

/** Characters that the file system of macOS leaves out when it compares names. */
const LEFT_OUT = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/;

/** Whether a path is in a folder that no scope contains: `.git` or `.sluice`, at any depth, in any disguise. */
export function isReserved(path: string): boolean {
  if (RESERVED.test(path)) return true;
  return LEFT_OUT.test(path) && RESERVED.test(path.replace(new RegExp(LEFT_OUT, "g"), ""));
}

/** Whether a path is in `node_modules`, at any depth: that is never edited, tracked or not (A10). */
export function isDependency(path: string): boolean {
  return /(^|\/)node_modules\//.test(path);
}

/** Folders in which a file is a door to the system. */
const SYSTEM = /^\/(proc|sys|dev(?!\/shm(\/|$)))(\/|$)/;

/**
 * Why nothing may be edited below a root, in words that follow it; `real` is where it leads, absolute.
 * `/` is refused because it has the folders of the system in it. `/dev/shm` holds files like any other.
 */
export function rootRuleFault(real: string): string | undefined {
  const path = toPosix(real);
  if (isReserved(path)) return "is inside of `.git` or `.sluice`, where nothing is edited";
  if (SYSTEM.test(path)) return "is in a folder of the system, where files are no files";
  if (/^([A-Za-z]:)?\/*$/.test(path)) return "is a whole disk; name a folder on it";
  return undefined;
}
