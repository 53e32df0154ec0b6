/**
 * Four dollars, as a rule for patterns: `$$$$HOME` is the code `$HOME`, and no metavariable. A backslash is taken:
 * `\$A` is a name of PHP, a function of Haskell, and code in the strings of most languages.
 */
const WRITTEN_NAME = /(?<!\$)\${4}(?=([A-Z_0-9]\w*))\1/g;

/** True if a pattern may have a name with four dollars. */
export function hasWrittenDollars(pattern: string): boolean {
  return pattern.search(WRITTEN_NAME) !== -1;
}

/** Replaces each name with four dollars in a pattern; `replacementOf` gets it without dollars, and its number. */
export function replaceWrittenDollars(
  pattern: string,
  replacementOf: (name: string, index: number) => string,
): string {
  let index = 0;
  return pattern.replace(WRITTEN_NAME, (_whole, name: string) => replacementOf(name, index++));
}
