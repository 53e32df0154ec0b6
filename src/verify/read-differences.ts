import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { decodeText, MAX_FILE_BYTES } from "../files/decode-text.ts";
import { ByteReader } from "../files/read-bytes.ts";
import type { ComparedTree, Difference } from "../git/compared/compare-commit.ts";
import {
  idsAsAdded,
  idWithUnixEnds,
  lfsPointerIn,
  withWindowsEnds,
} from "../git/compared/converted-files.ts";
import { readBlobs } from "../git/compared/read-blobs.ts";
import { gitIn } from "../git/run-git.ts";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import { blobIdOf } from "../shared/blob-id.ts";
import type { DifferenceKind, ReadDifference, Side } from "./verified-tree.ts";

/** The place of a comparison. */
interface Reading {
  readonly root: string;
  readonly commit: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** What the differences of a tree are judged by. */
interface Sources extends Reading {
  readonly reader: ByteReader;
  readonly blobs: ReadonlyMap<string, Buffer>;
  /** The ids of the blobs that git would make of files. */
  readonly added: ReadonlyMap<string, string>;
  /** No file that says how git converts files is another one than in the base. */
  readonly isConversionKnown: boolean;
}

/**
 * Reads both texts of each difference, within bounds. Those that git itself makes, such as other line ends, and files of
 * git-lfs with the bytes that their pointer names, are left out.
 */
export async function readDifferences(
  { differences, ask }: ComparedTree,
  reading: Reading,
): Promise<readonly ReadDifference[]> {
  const { root, commit, env, signal } = reading;
  const wanted = differences.flatMap(({ path, isNamed, before }) =>
    before !== undefined && isNamed && before.mode.startsWith("100")
      ? [{ path, id: before.id }]
      : [],
  );
  const bounds = { one: MAX_FILE_BYTES, all: INPUT_LIMITS.patchBytes };
  const blobs = await readBlobs(ask, commit, wanted, bounds);
  const edited = differences.filter(
    ({ before, after, isNamed }) => isNamed && before && after?.kind === "file",
  );
  const paths = edited.map(({ path }) => path);
  const added = await idsAsAdded(gitIn(root, env, { signal }), paths);
  const isConversionKnown = !differences.some(({ path }) => /(^|\/)\.gitattributes$/.test(path));
  const reader = new ByteReader(root);
  const sources: Sources = { ...reading, reader, blobs, added, isConversionKnown };
  const read: ReadDifference[] = [];
  for (const difference of differences) {
    const one = await readOne(difference, sources);
    if (one !== undefined) read.push(one);
  }
  return withinBounds(read);
}

async function readOne(
  difference: Difference,
  sources: Sources,
): Promise<ReadDifference | undefined> {
  const { path, isNamed, before, after } = difference;
  if (!isNamed) return told(difference, "has a name that is not UTF-8");
  const kind = kindOf(difference);
  if (FAULTS[kind] !== undefined) return told(difference, FAULTS[kind]);
  const blob = before && sources.blobs.get(before.id);
  const bytes = after && bytesOf(path, sources);
  if (after?.kind === "file" && blob !== undefined && Buffer.isBuffer(bytes)) {
    const isEqual = isAsConverted(difference, bytes, sources);
    if (isEqual && !hasOtherMode(difference)) return undefined;
    if (isEqual) return sided({ path, kind: "mode" }, difference, [bytes, bytes]);
  }
  if (blob && after?.kind === "file" && (await isOfPointer(path, blob, after.size, sources)))
    return hasOtherMode(difference) ? told(difference, "has another mode") : undefined;
  const expected = before && (blob === undefined ? UNREAD : asCheckedOut(difference, blob, bytes, sources));
  return sided({ path, kind }, difference, [expected, bytes]);
}

const UNREAD = { fault: "has a text in the base that is too large, or is not in this clone" };

const FAULTS: Partial<Record<DifferenceKind, string>> = {
  link: "is a link, or was one",
  submodule: "is a submodule that is not as in the base",
  repository: "is a repository of its own: git does not look into it",
  other: "is no file that can be read",
};

function kindOf({ before, after }: Difference): DifferenceKind {
  if (before?.mode === "120000" || after?.kind === "link") return "link";
  if (before?.mode === "160000") return "submodule";
  if (after === undefined) return "deleted";
  if (after.kind !== "file") return after.kind === "folder" ? "other" : after.kind;
  if (before === undefined) return "new";
  return before.id === after.id ? "mode" : "changed";
}

function told(difference: Difference, fault: string): ReadDifference {
  const { path } = difference;
  return { path, kind: kindOf(difference), before: { fault }, after: { fault } };
}

type Content = Buffer | { readonly fault: string } | undefined;

/** Returns a difference with both sides as texts, as far as they are. */
function sided(
  { path, kind }: Pick<ReadDifference, "path" | "kind">,
  { before, after }: Difference,
  [expected, found]: readonly [Content, Content],
): ReadDifference {
  const now = after?.kind === "file" ? after.mode : undefined;
  const sides = {
    before: sideOf(expected, before && modeOf(before.mode)),
    after: sideOf(found, now),
  };
  const isBinary = [sides.before, sides.after].some((side) => "fault" in side && side.fault === NO_TEXT);
  return { path, kind: isBinary && kind !== "deleted" ? "binary" : kind, ...sides };
}

const NO_TEXT = "is no text in UTF-8";

function sideOf(content: Content, mode: string | undefined): Side {
  if (content === undefined) return { text: undefined, hash: null };
  if (!Buffer.isBuffer(content)) return content;
  const decoded = decodeText(content);
  if (decoded.kind === "text") return { text: decoded.text, hash: decoded.hash, mode };
  return { fault: decoded.why === "too-large" ? TOO_LARGE : NO_TEXT };
}

const TOO_LARGE = `has more than ${MAX_FILE_BYTES} bytes`;

function modeOf(mode: string): string {
  return mode === "100755" ? mode : "100644";
}

function hasOtherMode({ before, after }: Difference): boolean {
  return after?.kind === "file" && before !== undefined && modeOf(before.mode) !== after.mode;
}

/** Returns the bytes of a file on the disk, which must still be those that were compared. */
function bytesOf(path: string, { reader }: Sources): Content {
  const read = reader.read(path);
  if (read.kind === "bytes") return Buffer.from(read.bytes);
  return { fault: read.why === "too-large" ? TOO_LARGE : `cannot be read: ${read.why}` };
}

/** True if git would take the file for the one of the base, and nothing but a rule of the base makes it so. */
function isAsConverted({ path, before }: Difference, bytes: Buffer, sources: Sources): boolean {
  const id = before?.id ?? "";
  const algorithm = id.length === 64 ? "sha256" : "sha1";
  if (blobIdOf(bytes, algorithm) === id) return true;
  if (sources.added.get(path) !== id) return false;
  return sources.isConversionKnown || idWithUnixEnds(bytes, algorithm) === id;
}

/** Returns the bytes that the base has on a disk on which git gives this file other line ends. */
function asCheckedOut(
  { path, after }: Difference,
  blob: Buffer,
  bytes: Content,
  { added }: Sources,
): Buffer {
  const id = added.get(path);
  if (after?.kind !== "file" || !Buffer.isBuffer(bytes) || id === undefined) return blob;
  const isConverted = id !== after.id && id === idWithUnixEnds(bytes, id.length === 64 ? "sha256" : "sha1");
  return isConverted && !blob.includes("\r\n") ? withWindowsEnds(blob) : blob;
}

async function isOfPointer(
  path: string,
  blob: Buffer,
  size: number,
  { root, signal }: Sources,
): Promise<boolean> {
  const pointer = lfsPointerIn(blob);
  if (pointer === undefined || pointer.size !== size) return false;
  const hash = createHash("sha256");
  // The file may grow meanwhile, and one byte more makes another digest.
  await pipeline(createReadStream(join(root, path), { end: size }), hash, { signal });
  return hash.digest("hex") === pointer.digest;
}

/** Takes the texts of differences for unknown once there are more than a patch may have. */
function withinBounds(read: readonly ReadDifference[]): readonly ReadDifference[] {
  let left: number = INPUT_LIMITS.patchBytes;
  return read.map((one) => {
    left -= sizeOf(one.before) + sizeOf(one.after);
    return left >= 0 ? one : { ...one, before: BEYOND, after: BEYOND };
  });
}

const BEYOND: Side = { fault: `is beyond the ${INPUT_LIMITS.patchBytes} bytes that are judged` };

function sizeOf(side: Side): number {
  return "fault" in side ? 0 : (side.text?.length ?? 0);
}
