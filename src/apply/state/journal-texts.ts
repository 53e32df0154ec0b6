import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { splice } from "../../edit/text/splice.ts";
import type { TextEdit } from "../../model/edit.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { JournalRecord } from "./journal-record.ts";

/** The source of a text: bytes in `images`, or edits of another text. */
type Source =
  | { readonly kind: "image"; readonly start: number; readonly length: number }
  | {
      readonly kind: "edits";
      readonly preHash: string | null;
      readonly edits: readonly TextEdit[];
    };

/** The texts of the files of a run, before and after each transaction, by their hashes. */
export class JournalTexts {
  readonly #images: string;
  readonly #sources = new Map<string, Source>();

  /** `images` is the file with the texts before the transactions; absolute. */
  constructor(records: readonly JournalRecord[], images: string) {
    this.#images = images;
    for (const record of records) if (record.kind === "begin") this.#add(record);
  }

  /** Returns the text that has a hash. Throws if the journal does not have it, or if it is damaged. */
  textOf(hash: string): string {
    const steps: (readonly TextEdit[])[] = [];
    const seen = new Set<string>();
    let text: string | undefined;
    for (let at: string | null = hash; text === undefined; ) {
      const source: Source | undefined = at === null ? undefined : this.#sources.get(at);
      if (at === null) text = "";
      else if (source?.kind === "image") text = this.#read(source);
      else if (source === undefined || seen.has(at)) throw damaged();
      else {
        seen.add(at);
        steps.push(source.edits);
        at = source.preHash;
      }
    }
    const whole = steps.reduceRight((before, edits) => splice(before, edits), text);
    if (sha256(whole) !== hash) throw damaged();
    return whole;
  }

  /** Returns the text that has a hash; undefined if the journal does not have it, or if it is damaged. */
  find(hash: string): string | undefined {
    if (!this.#sources.has(hash)) return undefined;
    try {
      return this.textOf(hash);
    } catch {
      return undefined; // The caller can do without it.
    }
  }

  /** True if `images` has any text, even one that the journal does not name. */
  hasImages(): boolean {
    return (lstatSync(this.#images, { throwIfNoEntry: false })?.size ?? 0) > 0;
  }

  #add({ files }: Extract<JournalRecord, { kind: "begin" }>): void {
    for (const { preHash, image } of files) {
      if (preHash === null || image === undefined || this.#sources.has(preHash)) continue;
      this.#sources.set(preHash, { kind: "image", start: image[0], length: image[1] });
    }
    for (const { preHash, postHash, edits } of files) {
      if (postHash === null || this.#sources.has(postHash)) continue;
      const written = edits.map(([start, end, text]) => ({ start, end, text }));
      this.#sources.set(postHash, { kind: "edits", preHash, edits: written });
    }
  }

  #read({ start, length }: Extract<Source, { kind: "image" }>): string {
    const file = this.#openImages();
    try {
      const stats = fstatSync(file);
      if (!stats.isFile() || start + length > stats.size) throw damaged(); // Before memory is taken for it.
      const bytes = Buffer.alloc(length);
      let done = 0;
      while (done < length) {
        const read = readSync(file, bytes, done, length - done, start + done);
        if (read === 0) throw damaged();
        done += read;
      }
      return bytes.toString("utf8");
    } finally {
      closeSync(file);
    }
  }

  #openImages(): number {
    try {
      return openSync(
        this.#images,
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK,
      );
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // Node's `fs` throws only these.
      if (code === "ENOENT" || code === "ELOOP") throw damaged(); // Removed, or replaced by a link.
      throw error;
    }
  }
}

function damaged(): Error {
  return new Error("its text is damaged in the journal");
}
