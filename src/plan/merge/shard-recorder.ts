import type { FileChange } from "../../model/action/preview.ts";
import type { StepName } from "../../model/step-name.ts";
import type { Workspace } from "../../model/workspace.ts";
import { recordedFacts } from "../../plan-file/record/change-facts.ts";
import type {
  RecordedCall,
  RecordedChange,
  RecordedOutcome,
  ShardRecord,
} from "../../plan-file/record/record-schema.ts";
import type { ShardRecords } from "../../request/shard-records.ts";
import type { KeptOutcome } from "../../run/state/action-outcome.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { CallRecord } from "../../tools/ast-edit/search/call-environment.ts";
import type { Candidate, FileOutcome } from "../../tools/ast-edit/search/search-shapes.ts";

/** Notes what the calls of a shard find. */
export class ShardRecorder implements ShardRecords {
  readonly #calls = new Map<string, CallNotes>();
  #ignored: readonly string[] = [];
  #unlisted: readonly string[] = [];

  of(call: StepName): CallRecord {
    const key = JSON.stringify([call.recipe, call.step]);
    const notes = this.#calls.get(key) ?? new CallNotes(call);
    this.#calls.set(key, notes);
    return notes;
  }

  async noteTree(workspace: Workspace): Promise<void> {
    this.#ignored = await workspace.listIgnored().catch(() => []); // The run reports it if git fails.
    this.#unlisted = await workspace.listUnlisted();
  }

  /** Returns the record of a run with these outcomes. */
  record(outcomes: readonly KeptOutcome[]): ShardRecord {
    const written = new Map(outcomes.map(({ report, changes }) => [report.id, changes]));
    const calls = [...this.#calls.values()].map((call) => call.recorded(written));
    return { ignored: this.#ignored, unlisted: this.#unlisted, calls };
  }
}

/** The changes of actions as they were written, or would be, by their ids. */
type WrittenChanges = ReadonlyMap<string, readonly FileChange[]>;

/** The notes of one call. */
class CallNotes implements CallRecord {
  readonly #call: StepName;
  readonly #actions: { readonly id: string; readonly changes: readonly FileChange[] }[] = [];
  readonly #outcomes: RecordedOutcome[] = [];
  readonly #texts: { path: string; hash: string }[] = [];
  readonly #left: string[] = [];
  readonly #valid: string[] = [];

  constructor(call: StepName) {
    this.#call = call;
  }

  find(): undefined {
    return undefined;
  }

  isValid(): undefined {
    return undefined;
  }

  resultOf(): undefined {
    return undefined;
  }

  note({ path }: Candidate, outcome: FileOutcome, laidOver: string | undefined): void {
    if (laidOver !== undefined) this.#texts.push({ path, hash: laidOver });
    const told = outcomeOf(path, outcome);
    if (told !== undefined) this.#outcomes.push(told);
  }

  noteLeft(path: string): void {
    this.#left.push(path);
  }

  noteValid(path: string): void {
    this.#valid.push(path);
  }

  noteAction(id: string, changes: readonly FileChange[]): void {
    this.#actions.push({ id, changes });
  }

  recorded(written: WrittenChanges): RecordedCall {
    const changes = this.#actions.flatMap(({ id, changes: previewed }) =>
      previewed.map((change, at) => recordedChange(change, written.get(id)?.[at])),
    );
    return {
      ...this.#call,
      actions: this.#actions.map(({ id }) => id),
      changes,
      outcomes: this.#outcomes,
      texts: this.#texts,
      left: this.#left,
      valid: this.#valid,
    };
  }
}

/** Returns what a record says of a file; undefined if its changes, or that it has none, say it all. */
function outcomeOf(path: string, outcome: FileOutcome): RecordedOutcome | undefined {
  switch (outcome.kind) {
    case "refused":
    case "beyond-bounds":
      return undefined; // The call failed, and there is no plan.
    case "no-match":
      return outcome.leftovers && ({ ...outcome, path } as RecordedOutcome);
    case "unusable":
      return { kind: outcome.kind, path, ...outcome.skipped } as RecordedOutcome;
    case "skipped":
      return { path, ...outcome } as RecordedOutcome;
    case "planned": {
      const { kind, alerts, changes, leftovers } = outcome;
      const isTold = changes.length > 0 && alerts.length === 0 && leftovers === undefined;
      if (isTold) return undefined;
      return { kind, path, alerts, ...definedOnly({ leftovers }) } as RecordedOutcome;
    }
  }
}

function recordedChange(change: FileChange, written: FileChange | undefined): RecordedChange {
  const facts = recordedFacts(change);
  const isWritten = written !== undefined && (written === change || isSame(change, written));
  return isWritten ? facts : { ...facts, preview: previewOf(change) };
}

function isSame(one: FileChange, other: FileChange): boolean {
  const { preHash, postHash, diff } = one;
  return preHash === other.preHash && postHash === other.postHash && diff === other.diff;
}

function previewOf(change: FileChange): RecordedChange["preview"] {
  const { preHash, postHash, additions, deletions, diff, superseded, regions, edits } = change;
  return {
    ...{ preHash, postHash, additions, deletions, diff },
    superseded: superseded.map(({ opId, byOpId, start, end }) => {
      return { op: opId, by: byOpId, start, end };
    }),
    regions: regions.map(({ before, after }) => ({ before, after })),
    edits: edits.map(({ opId, start, end, text }) => ({ op: opId, start, end, text })),
  };
}
