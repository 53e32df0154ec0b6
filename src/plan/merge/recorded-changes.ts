import type { FileChange } from "../../model/action/preview.ts";
import type { EditRegion } from "../../model/place.ts";
import type { Plan, PlannedFile } from "../../plan-file/plan.ts";
import { factsOfRecorded } from "../../plan-file/record/change-facts.ts";
import type { RecordedCall, RecordedChange } from "../../plan-file/record/record-schema.ts";
import { definedOnly } from "../../shared/defined-only.ts";

/** A change of a shard: as it was previewed, and as its action has written it. */
export interface ShardChange {
  readonly previewed: FileChange;
  /** The same object if nothing came before it. */
  readonly written: FileChange;
}

/** Returns the changes of a call, in their order; undefined if the record does not fit the actions of its plan. */
export function changesOfCall(
  call: RecordedCall,
  actions: ReadonlyMap<string, Plan["actions"][number]>,
): readonly ShardChange[] | undefined {
  const changes: ShardChange[] = [];
  for (const id of call.actions) {
    const action = actions.get(id);
    if (action === undefined || action.recipe !== call.recipe || action.step !== call.step)
      return undefined;
    for (const file of action.files) {
      const recorded = call.changes[changes.length];
      if (recorded === undefined) return undefined;
      changes.push(changeOf(file, recorded));
    }
  }
  return changes.length === call.changes.length ? changes : undefined;
}

function changeOf(file: PlannedFile, recorded: RecordedChange): ShardChange {
  const { path, language, mode, isJoint } = file;
  const kept = definedOnly({ mode, isJoint });
  const common = { path, language, ...factsOfRecorded(recorded), ...kept };
  const written = { ...common, ...editsOf(file, file.regions ?? []) };
  const { preview } = recorded;
  if (preview === undefined) return { previewed: written, written };
  return { previewed: { ...common, ...editsOf(preview, preview.regions) }, written };
}

/** The part of a change that its edits decide, as plans have it. */
type WrittenEdits = Pick<
  PlannedFile,
  "preHash" | "postHash" | "additions" | "deletions" | "diff" | "superseded" | "edits"
>;

function editsOf(from: WrittenEdits, regions: readonly EditRegion[]) {
  const { preHash, postHash, additions, deletions, diff, superseded, edits } = from;
  return {
    ...{ preHash, postHash, additions, deletions, diff },
    edits: edits.map(({ op: opId, start, end, text }) => ({ opId, start, end, text })),
    // Their texts are of no use to a reader.
    superseded: superseded.map(({ op: opId, by: byOpId, start, end }) => {
      return { opId, byOpId, start, end, text: "" };
    }),
    regions: regions.map(({ before, after }) => ({ before, after })),
  };
}
