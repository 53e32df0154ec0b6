// A line of a text that begins with `/` is a command to GitLab, which is run with the rights of the token: `/merge`.

/** Returns a text without commands, for GitLab to show: one space before such a line ends it, and is not seen. */
export function withoutQuickActions(text: string): string {
  return text.replace(/^( *)\//gm, " $1/");
}

/** Returns the text that {@link withoutQuickActions} was given. */
export function withQuickActions(shown: string): string {
  return shown.replace(/^ ( *)\//gm, "$1/");
}
