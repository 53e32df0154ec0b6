import { sha256 } from "../../shared/sha256.ts";
import type { JournalFile } from "../state/journal-file.ts";
import type { JournalFile as JournalFileRecord } from "../state/journal-record.ts";
import type { CheckedWrites } from "./checked-writes.ts";

/** The files of a transaction as its journal has them. */
export interface DescribedWrites {
  readonly files: readonly JournalFileRecord[];
  /** Hashes of the texts that were put into `images` for them; not flushed so far. */
  readonly fresh: ReadonlySet<string>;
}

/** Describes writes for the journal; puts the texts before into `images`, but for those that are `known`. */
export async function describeWrites(
  { writes, identities }: Pick<CheckedWrites, "writes" | "identities">,
  images: JournalFile,
  known: ReadonlySet<string>,
): Promise<DescribedWrites> {
  const files: JournalFileRecord[] = [];
  const fresh = new Set<string>();
  for (const [place, { path, preHash, postHash, before, edits, mode }] of writes.entries()) {
    const bits = identities[place]?.mode ?? mode;
    const isKnown = preHash === null || known.has(preHash) || fresh.has(preHash);
    const bytes = Buffer.from(before);
    if (!isKnown) {
      // What is taken back later must be what was there.
      if (sha256(bytes) !== preHash) throw new Error(`The text before of ${path} is another one.`);
      fresh.add(preHash);
    }
    files.push({
      ...{ path, preHash, postHash },
      ...(bits === undefined ? {} : { mode: bits }),
      ...(isKnown ? {} : { image: [await images.append(bytes), bytes.length] }),
      edits: edits.map(({ start, end, text }) => [start, end, text]),
    });
  }
  return { files, fresh };
}
