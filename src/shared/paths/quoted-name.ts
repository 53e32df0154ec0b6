const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
};

/** Returns a name that git has quoted, as a text of C: `\303\244` are two bytes. */
export function unquotedName(text: string): string {
  const bytes: Buffer[] = [];
  for (const [, octal, escaped, plain] of text
    .replace(/^"|"\t?$/g, "")
    .matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
    else if (escaped !== undefined)
      bytes.push(Buffer.from(escaped in ESCAPES ? [ESCAPES[escaped] ?? 0] : escaped));
    else if (plain !== undefined) bytes.push(Buffer.from(plain));
  }
  return Buffer.concat(bytes).toString();
}
