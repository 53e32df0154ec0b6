import { wellFormed } from "../../../shared/shown.ts";
import type { Finding } from "../../findings/finding.ts";
import { terminalLine } from "../../terminal-text.ts";

/** The page that explains reports. */
const DOCS = "https://github.com/sluice/sluice/blob/main/docs/reports.md#sarif";

/** The rules of the results so far. */
export interface SarifRules {
  /** Returns the place of the rule of a finding, and the bytes that it adds if it is new. */
  indexOf(finding: Finding): { readonly index: number; readonly size: number };
  /** In the order of their places. */
  list(): readonly object[];
}

/** Collects a rule for each op of each step that has results. */
export function sarifRules(): SarifRules {
  const indexes = new Map<string, number>();
  const list: object[] = [];
  return {
    indexOf(finding) {
      const known = indexes.get(finding.ruleId);
      if (known !== undefined) return { index: known, size: 0 };
      const rule = ruleOf(finding);
      indexes.set(finding.ruleId, list.length);
      return { index: list.push(rule) - 1, size: Buffer.byteLength(JSON.stringify(rule)) + 1 };
    },
    list: () => list,
  };
}

function ruleOf({ ruleId, title, action }: Finding): object {
  const recipe = wellFormed(terminalLine(action?.recipe ?? ""));
  const step = wellFormed(terminalLine(action?.step ?? ""));
  const text =
    `Step \`${step}\` of the recipe \`${recipe}\` changes this code. ` +
    "A fix has what the whole run makes of these lines. Held changes wait for a person: `sluice runs` lists them, " +
    "`sluice resolve` ends them.";
  return {
    id: ruleId,
    shortDescription: { text: `${title}: a change of a recipe` },
    fullDescription: { text: `A change that the step ${step} of the recipe ${recipe} makes.` },
    help: { text, markdown: text },
    helpUri: DOCS,
    defaultConfiguration: { level: "note" },
    properties: { tags: ["codemod"] },
  };
}
