const CLOSERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/**
 * Describes the brackets that some lines open and do not close, with their lines, and those that they close and did not
 * open: stretches with the same description leave what follows in the same block.
 */
export function openBrackets(lines: readonly string[]): string {
  const open: { readonly bracket: string; readonly line: string }[] = [];
  let closed = "";
  for (const line of lines)
    for (const [bracket] of line.matchAll(/[()[\]{}]/g)) {
      const opener = CLOSERS[bracket];
      if (opener === undefined) open.push({ bracket, line: line.trim() });
      else if (open.at(-1)?.bracket === opener) open.pop();
      else closed += bracket;
    }
  return JSON.stringify([closed, open]);
}
