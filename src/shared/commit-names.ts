const MOST_NAMED = 5;

/** Returns the short names of some commits, by their ids: the first five. */
export function commitNames(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED).map((id) => id.slice(0, 10));
  return [...shown, ...(ids.length > shown.length ? ["…"] : [])].join(", ");
}

/** True for a full id of a commit, or the beginning of one, in hex. */
export function isCommitId(text: string): boolean {
  return /^[0-9a-f]{12,64}$/.test(text);
}
