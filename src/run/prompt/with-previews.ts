import { visiblePath } from "../../files/visible-path.ts";
import { type WithheldSources, whyWithheld } from "../../files/withheld/why-withheld.ts";
import type { FileChange } from "../../model/action/preview.ts";
import { OUTPUT_CAP } from "../../model/tool.ts";
import { truncateText } from "../../shared/truncate-text.ts";
import { unnamedNote } from "../calls/unnamed-actions.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunRecord } from "../state/run-context.ts";

/** The means to say which texts a model may see, and what the policy does with actions that name no files. */
export type PreviewSources = WithheldSources & Pick<RunRecord, "policy">;

/**
 * Returns the text of a result with the diffs of the call's actions, which the model has to see before it resolves. Of
 * several actions each stands under its id. The length is limited as that of any tool result (T15). The diff of a file
 * whose text is kept from models is left out (F21). Actions that name no files are told as such.
 */
export async function withPreviews(
  result: string,
  actions: readonly ActionRecord[],
  sources: PreviewSources,
): Promise<string> {
  const note = unnamedNote(actions, sources.policy);
  const text = [result, note].filter((part) => part !== "").join("\n");
  const shown = await Promise.all(
    actions.map(async ({ pending, preview }) => {
      const changes = preview.kind === "files" ? preview.changes : [];
      const diffs = await Promise.all(changes.map((change) => diffOf(change, sources)));
      const diff = diffs.join("");
      if (diff === "") return [];
      return [actions.length > 1 ? `[${pending.id}] ${pending.label}\n${diff}` : diff];
    }),
  );
  const diffs = shown.flat();
  if (diffs.length === 0) return text;
  const all = [text, ...diffs].join("\n");
  const cut = truncateText(all, OUTPUT_CAP);
  return cut.dropped === 0 ? all : `${cut.text}\n[...truncated, ${cut.dropped} bytes dropped]`;
}

async function diffOf(
  { path, preHash, diff }: FileChange,
  sources: WithheldSources,
): Promise<string> {
  if (preHash === null) return diff; // The text of a new file is that of the call.
  const withheld = await whyWithheld(path, sources);
  return withheld === undefined ? diff : `[\`${visiblePath(path)}\` ${withheld}.]\n`;
}
