import { type ActionReport, whyOf } from "../../model/report/report.ts";
import { shorten } from "../../shared/shorten.ts";
import { wellFormed } from "../../shared/well-formed.ts";
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

/** Returns a replacement in words: its state, its texts, the reason and the rule. */
export function changeWords(action: ActionReport, texts: ReplacedTexts | undefined): string {
  const { state, ruleId, label, isStale } = action;
  const what = texts === undefined ? terminalLine(label) : textWords(texts, label);
  const why = terminalLine(shorten(whyOf(action) ?? "", REASON));
  const rule = ruleId === undefined ? "" : ` [rule ${terminalLine(ruleId)}]`;
  const words = isStale === true ? "stale" : state.replace("-", " ");
  return wellFormed(`${words}: ${what}${why === "" ? "" : ` — ${why}`}${rule}`);
}

function textWords({ isNew, isDeleted, old, fresh }: ReplacedTexts, label: string): string {
  if (isNew) return "the file is new";
  if (isDeleted) return "the file is deleted";
  if (old === undefined || fresh === undefined) return terminalLine(label);
  if (fresh === "") return `\`${old}\` is removed`;
  return old === "" ? `\`${fresh}\` is added` : `\`${old}\` → \`${fresh}\``;
}
