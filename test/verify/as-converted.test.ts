import { expect, it } from "vitest";
import { blobIdOf } from "../../src/shared/blob-id.ts";
import { isAsConverted } from "../../src/verify/as-converted.ts";

const KEYWORD = "/* $Id$ */\nf();\n";
const OWN = `/* $Id: ${blobIdOf(Buffer.from(KEYWORD))} $ */\nf();\n`;
const utf16 = (text: string) => Buffer.from(text, "utf16le");

it.each<[what: string, base: string, found: string | Buffer, isEqual: boolean]>([
  ["the same bytes", "a\n", "a\n", true],
  ["line ends of Windows", "a\nb\n", "a\r\nb\r\n", true],
  ["the id that git writes", KEYWORD, OWN, true],
  ["the id, and line ends of Windows", KEYWORD, OWN.replaceAll("\n", "\r\n"), true],
  ["another text in the keyword", KEYWORD, "/* $Id: */ evil() /* $ */\nf();\n", false],
  ["the id of another blob", KEYWORD, OWN.replace(/[0-9a-f]{40}/, "0".repeat(40)), false],
  ["an encoding that the base names", "ä\n", utf16("ä\n"), true],
  [
    "an encoding, and text in the keyword",
    KEYWORD,
    utf16(KEYWORD.replace("$Id", "$Id: x ")),
    false,
  ],
])("%s: a file that git takes for the one of the base", (_what, base, found, isEqual) => {
  const blob = Buffer.from(base);
  const id = blobIdOf(blob);
  const content = { id, blob, bytes: Buffer.from(found) };
  const added = new Map([["a", id]]);
  expect(isAsConverted("a", content, { added, isConversionKnown: true })).toBe(isEqual);
  const isText = !Buffer.isBuffer(found);
  expect(isAsConverted("a", content, { added, isConversionKnown: false })).toBe(isEqual && isText);
  const isBase = blob.equals(content.bytes);
  expect(isAsConverted("a", content, { added: new Map(), isConversionKnown: true })).toBe(isBase);
});
