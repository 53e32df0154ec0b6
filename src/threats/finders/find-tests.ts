import { longRegex } from "../code/long-regex.ts";
import type { TextRule } from "../code/rule-finder.ts";
import type { Finder, Finding } from "../code/scanned-text.ts";
import { zoneAt } from "../code/zone-at.ts";
import { TEST_CASES } from "../tables/disabled-tests.ts";

/** The title or the name that follows the beginning of a test. */
const TITLE = longRegex(
  "",
  String.raw`^(?:[^"'\x60\n]{0,120}(?=["'\x60])|[^\n]{0,80}\n(?:[^\n]{0,120}\n){0,4}?[^\n]{0,60}?\b(?:fn|`,
  String.raw`void|fun|def|func|Task)\s{1,4}(\w{1,120}))`,
);

/** Finds tests by their titles, so that a test which moves, or is skipped, is still there. */
export const findTests: Finder = (scanned) => {
  const rules = TEST_CASES.filter(({ paths }) => paths?.test(scanned.path) ?? true);
  const found = rules.flatMap((rule) => testsOf(rule, scanned));
  return found.sort((a, b) => a.at - b.at);
};

function testsOf({ regex }: TextRule, { text, zones }: Parameters<Finder>[0]): Finding[] {
  return [...text.matchAll(regex)].flatMap(({ 0: match, index: at }) => {
    if (zones !== undefined && zoneAt(zones, at) !== "code") return [];
    const end = at + match.length;
    const title =
      /["'`\]@]/.test(match) || match.startsWith("@")
        ? titleIn(text.slice(end, end + LONGEST_TITLE))
        : match.replace(/^(?:def|func)\s|\($/g, "");
    return [{ at, key: title, text: `test removed: ${title}` }];
  });
}

/** The most code units after the beginning of a test in which its title is. */
const LONGEST_TITLE = 600;

function titleIn(text: string): string {
  const found = TITLE.exec(text);
  return (found?.[1] ?? found?.[0] ?? "").trim();
}
