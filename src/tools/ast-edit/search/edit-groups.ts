import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { PassesPlan } from "../../../edit/passes/passes-plan.ts";
import type { Replacement } from "../../../model/edit.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import { addTo } from "../../../shared/lists/add-to.ts";
import type { EditGroup } from "../facts/planned-file.ts";

/** The edits of a file within a limit, as the groups that become its changes. */
export interface GroupedEdits {
  readonly groups: readonly EditGroup[];
  /** The number of edits that the limit left out. */
  readonly cutOff: number;
}

/** The edits of a file, and what made them. */
interface MadeEdits extends Pick<PassesPlan, "passes"> {
  readonly ops: readonly CompiledOp[];
  /** See `FilePlan`. */
  readonly joined?: readonly Replacement[] | undefined;
}

/** Groups the edits of a file. Those that belong together stay together: all of them are within the limit, or none. */
export function groupEdits(
  edits: readonly Replacement[],
  made: MadeEdits,
  { per, room }: Pick<AstEditParams, "per"> & { readonly room: number },
): GroupedEdits {
  const units: EditGroup[] = [];
  let size = 0;
  for (const unit of unitsOf(edits, made)) {
    if (size + unit.length > room) break;
    units.push(unit);
    size += unit.length;
  }
  const within = size === edits.length ? edits : units.flat().sort((a, b) => a.start - b.start);
  const groups = per === "match" ? units : within.length > 0 ? [within] : [];
  return { groups, cutOff: edits.length - size };
}

/** Returns the edits that are made together or not at all, in the order of the first of each. */
function unitsOf(
  edits: readonly Replacement[],
  { ops, passes, joined = [] }: MadeEdits,
): readonly EditGroup[] {
  const renames = new Set(ops.filter(({ names }) => names?.rename).map(({ id }) => id));
  const hasRenames = edits.some(({ opId }) => renames.has(opId));
  if (!hasRenames && joined.length === 0) return edits.map((edit) => [edit]);
  // Edits that meet in a later pass, or where imports change, are one, by the name of the first.
  const changesImports = ops.some(({ imports, names }) => imports ?? (names && !names.rename));
  if (passes > 1 || (hasRenames && changesImports)) return [edits];
  const together = new Set(joined);
  const units = new Map<string | Replacement, Replacement[]>();
  const unitOf = (edit: Replacement) => {
    if (together.has(edit)) return "imports";
    return renames.has(edit.opId) ? `rename ${edit.opId}` : edit;
  };
  for (const edit of edits) addTo(units, unitOf(edit), edit);
  return [...units.values()];
}
