/** Returns the word by which a call of git names a path, whatever signs it has. */
export function literalPathspec(path: string): string {
  return `:(literal)${path}`;
}
