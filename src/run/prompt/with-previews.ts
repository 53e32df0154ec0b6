import { OUTPUT_CAP } from "../../model/tool.ts";
import { truncateText } from "../../shared/truncate-text.ts";
import type { ActionRecord } from "../state/action-book.ts";

/**
 * Returns the text of a result with the diffs of the call's actions, which the model has to see before it resolves. Of
 * several actions each stands under its id. The length is limited as that of any tool result (T15).
 */
export function withPreviews(text: string, actions: readonly ActionRecord[]): string {
  const diffs = actions.flatMap(({ pending, preview }) => {
    const changes = preview.kind === "files" ? preview.changes : [];
    const diff = changes.map((change) => change.diff).join("");
    if (diff === "") return [];
    return [actions.length > 1 ? `[${pending.id}] ${pending.label}\n${diff}` : diff];
  });
  if (diffs.length === 0) return text;
  const all = [text, ...diffs].join("\n");
  const cut = truncateText(all, OUTPUT_CAP);
  return cut.dropped === 0 ? all : `${cut.text}\n[...truncated, ${cut.dropped} bytes dropped]`;
}
