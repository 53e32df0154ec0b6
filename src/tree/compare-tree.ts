import { decodeText } from "../files/decode-text.ts";
import { findWayTo } from "../files/way-to.ts";
import type { Workspace } from "../model/workspace.ts";
import type { BaseText } from "../plan-file/compose-changes.ts";
import { sha256 } from "../shared/sha256.ts";
import { NO_LISTING } from "./no-listing.ts";
import { createOverlayWorkspace } from "./overlay-workspace.ts";

/** A file that differs from what is expected. */
export interface DifferingFile {
  readonly path: string;
  /** sha256; null if no file was expected. */
  readonly expected: string | null;
  /** The difference, in words that follow the path. */
  readonly found: string;
  /** True if it is as the changes would leave it. */
  readonly isDone: boolean;
}

/** What else is compared. */
interface Comparing {
  readonly keepsTexts: boolean;
  /** The hashes of files as the changes leave them. */
  readonly after?: ReadonlyMap<string, string | null>;
}

/**
 * Compares files on the disk with their expected hashes, null for files that must not exist. Follows no link. `bases`
 * has the files that are as expected, with their texts if `keepsTexts`.
 */
export async function compareTree(
  root: string,
  expected: ReadonlyMap<string, string | null>,
  { keepsTexts, after }: Comparing,
): Promise<{
  readonly moved: readonly DifferingFile[];
  readonly bases: ReadonlyMap<string, BaseText>;
}> {
  const workspace = createOverlayWorkspace(root, NO_LISTING);
  const moved: DifferingFile[] = [];
  const bases = new Map<string, BaseText>();
  for (const [path, hash] of expected) {
    // Most files are as expected, and need no other check.
    const read = hash === null ? undefined : workspace.readBytes(path);
    if (read?.kind === "bytes" && sha256(read.bytes) === hash) {
      const decoded = keepsTexts ? decodeText(read.bytes) : undefined;
      if (decoded?.kind === "unusable")
        moved.push({ path, expected: hash, found: "is not a text file", isDone: false });
      else bases.set(path, { text: decoded?.text, hash });
      continue;
    }
    const found = await describeFound(root, path, hash, workspace);
    if (found === undefined) {
      bases.set(path, { text: undefined, hash });
      continue;
    }
    const bytes = workspace.readBytes(path);
    const now = bytes.kind === "bytes" ? sha256(bytes.bytes) : null;
    const isDone = after?.get(path) === now && (now !== null || found === GONE);
    const why = isDone ? DONE : (bytes.kind === "bytes" && lineEndsIn(bytes.bytes, hash)) || found;
    moved.push({ path, expected: hash, found: why, isDone });
  }
  return { moved, bases };
}

const GONE = "is gone";
const DONE = "is already as the plan would leave it";

/** Returns what is there, in words that follow the path, if only line ends differ from the text that is expected. */
function lineEndsIn(bytes: Uint8Array, expected: string | null): string | undefined {
  const text = Buffer.from(bytes).toString("latin1"); // Each byte is one character, whatever the encoding.
  const unix = text.replaceAll("\r\n", "\n");
  const ends = { LF: unix, CRLF: unix.replaceAll("\n", "\r\n") };
  const hashOf = (other: string) => sha256(Buffer.from(other, "latin1"));
  const wanted = Object.entries(ends).find(
    ([, other]) => other !== text && hashOf(other) === expected,
  );
  if (wanted === undefined) return undefined;
  const here = wanted[0] === "LF" ? "CRLF" : "LF";
  return `differs only in its line ends: ${here} here, ${wanted[0]} where the plan was made (core.autocrlf)`;
}

/** Describes what is there, in words that follow the path; undefined if nothing is there and a file can be made. */
async function describeFound(
  root: string,
  path: string,
  expected: string | null,
  workspace: Workspace,
): Promise<string | undefined> {
  const kind = await workspace.kindOf(path);
  switch (kind) {
    case "link":
      return "is a link, or reached through one";
    case "other":
    case "folder":
      return "is not a file";
    case "missing":
      if (expected !== null) return GONE;
      if ((await findWayTo(root, path)) === "free") return undefined;
      return "cannot be made: a folder of its path is not a folder";
    case "file":
      return expected === null ? "exists by now" : "has changed";
  }
}

/** Returns the hash of each file after the last of the actions; null if there is no file. */
export function lastHashes(
  actions: readonly {
    readonly files: readonly { readonly path: string; readonly postHash: string | null }[];
  }[],
): ReadonlyMap<string, string | null> {
  return new Map(
    actions.flatMap(({ files }) => files.map(({ path, postHash }) => [path, postHash] as const)),
  );
}

/** Returns the hash of each file before the first of the actions; null if there was no file. */
export function firstHashes(
  actions: readonly {
    readonly files: readonly { readonly path: string; readonly preHash: string | null }[];
  }[],
): ReadonlyMap<string, string | null> {
  const hashes = new Map<string, string | null>();
  for (const { files } of actions)
    for (const { path, preHash } of files) if (!hashes.has(path)) hashes.set(path, preHash);
  return hashes;
}
