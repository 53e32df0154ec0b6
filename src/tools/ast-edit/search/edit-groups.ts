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

/** Groups the edits of a file. The edits of a rename stay together: all of them are within the limit, or none. */
export function groupEdits(
  edits: readonly Replacement[],
  { ops, passes }: { readonly ops: readonly CompiledOp[] } & Pick<PassesPlan, "passes">,
  { per, room }: Pick<AstEditParams, "per"> & { readonly room: number },
): GroupedEdits {
  const units: EditGroup[] = [];
  let size = 0;
  for (const unit of unitsOf(edits, ops, passes)) {
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
  ops: readonly CompiledOp[],
  passes: number,
): readonly EditGroup[] {
  const renames = new Set(ops.filter(({ names }) => names?.rename).map(({ id }) => id));
  if (!edits.some(({ opId }) => renames.has(opId))) return edits.map((edit) => [edit]);
  // Edits that meet in a later pass, or where imports change, are one, by the name of the first.
  const changesImports = ops.some(({ imports, names }) => imports ?? (names && !names.rename));
  if (passes > 1 || changesImports) return [edits];
  const units = new Map<string | Replacement, Replacement[]>();
  for (const edit of edits) addTo(units, renames.has(edit.opId) ? edit.opId : edit, edit);
  return [...units.values()];
}
