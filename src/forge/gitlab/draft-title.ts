// GitLab keeps in the title that a merge request is a draft.

/** Each form that GitLab knows, as often as it is there. */
const PREFIX = /^\s*(?:(?:\[draft\]|\(draft\)|draft:)\s*)+/i;

/** Returns a title as GitLab has it. */
export function titleWith(title: string, isDraft: boolean): string {
  const bare = bareTitle(title);
  return isDraft ? `Draft: ${bare}` : bare;
}

/** Returns a title without the prefix. */
export function bareTitle(title: string): string {
  return title.replace(PREFIX, "");
}
