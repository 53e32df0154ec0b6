import { splice } from "../../edit/text/splice.ts";
import { type FileMode, modeAfter, otherMode } from "../../model/patch/file-mode.ts";
import { hasHash } from "../../shared/sha256.ts";
import type { KeptOutcome } from "../state/action-outcome.ts";
import type { Rewriter } from "./rewriter.ts";
import { sortedEdits, type TextWithout, textWithout } from "./text-without.ts";
import type { FileWritten } from "./written-files.ts";

/** The file of a variant; `mode` is undefined if no action changes it. */
export type VariantText = Extract<TextWithout, { readonly kind: "text" }> & {
  readonly mode: FileMode | undefined;
};

/** The files that actions of a run have written, as they would be without some of the actions. */
export class VariantTexts {
  readonly #applied: readonly KeptOutcome[];
  readonly #files: ReadonlyMap<string, readonly FileWritten[]>;
  readonly #writer: Pick<Rewriter, "textOf">;
  #find: ReturnType<Rewriter["textOf"]> | undefined;
  readonly #texts = new Map<string, readonly string[] | undefined>();

  constructor(
    applied: readonly KeptOutcome[],
    files: ReadonlyMap<string, readonly FileWritten[]>,
    writer: Pick<Rewriter, "textOf">,
  ) {
    this.#applied = applied;
    this.#files = files;
    this.#writer = writer;
  }

  /** Computes every file that differs; actions that rest on those that go have to go, too. */
  without(gone: ReadonlySet<string>):
    | { readonly why: string }
    | {
        readonly dropped: ReadonlySet<string>;
        readonly texts: ReadonlyMap<string, VariantText>;
        readonly resting: ReadonlyMap<string, string>;
      } {
    const resting = new Map<string, string>();
    for (;;) {
      const dropped = this.#withLater(new Set([...gone, ...resting.keys()]), resting);
      const texts = new Map<string, VariantText>();
      let rests: string | undefined;
      for (const [path, writes] of this.#files) {
        const isTouched = writes.some(({ parts }) => parts.some(({ id }) => dropped.has(id)));
        if (!isTouched) continue;
        const known = this.of(path);
        if (known === undefined) return { why: `the journal does not have the texts of ${path}` };
        const made = textWithout(writes, known, (id) => !dropped.has(id));
        const mode = modeWithout(writes, (id) => !dropped.has(id));
        if (made.kind === "text") texts.set(path, { ...made, mode });
        else rests = made.id;
        if (rests !== undefined) {
          resting.set(rests, otherIn(writes, dropped));
          break;
        }
      }
      if (rests === undefined) return { dropped, texts, resting };
    }
  }

  /** Adds the actions of later batches in the files of those that go: they were found in texts that are not there. */
  #withLater(gone: Set<string>, resting: Map<string, string>): ReadonlySet<string> {
    const touched = new Map<string, { readonly id: string; readonly batchId: string }>();
    for (const { report, changes } of this.#applied) {
      const { id, batchId } = report;
      const paths = changes.map(({ path }) => path);
      const earlier = paths.map((path) => touched.get(path)).find((one) => one !== undefined);
      if (!gone.has(id) && earlier !== undefined && earlier.batchId !== batchId) {
        gone.add(id);
        resting.set(id, earlier.id);
      }
      if (gone.has(id)) for (const path of paths) touched.set(path, { id, batchId });
    }
    return gone;
  }

  /** Returns a text from before the actions: the journal is read once for all of them. */
  #textBefore(hash: string): string | undefined {
    this.#find ??= this.#writer.textOf();
    return this.#find(hash);
  }

  /** The texts before the first write of a file and after each; undefined if they cannot be made again. */
  of(path: string): readonly string[] | undefined {
    if (!this.#texts.has(path)) {
      const writes = this.#files.get(path) ?? [];
      const first = writes[0]?.preHash ?? null;
      const text = first === null ? "" : this.#textBefore(first);
      this.#texts.set(path, text === undefined ? undefined : textsAlong(text, writes));
    }
    return this.#texts.get(path);
  }
}

/** Returns the mode of a file without the actions that do not stand; undefined if no action changes it. */
export function modeWithout(
  writes: readonly FileWritten[],
  stands: (id: string) => boolean,
): FileMode | undefined {
  const parts = writes.flatMap((write) => write.parts);
  const first = parts.find(({ change }) => change.mode !== undefined)?.change;
  if (first?.mode === undefined) return undefined;
  const before = first.preHash === null ? undefined : otherMode(first.mode);
  return parts
    .filter(({ id }) => stands(id))
    .reduce<FileMode | undefined>((mode, { change }) => modeAfter(mode, change), before);
}

/** Returns a text and what each write makes of it: the journal has only those before and after a transaction. */
function textsAlong(text: string, writes: readonly FileWritten[]): readonly string[] | undefined {
  const texts = [text];
  for (const { parts, postHash } of writes) {
    const edits = sortedEdits(parts.flatMap(({ change }) => change.edits));
    const after = splice(texts.at(-1) ?? "", edits);
    if (!hasHash(after, postHash)) return undefined;
    texts.push(after);
  }
  return texts;
}

/** Returns the action because of which others of a file have to go. */
function otherIn(writes: readonly FileWritten[], dropped: ReadonlySet<string>): string {
  const ids = writes.flatMap(({ parts }) => parts.map(({ id }) => id));
  return ids.find((id) => dropped.has(id)) ?? "";
}
