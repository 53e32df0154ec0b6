/** Returns a word for the command line of a POSIX shell, in quotes if it needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the id of a record, which may be a stranger's, as a word; `ID` stands for one that would be an option. */
export function idWord(id: string): string {
  return id.startsWith("-") ? "ID" : shellWord(id);
}
