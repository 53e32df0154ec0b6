import { sha256 } from "../../shared/sha256.ts";
import type { FileIdentity } from "../disk/file-identity.ts";
import { bitsAfter, type FileWrite } from "../disk/file-write.ts";
import type { JournalFile } from "../state/journal-file.ts";
import type { JournalFile as JournalFileRecord } from "../state/journal-record.ts";
import type { CheckedWrites } from "./checked-writes.ts";

/** The files of a transaction as the journal describes them. */
export interface DescribedWrites {
  readonly files: readonly JournalFileRecord[];
  /** Hashes of the texts that were appended to `images`, and are not flushed yet. */
  readonly fresh: ReadonlySet<string>;
}

/** The most bytes of texts that wait for a flush. */
const MOST_WAITING = 16 * 1024 * 1024;

/** Describes writes for the journal. Appends the texts before to `images`, unless their hash is `known`. */
export async function describeWrites(
  { writes, identities }: Pick<CheckedWrites, "writes" | "identities">,
  images: JournalFile,
  known: ReadonlySet<string>,
): Promise<DescribedWrites> {
  const files: JournalFileRecord[] = [];
  const fresh = new Set<string>();
  for (const [place, write] of writes.entries()) {
    const { path, preHash, postHash, before, edits } = write;
    const isKnown = preHash === null || known.has(preHash) || fresh.has(preHash);
    const bytes = Buffer.from(before);
    if (!isKnown) {
      // An undo must put back exactly the text that was there.
      if (sha256(bytes) !== preHash)
        throw new Error(`The text of ${path} is not the one that its hash stands for.`);
      fresh.add(preHash);
    }
    files.push({
      path,
      preHash,
      postHash,
      ...modesOf(write, identities[place]),
      image: isKnown ? undefined : [await images.append(bytes), bytes.length],
      edits: edits.map(({ start, end, text }) => [start, end, text]),
    });
    if (images.waiting > MOST_WAITING) await images.sync();
  }
  return { files, fresh };
}

/** Returns the mode bits of a file before a transaction, and afterwards if it changes them. */
export function modesOf(
  { postHash, mode }: FileWrite,
  identity: FileIdentity | undefined,
): Pick<JournalFileRecord, "mode" | "modeAfter"> {
  if (identity === undefined) return { mode: typeof mode === "number" ? mode : undefined };
  const after = bitsAfter(identity.mode, mode);
  const isChanged = postHash !== null && after !== identity.mode;
  return { mode: identity.mode, ...(isChanged ? { modeAfter: after } : {}) };
}
