/**
 * The most braces that may be open at one place of a text. The parser of JavaScript merges its readings of `{a:{a:…` by
 * recursion, and ends the process: at 18,000 braces on a thread of the engine, at 60,000 on the main one.
 */
export const MOST_OPEN = 8_000;

/** True for a text with more than {@link MOST_OPEN} open braces, in code or in texts. Takes a moment. */
export function isTooNested(text: string): boolean {
  if (text.length <= MOST_OPEN) return false;
  let open = 0;
  for (let at = 0; at < text.length && open <= MOST_OPEN; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPENS) open += 1;
    else if (code === CLOSES && open > 0) open -= 1;
  }
  return open > MOST_OPEN;
}

const OPENS = "{".charCodeAt(0);
const CLOSES = "}".charCodeAt(0);
