import type { ActionReport } from "../../../model/report/report.ts";
import { changesOf, type LineRange, linesOf } from "./changed-lines.ts";
import { WriteLayer } from "./write-layer.ts";

/**
 * Returns the lines of a file that each action changes, as the text before the run has them: an action changes the text
 * that earlier ones left, in which the same line may have another number.
 */
export function originalLines(
  actions: readonly ActionReport[],
  path: string,
): ReadonlyMap<ActionReport, readonly LineRange[]> {
  const layers = new Map<string | null, WriteLayer | undefined>(); // By the hash of the text after them.
  const joint = new Map<string, WriteLayer>();
  const lines = new Map<ActionReport, readonly LineRange[]>();
  for (const action of actions) {
    const file = action.files.find((one) => one.path === path);
    if (file === undefined) continue;
    const { preHash, postHash, diff, isJoint } = file;
    if (!layers.has(preHash)) layers.set(preHash, undefined); // The text before the run.
    const before = layers.get(preHash);
    const changes = changesOf(diff);
    lines.set(
      action,
      changes.map((change) => toOriginal(linesOf(change), before)),
    );
    if (!isInTree(action)) continue;
    const write = `${preHash} ${postHash}`;
    const layer = joint.get(write) ?? new WriteLayer(before);
    layer.add(changes);
    if (isJoint) joint.set(write, layer);
    if (!layers.has(postHash)) layers.set(postHash, layer);
  }
  return lines;
}

/** True if later actions see the text that an action leaves. */
function isInTree({ state, isWritten }: ActionReport): boolean {
  return ["applied", "would-apply", "pending"].includes(state) || isWritten === true;
}

function toOriginal(range: LineRange, layer: WriteLayer | undefined): LineRange {
  let lines = range;
  for (let one = layer; one !== undefined; one = one.before) lines = one.linesBefore(lines);
  return lines;
}
