import type { FileChange } from "../../model/action/preview.ts";
import type { Replacement } from "../../model/edit.ts";
import type { RecordedCall, RecordedOutcome } from "../../plan-file/record/record-schema.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import type { CallRecord, EditResult } from "../../tools/ast-edit/search/call-environment.ts";
import type { Candidate, FileOutcome } from "../../tools/ast-edit/search/search-shapes.ts";
import type { KnownResults } from "./known-results.ts";

/** The part of a merge that all its calls share. */
export interface SharedRecord {
  readonly results: KnownResults;
  /** Returns the shard that a path was dealt to. */
  shardOf(path: string): number;
}

/** What all shards have found in one call. */
export class KnownCall implements CallRecord {
  readonly #shared: SharedRecord;
  /** The shards in which the call ran. */
  readonly #ran = new Set<number>();
  readonly #changes = new Map<string, FileChange[]>();
  readonly #outcomes = new Map<string, RecordedOutcome>();
  readonly #texts = new Map<string, string>();
  readonly #left = new Set<string>();
  readonly #valid = new Set<string>();
  /** The files whose outcome came from a shard. */
  readonly #answered = new Set<string>();

  constructor(shared: SharedRecord) {
    this.#shared = shared;
  }

  add(shard: number, call: RecordedCall, changes: readonly FileChange[]): void {
    this.#ran.add(shard);
    for (const change of changes) addTo(this.#changes, change.path, change);
    for (const outcome of call.outcomes) this.#outcomes.set(outcome.path, outcome);
    for (const { path, hash } of call.texts) this.#texts.set(path, hash);
    for (const path of call.left) this.#left.add(path);
    for (const path of call.valid) this.#valid.add(path);
  }

  /** Returns the hash of a file as its shard had it when the call ran, if earlier actions had changed it. */
  textOf(path: string): string | undefined {
    return this.#texts.get(path);
  }

  find({ path }: Candidate, laidOver: string | undefined): FileOutcome | undefined {
    const isKnown = this.#ran.has(this.#shared.shardOf(path)) && !this.#left.has(path);
    if (!isKnown || this.#texts.get(path) !== laidOver) return undefined;
    this.#answered.add(path);
    const changes = this.#changes.get(path);
    const told = this.#outcomes.get(path);
    if (told !== undefined) return outcomeOf(told, changes ?? []);
    return changes === undefined
      ? { kind: "no-match" }
      : { kind: "planned", changes, alerts: [], cutOff: 0 };
  }

  isValid(path: string): boolean | undefined {
    return this.#answered.has(path) ? this.#valid.has(path) : undefined;
  }

  resultOf(
    change: FileChange,
    hash: string | null,
    edits: readonly Replacement[],
  ): EditResult | undefined {
    const isInPlace = hash === change.preHash && change.isJoint !== true;
    if (isInPlace && isSame(edits, change.edits)) return change;
    return this.#shared.results.of(change.path, hash, edits);
  }

  note(): void {}

  noteLeft(): void {}

  noteValid(): void {}

  noteAction(): void {}
}

function isSame(one: readonly Replacement[], other: readonly Replacement[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ start, end, text }, at) => {
      const edit = other[at];
      return start === edit?.start && end === edit.end && text === edit.text;
    })
  );
}

/** Of its schema, and with codes that Sluice gave; the plan that is made of it is judged as a stranger's. */
function outcomeOf(told: RecordedOutcome, changes: readonly FileChange[]): FileOutcome {
  const { path: _path, ...outcome } = told;
  if (outcome.kind === "planned") return { ...outcome, changes, cutOff: 0 } as FileOutcome;
  if (outcome.kind !== "unusable") return outcome as FileOutcome;
  const { kind, ...skipped } = outcome;
  return { kind, skipped } as FileOutcome;
}
