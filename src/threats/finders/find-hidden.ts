import type { Finder, Finding } from "../code/scanned-text.ts";

/** Control characters, and characters that are shown as nothing or change the direction of others. */
const HIDDEN = new RegExp(
  "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f" +
    "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb" +
    "\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
  "gu",
);

/** Scripts in which characters that join others, or keep them apart, are part of the spelling. */
const SCRIPTS = "Arab Syrc Mong Deva Beng Taml Telu Knda Mlym Sinh Khmr Guru Gujr Orya".split(" ");
const JOINING = new RegExp(`[${SCRIPTS.map((name) => `\\p{sc=${name}}`).join("")}]\\p{M}*$`, "u");
const EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*0-9])\ufe0f?$/u;
const PICTURE_BEFORE = /[\p{Emoji}\p{Extended_Pictographic}]$/u;
const IDEOGRAPH = /\p{sc=Han}$/u;
const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}]/u;
const BRAILLE = /[\u2801-\u28ff]/;
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007f}]*$/u;

/** The most code units before a character that its use is judged by. */
const BEFORE = 24;

/**
 * Finds characters that a reader does not see. A BOM at the beginning, emoji, the spelling of scripts, and a form feed
 * in a line of its own are innocent.
 */
export const findHidden: Finder = ({ text }) => {
  const found: Finding[] = [];
  // The lines of an old Mac are one finding, which stays the same when there are more of them.
  const isOfMac = !text.includes("\n");
  const returns = [...text.matchAll(LONE_RETURN)].slice(0, isOfMac ? 1 : undefined);
  for (const { 0: character, index: at } of [...text.matchAll(HIDDEN), ...returns]) {
    const code = character.codePointAt(0) ?? 0;
    if (isInnocent(code, text, at)) continue;
    const end = at + character.length;
    const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    const before = /[^\n]*$/.exec(text.slice(Math.max(0, at - BESIDE), at))?.[0] ?? "";
    const after = /^[^\n]*/.exec(text.slice(end, end + BESIDE))?.[0] ?? "";
    const beside = isOfMac && code === 0xd ? "" : `${before}|${after}`;
    found.push({
      at,
      key: `${name} ${beside.replace(/\s/g, "")}`,
      text: `${name} ${kindOf(code)}`,
    });
  }
  return found.sort((a, b) => a.at - b.at);
};

/** Ends a line for some languages; a terminal shows what follows it over what is before it. */
const LONE_RETURN = /\r(?!\n)/g;

/** The code units on each side by which a hidden character is the same as another one. */
const BESIDE = 4;

function isInnocent(code: number, text: string, at: number): boolean {
  if (code === 0xfeff) return at === 0;
  const before = text.slice(Math.max(0, at - BEFORE), at);
  if (code === 0xc)
    return /(?:^|[\r\n])$/.test(before) && /^(?:$|[\r\n])/.test(text.slice(at + 1, at + 2));
  if (code === 0x2800) return BRAILLE.test(before.slice(-4) + text.slice(at + 1, at + 5));
  if (code === 0x200d || code === 0x200c)
    return JOINING.test(before) || (code === 0x200d && EMOJI.test(before));
  if (code === 0xfe0e || code === 0xfe0f) return PICTURE_BEFORE.test(before);
  if (code >= 0xe0020 && code <= 0xe007f) return FLAG.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return IDEOGRAPH.test(before);
  if (code >= 0x180b && code <= 0x180f) return /\p{sc=Mong}\p{M}*$/u.test(before);
  const isMark = code === 0x200e || code === 0x200f || code === 0x61c;
  return isMark && RIGHT_TO_LEFT.test(before + text.slice(at + 1, at + BEFORE));
}

function kindOf(code: number): string {
  if (code < 0xa0) return "(control character)";
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
    return "(turns the direction of text)";
  if (code >= 0xe0000) return "(tag or selector)";
  return "(invisible)";
}
