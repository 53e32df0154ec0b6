/** The words of a text, or why it cannot be split. */
export type SplitArguments =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "problem"; readonly message: string };

/** One piece of a word: blank, `'…'`, `"…"`, `\x`, or plain text. The last takes a quote that is left open. */
const PIECE =
  /(?<blank>\s+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<plain>[^\s'"\\]+)|(?<open>.)/gs;

/** The characters that a backslash quotes inside of double quotes; before any other it is itself. */
const ESCAPED_IN_DOUBLE = /\\(?:([\\"$`])|\n)/g;

/**
 * Splits a text into words by the quoting rules of a POSIX shell: blanks and line ends separate,
 * `'…'` is literal, `"…"` knows `\"`, `\\`, `\$` and `` \` ``, a backslash quotes the next character,
 * and a backslash before a line end joins the lines. Nothing is expanded: `$X`, `*`, `~`, `#` and
 * `$(…)` are text.
 */
export function splitArguments(text: string): SplitArguments {
  const words: string[] = [];
  let word: string | undefined;
  for (const { groups = {} } of text.replaceAll("\r\n", "\n").matchAll(PIECE)) {
    const { blank, single, double, escaped, plain, open } = groups;
    if (open !== undefined) return { kind: "problem", message: leftOpen(open) };
    if (escaped === "\n") continue;
    if (blank === undefined) {
      const inDouble = double?.replace(ESCAPED_IN_DOUBLE, (_whole, kept: string = "") => kept);
      word = (word ?? "") + (single ?? inDouble ?? escaped ?? plain ?? "");
    } else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return { kind: "words", words: word === undefined ? words : [...words, word] };
}

function leftOpen(character: string): string {
  if (character === "\\") return "a backslash at the end quotes nothing.";
  return `a quote (${character}) is opened and never closed.`;
}
