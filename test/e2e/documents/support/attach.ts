import type { Report } from "../../../../src/index.ts";
import { type Tree, tempRepository } from "../../../support/temp-tree.ts";
import { report } from "./command.ts";

/** The words of a recipe that builds a conversation and asks no model. */
interface Prompt {
  /** YAML of the step, beside `id`. */
  readonly step: string;
  /** YAML lines of the recipe. */
  readonly recipe?: string;
  readonly files?: Tree;
  /** Told the root before the run. */
  readonly onRoot?: (root: string) => void;
  readonly args?: readonly string[];
}

/** Builds the conversation of a prompt by the command. Returns the transcript and the alerts about references. */
export async function attach({ step, recipe = "", files = {}, onRoot, args = [] }: Prompt) {
  const text = `version: 1\nname: r\n${recipe}\nsteps:\n  - id: ask\n    ${step}\n`;
  const root = tempRepository({ ".sluice/recipes/r.yaml": text, ...files });
  onRoot?.(root);
  const ended = await report(root, "preview", "r", ...args);
  const [transcript] = ended.report.transcripts;
  const alerts = ended.report.alerts.filter(({ code }) => code.startsWith("file-ref"));
  return { ...ended, root, items: itemsOf(transcript), refs: transcript?.fileRefs ?? [], alerts };
}

function itemsOf(transcript: Report["transcripts"][number] | undefined) {
  return (transcript?.items ?? []).map((item) =>
    "text" in item ? { role: item.role, text: item.text } : { role: item.role, text: "" },
  );
}
