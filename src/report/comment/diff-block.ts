import { countOf } from "../../shared/count-of.ts";
import { shorten } from "../../shared/shorten.ts";
import { codeBlock } from "../markdown-text.ts";
import { terminalText } from "../terminal-text.ts";

/** The most lines of a block, and the most UTF-16 code units of one of them. */
const [MOST_LINES, MOST_LINE] = [24, 400];

/** The beginning of a line that no diff has: a report of a stranger could end the block with it, or give a command. */
const NO_DIFF_LINE = /^(?=[/`~])/gm;

/** Returns a part of a diff so that it can do nothing in a block of Markdown. */
export function safeDiff(text: string): string {
  return terminalText(text).replace(NO_DIFF_LINE, " ");
}

/** Returns a short block with the first lines of a diff, without its head, unless that tells of another mode. */
export function diffBlock(diff: string): string {
  const shown: string[] = [];
  let [at, left] = [Math.max(0, diff.search(/^(?:@@ |old mode |new file mode 100755)/m)), 0];
  while (at < diff.length) {
    const next = diff.indexOf("\n", at);
    const end = next < 0 ? diff.length : next;
    if (shown.length === MOST_LINES) left += 1;
    else shown.push(shorten(diff.slice(at, Math.min(end, at + MOST_LINE + 1)), MOST_LINE));
    at = end + 1;
  }
  const block = codeBlock(safeDiff(shown.join("\n")), "diff");
  return left === 0 ? block : `${block}\n\n… ${countOf(left, "more line")}`;
}
