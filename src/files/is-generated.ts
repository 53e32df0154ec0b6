/** How far into a file its mark is looked for, in UTF-16 code units. */
const HEAD = 2048;

/** `@generated` (Meta's, protoc's, Relay's), and Go's own sentence. */
const MARK = /@generated\b|^\W*Code generated .{1,200} DO NOT EDIT\.?\W*$/m;

/** Whether a file says of itself, near its top, that a program wrote it. */
export function isGenerated(text: string): boolean {
  return MARK.test(text.slice(0, HEAD));
}
