import { entropyOf } from "../code/entropy-of.ts";
import type { Finder, Finding } from "../code/scanned-text.ts";
import { CODE_PATH, DATA_PATH, DECLARED } from "../tables/encoded-data.ts";

/** Longer than a sha512 in base64, which has 88 characters, and in hex, which has 128. */
const BASE64 = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{100,}={0,2}/g;

/** The same in lines, as `base64` prints them. */
const WRAPPED = /(?:^[ \t"'#*]{0,12}[A-Za-z0-9+/]{56,}={0,2}(?:\\n)?["']? ?[+,;]?\r?\n){3,}/gm;

const HEX = /(?<![\dA-Za-z])(?:0x)?[\da-f]{129,}(?![\dA-Za-z])/gi;
const ESCAPES = /(?:\\x[\da-f]{2}|\\u\{?[\da-f]{4}\}?|\\[0-3][0-7]{2}|%[\da-f]{2}){24,}/gi;
const NUMBERS = /(?:(?:0x[\da-f]{1,2}|25[0-5]|2[0-4]\d|1?\d{1,2})\s{0,4},\s{0,4}){96,}/gi;

/** The kinds of data, each with the least bits of entropy a character. Text has four; random base64 nearly six. */
const KINDS = [
  { name: "base64", regex: BASE64, entropy: 4.6 },
  { name: "base64 in lines", regex: WRAPPED, entropy: 4.6 },
  { name: "hex", regex: HEX, entropy: 2.5 },
  { name: "escapes", regex: ESCAPES, entropy: 0 },
  { name: "numbers of bytes", regex: NUMBERS, entropy: 2.5 },
] as const;

/** Finds encoded data and minified code. Data of a file or of a kind that declares itself is innocent. */
export const findEncoded: Finder = ({ path, text }) => {
  if (DATA_PATH.test(path)) return [];
  const found: Finding[] = [];
  let end = 0;
  for (const { name, at, data } of blobsIn(text)) {
    if (at < end) continue;
    end = at + data.length;
    if (DECLARED.test(text.slice(Math.max(0, at - LONGEST_DECLARATION), at))) continue;
    found.push({ at, key: keyOf(name, data), text: `${name}, ${data.length} characters` });
  }
  return [...found, ...(CODE_PATH.test(path) ? minifiedLines(text) : [])].sort(
    (a, b) => a.at - b.at,
  );
};

const LONGEST_DECLARATION = 80;

/** The most code units of data that tell it from other data. */
const OF_KEY = 200;

function keyOf(name: string, data: string): string {
  return `${name} ${data.replace(/\s/g, "").slice(0, OF_KEY)}`;
}

function blobsIn(text: string) {
  return KINDS.flatMap(({ name, regex, entropy }) =>
    [...text.matchAll(regex)].flatMap(({ 0: data, index: at }) =>
      entropyOf(data.slice(0, MEASURED)) >= entropy ? [{ name, at, data }] : [],
    ),
  )
    .filter(({ name, data }) => name !== "base64" || MIXED.every((kind) => kind.test(data)))
    .sort((a, b) => a.at - b.at || b.data.length - a.data.length);
}

/** Paths and names of this length seldom have all of these. */
const MIXED = [/\d/, /[a-z]/, /[A-Z]/];

/** The most code units that are measured. */
const MEASURED = 4096;

/** The least length of a line of minified code, and the most white space that it has. */
const LONG_LINE = 1000;
const FEW_BLANKS = 0.1;

function minifiedLines(text: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const { 0: line, index: at } of text.matchAll(/[^\n]{1000,}/g)) {
    const measured = line.slice(0, MEASURED);
    const blanks = measured.length - measured.replace(/\s/g, "").length;
    const signs = measured.length - measured.replace(/[;{}(),=]/g, "").length;
    if (blanks > measured.length * FEW_BLANKS || signs < LONG_LINE / 20) continue;
    found.push({ at, key: keyOf("minified", line), text: `minified, ${line.length} characters` });
  }
  return found;
}
