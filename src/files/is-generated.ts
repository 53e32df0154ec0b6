/** The beginning of a file that is searched for its mark, in UTF-16 code units. */
const HEAD = 2048;

/** `@generated` (Meta's, protoc's, Relay's), and Go's own sentence. */
const MARK = /@generated\b|^\W*Code generated .{1,200} DO NOT EDIT\.?\W*$/m;

/** True if a file says near its top that a program wrote it. */
export function isGenerated(text: string): boolean {
  return MARK.test(text.slice(0, HEAD));
}
