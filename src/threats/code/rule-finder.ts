import { isProse } from "./kinds.ts";
import type { Finding, ScannedText } from "./scanned-text.ts";
import { type ZoneKind, zoneAt } from "./zone-at.ts";

/** A rule that finds code or words by their text, in one kind of text. */
export interface TextRule {
  /** Its name, in a place. Default: what was found. */
  readonly name?: string;
  /** With the flag `g`; takes time by the length of the text. */
  readonly regex: RegExp;
  /** The kinds of text in which a match may begin. Default: code alone. */
  readonly zones?: readonly ZoneKind[];
  /** The files that it is about. Default: all. */
  readonly paths?: RegExp;
  /** The text by which a match is the same as another one. Default: its statement, whatever its layout. */
  readonly key?: "line" | "match" | "name";
}

/**
 * Returns a finder for all matches of rules. Prose about code is no code. In a file of no known language, all of the
 * text counts.
 */
export function createRuleFinder(
  rules: readonly TextRule[],
): (scanned: ScannedText) => readonly Finding[] {
  return (scanned) => {
    if (isProse(scanned.kindPath)) return [];
    const found = rules
      .filter(({ paths }) => paths?.test(scanned.kindPath) ?? true)
      .flatMap((rule) => matchesOf(rule, scanned));
    return found.sort((a, b) => a.at - b.at).filter(({ at }, index) => at !== found[index - 1]?.at);
  };
}

const CODE: readonly ZoneKind[] = ["code"];

function matchesOf(rule: TextRule, scanned: ScannedText): Finding[] {
  const { regex, name, zones = CODE } = rule;
  return [...scanned.text.matchAll(regex)].flatMap(({ 0: match, index: at }) => {
    const known = scanned.zones;
    if (known !== undefined && !zones.includes(zoneAt(known, at))) return [];
    const text = match.replace(/\s+/g, " ").trim();
    const shown = name === undefined ? text : `${name}: ${text}`;
    return [{ at, key: `${name ?? ""} ${keyOf(rule, match, scanned.text, at)}`, text: shown }];
  });
}

/** The most code units of the code that tells one finding from another. */
const OF_KEY = 60;

/** Returns the code at a place without what a formatter changes. */
function keyOf({ key }: TextRule, match: string, text: string, at: number): string {
  if (key === "name") return "";
  const code = key === "match" ? match : text.slice(at, at + 2 * OF_KEY);
  const own = key === "line" ? (/^[^\r\n]*/.exec(code)?.[0] ?? "") : code;
  const plain = plainCode(own).slice(0, OF_KEY);
  return key === undefined ? plain.replace(/(?:[;}]|(?<!\$)\{).*$/, "") : plain;
}

/** Returns code without what a formatter changes: white space, the kind of quotes, and the last comma of a list. */
export function plainCode(code: string): string {
  return code.replace(/\s+|,(?=\s*[)\]}])/g, "").replace(/['`]/g, '"');
}
