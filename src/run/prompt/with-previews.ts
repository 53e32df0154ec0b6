import { OUTPUT_CAP } from "../../model/tool.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import { truncateText } from "../../shared/truncate-text.ts";
import { previewOf } from "../decide/preview-of.ts";

/**
 * The text of a result with what its call would do, as diffs: whoever resolves has to see it. Of several actions each
 * stands under its id. At most as much as a tool may answer (T15).
 */
export function withPreviews(text: string, actions: readonly PendingAction[]): string {
  const diffs = actions.flatMap((action) => {
    const diff = previewOf(action)
      .changes.map((change) => change.diff)
      .join("");
    if (diff === "") return [];
    return [actions.length > 1 ? `[${action.id}] ${action.label}\n${diff}` : diff];
  });
  if (diffs.length === 0) return text;
  const all = [text, ...diffs].join("\n");
  const cut = truncateText(all, OUTPUT_CAP);
  return cut.dropped === 0 ? all : `${cut.text}\n[...truncated, ${cut.dropped} bytes dropped]`;
}
