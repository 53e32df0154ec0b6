import type { FileChange } from "../../model/action/preview.ts";
import type { TextHandle, TextStore } from "../../model/text-store.ts";
import { readLater } from "../../shared/spill/read-later.ts";

/** The fields of a change that may be long. */
type LongFields = Pick<FileChange, "edits" | "superseded" | "regions" | "diff">;

const LONG_FIELDS = ["edits", "superseded", "regions", "diff"] as const;

/** The number of edits of each change whose edits are in a file. */
const counts = new WeakMap<FileChange, number>();

/**
 * Returns the change. As soon as the texts of a run are many, its edits and its diff are read from a file each time
 * that a reader asks for them; a copy of the change has them in memory.
 */
export function spillChange(change: FileChange, texts: TextStore | undefined): FileChange {
  if (texts === undefined || counts.has(change)) return change;
  if (!texts.isFull) {
    texts.count(lengthOf(change));
    return change;
  }
  const spilled = readLater<FileChange, keyof LongFields>(
    { ...change, ...NOTHING },
    LONG_FIELDS,
    new SpilledFields(change, texts),
  );
  counts.set(spilled, change.edits.length);
  return spilled;
}

const NOTHING: LongFields = { edits: [], superseded: [], regions: [], diff: "" };

/** True if the long fields of a change are in a file. */
export function isSpilled(change: FileChange): boolean {
  return counts.has(change);
}

/** Returns a change with later findings about its syntax; what is in a file stays there. */
export function judgedChange(
  change: FileChange,
  judged: Pick<FileChange, "addsSyntaxErrors" | "syntaxJudge" | "newErrors">,
): FileChange {
  const made: FileChange = Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(change),
    ...Object.getOwnPropertyDescriptors(judged),
  });
  const count = counts.get(change);
  if (count !== undefined) counts.set(made, count);
  return made;
}

/** Returns the number of edits of a change, without reading them. */
export function countOfEdits(change: FileChange): number {
  return counts.get(change) ?? change.edits.length;
}

function lengthOf({ edits, superseded, diff }: FileChange): number {
  return (
    edits.reduce((sum, { text }) => sum + text.length + EDIT_SIZE, diff.length) +
    superseded.length * EDIT_SIZE
  );
}

/** An edit takes so much memory beside its text, as a number of characters. */
const EDIT_SIZE = 200;

class SpilledFields {
  readonly #edits: TextHandle;
  readonly #superseded: TextHandle | undefined;
  readonly #regions: TextHandle;
  readonly #diff: TextHandle;

  constructor({ edits, superseded, regions, diff }: LongFields, texts: TextStore) {
    this.#edits = texts.keep(JSON.stringify(edits));
    this.#superseded = superseded.length === 0 ? undefined : texts.keep(JSON.stringify(superseded));
    this.#regions = texts.keep(JSON.stringify(regions));
    this.#diff = texts.keep(diff);
  }

  edits(): FileChange["edits"] {
    return JSON.parse(this.#edits.text()); // Written above.
  }

  superseded(): FileChange["superseded"] {
    return this.#superseded === undefined ? [] : JSON.parse(this.#superseded.text());
  }

  regions(): FileChange["regions"] {
    return JSON.parse(this.#regions.text());
  }

  diff(): string {
    return this.#diff.text();
  }
}
