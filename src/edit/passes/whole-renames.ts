import type { Replacement } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import type { Span } from "../text/span.ts";

/** The edits of a rename, and the places of those that are left. */
interface WholeRename extends OpReplacements {
  readonly left: readonly Span[];
}

/** Takes all edits of a rename if each of their places may be edited, and none otherwise. */
export function wholeRename(
  found: OpReplacements,
  isKept: (place: Span) => boolean = () => true,
): WholeRename {
  const kept = found.accepted.filter(isKept);
  if (kept.length === found.accepted.length) return { ...found, left: [] };
  return { accepted: [], superseded: [], left: kept };
}

/** Leaves each rename of which the edit of an earlier op takes a place, and goes on to say the old name there. */
export function withoutHalfRenames(
  merged: OpReplacements,
  ops: readonly CompiledOp[],
): OpReplacements {
  const halves = new Map<string, string>();
  for (const { id, names } of ops) {
    const name = names?.rename?.name;
    const lost = merged.superseded.find(
      ({ opId, byOpId, winner }) =>
        name !== undefined &&
        opId === id &&
        byOpId !== id &&
        textAt(merged.accepted, winner?.start)?.includes(name),
    );
    if (lost !== undefined) halves.set(id, lost.byOpId);
  }
  if (halves.size === 0) return merged;
  const left = merged.accepted.flatMap((edit) => {
    const byOpId = halves.get(edit.opId);
    return byOpId === undefined ? [] : [{ ...edit, byOpId }];
  });
  return {
    accepted: merged.accepted.filter(({ opId }) => !halves.has(opId)),
    superseded: [...merged.superseded, ...left].sort((a, b) => a.start - b.start || a.end - b.end),
  };
}

function textAt(edits: readonly Replacement[], start: number | undefined): string | undefined {
  return edits.find((edit) => edit.start === start)?.text;
}
