import { MAX_FILE_BYTES } from "../files/decode-text.ts";
import { ByteReader } from "../files/read-bytes.ts";
import type { ComparedTree, Difference } from "../git/compared/compare-commit.ts";
import { idsAsAdded, lfsPointerIn } from "../git/compared/converted-files.ts";
import { readBlobs } from "../git/compared/read-blobs.ts";
import { gitIn } from "../git/run-git.ts";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import { blobIdOf } from "../shared/blob-id.ts";
import {
  algorithmOf,
  asCheckedOut,
  isAsConverted,
  isOfPointer,
  type Reading,
  type Sources,
} from "./as-converted.ts";
import { type Content, faultOf, isModeChanged, kindOf, sided, TOO_LARGE, told } from "./sides.ts";
import type { ReadDifference, Side } from "./verified-tree.ts";

/**
 * Reads both texts of each difference, within bounds. Those that git itself makes, such as other line ends, and files
 * of git-lfs with the bytes that their pointer names, are left out.
 */
export async function readDifferences(
  { differences, ask, rules }: ComparedTree,
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
  const pointers = wanted.filter(({ id }) => lfsPointerIn(blobs.get(id)) !== undefined);
  const storedByLfs = await rules.storedByLfs(pointers.map(({ path }) => path));
  const reader = new ByteReader(root);
  const sources: Sources = { ...reading, reader, blobs, added, storedByLfs, isConversionKnown };
  const read: ReadDifference[] = [];
  let left: number = INPUT_LIMITS.patchBytes;
  for (const [at, difference] of differences.entries()) {
    if (at % PAUSE_AFTER === 0) await new Promise(setImmediate);
    signal.throwIfAborted();
    const one = left < 0 ? told(difference, BEYOND) : await readOne(difference, sources);
    if (one === undefined) continue;
    left -= sizeOf(one.before) + sizeOf(one.after);
    read.push(left < 0 ? told(difference, BEYOND) : one);
  }
  return read;
}

/** The number of files after which signals and timers get a turn. */
const PAUSE_AFTER = 64;

const BEYOND = `is beyond the ${INPUT_LIMITS.patchBytes} bytes that are judged`;

function sizeOf(side: Side): number {
  return "fault" in side ? 0 : (side.text?.length ?? 0);
}

async function readOne(
  difference: Difference,
  sources: Sources,
): Promise<ReadDifference | undefined> {
  const { path, isNamed, before, after } = difference;
  if (!isNamed) return told(difference, "has a name that is not UTF-8");
  const kind = kindOf(difference);
  const fault = faultOf(kind);
  if (fault !== undefined) return told(difference, fault);
  const blob = before && sources.blobs.get(before.id);
  const bytes = after?.kind === "file" ? bytesOf(path, after.id, sources) : undefined;
  if (before && blob && after?.kind === "file" && Buffer.isBuffer(bytes)) {
    const isEqual = isAsConverted(path, { id: before.id, blob, bytes }, sources);
    if (isEqual && !isModeChanged(difference)) return undefined;
    if (isEqual) return sided({ path, kind: "mode" }, difference, [bytes, bytes]);
  }
  if (blob && after?.kind === "file" && (await isOfPointer(path, blob, after.size, sources)))
    return isModeChanged(difference) ? told(difference, "has another mode") : undefined;
  const expected =
    before && (blob === undefined ? UNREAD : asCheckedOut(difference, blob, bytes, sources));
  return sided({ path, kind }, difference, [expected, bytes]);
}

const UNREAD = { fault: "has a text in the base that is too large, or is not in this clone" };

/** Returns the bytes of a file on the disk, which must still be those that were compared. */
function bytesOf(path: string, id: string, { reader }: Sources): Content {
  const read = reader.read(path);
  if (read.kind === "bytes") {
    const isSame = blobIdOf(read.bytes, algorithmOf(id)) === id;
    return isSame ? Buffer.from(read.bytes) : { fault: "has changed while it was compared" };
  }
  return { fault: read.why === "too-large" ? TOO_LARGE : `cannot be read: ${read.why}` };
}
