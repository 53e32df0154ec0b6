/** True if code between brackets stays what it is: its own brackets are closed, and one node has no comma or `;`. */
export function staysTogether(code: string, isOne: boolean): boolean {
  const bare = code.replace(LITERALS, "0");
  if (/["'`/]|-->/.test(bare) || TAG.test(bare) || /^\s*["'`]/.test(code)) return false;
  let depth = 0;
  for (const sign of bare.match(/[()[\]{},;]/g) ?? []) {
    if (/[([{]/.test(sign)) depth += 1;
    else if (/[)\]}]/.test(sign)) depth -= 1;
    else if (depth === 0 && isOne) return false;
    if (depth < 0) return false;
  }
  return depth === 0 && !/,\s*$/.test(bare);
}

const LITERALS = new RegExp(
  [
    ...[/"(?:[^"\\\n]|\\.)*"/, /'(?:[^'\\\n]|\\.)*'/],
    /`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^`{}"'/\\]*\})*`/,
    ...[/\/\/.*\n/, /\/\*(?:[^*]|\*(?!\/))*\*\//],
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** A `<` that may begin a tag: no operand stands before it. */
const TAG =
  /(?:^|[^\w$)\]\s]|\b(?:return|default|yield|await|case|typeof|void|in|of|else|do))\s*<\s*[\w$>]/;
