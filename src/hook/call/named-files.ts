/** The lines of a patch of Codex that name a file: those of texts begin with a blank, `+` or `-`. */
const NAMING = /^(?<head>\*\*\* (?:(?:Add|Delete|Update) File|Move to): )(?<path>.+?)\s*$/;

/** Reads a line of a patch that names a file; undefined for any other line. */
export function readNaming(
  line: string,
): { readonly head: string; readonly path: string } | undefined {
  const { head, path } = NAMING.exec(line)?.groups ?? {};
  return head === undefined || path === undefined ? undefined : { head, path };
}

/** Returns the files that a patch of Codex names, as it writes them. */
export function namedFiles(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => readNaming(line)?.path ?? []);
}
