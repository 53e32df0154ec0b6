import { type ActionReport, whyOf } from "../../model/report/report.ts";
import { shorten } from "../../shared/shorten.ts";
import { wellFormed } from "../../shared/shown.ts";
import { terminalLine } from "../terminal-text.ts";

/** In characters. */
const REASON = 500;

/** The texts of a replacement, as far as they are known; of a whole file that comes or goes none. */
export interface ReplacedTexts {
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly old?: string | undefined;
  readonly fresh?: string | undefined;
}

/** Returns a function that puts replacements of an action into words: state, texts, reason and rule. */
export function changeWords(action: ActionReport): (texts: ReplacedTexts | undefined) => string {
  const { state, ruleId, isStale } = action;
  const label = terminalLine(action.label);
  const why = terminalLine(shorten(whyOf(action) ?? "", REASON));
  const rule = ruleId === undefined ? "" : ` [rule ${terminalLine(ruleId)}]`;
  const before = `${isStale === true ? "stale" : state.replace("-", " ")}: `;
  const behind = `${why === "" ? "" : ` — ${why}`}${rule}`;
  return (texts) =>
    wellFormed(before + (texts === undefined ? label : textWords(texts, label)) + behind);
}

function textWords({ isNew, isDeleted, old, fresh }: ReplacedTexts, label: string): string {
  if (isNew) return "the file is new";
  if (isDeleted) return "the file is deleted";
  if (old === undefined || fresh === undefined) return label;
  if (fresh === "") return `\`${old}\` is removed`;
  return old === "" ? `\`${fresh}\` is added` : `\`${old}\` → \`${fresh}\``;
}
