import { holdsNoCode } from "../code/kinds.ts";
import { longRegex } from "../code/long-regex.ts";
import { createRuleFinder, plainCode } from "../code/rule-finder.ts";
import type { Finder, Finding, ScannedText } from "../code/scanned-text.ts";
import { zoneAt } from "../code/zone-at.ts";
import { NETWORKS, PROGRAMS, RUNNING_CODE, SCRIPTS } from "../tables/running-code.ts";
import { createPageFinder, PAGES } from "./find-page-code.ts";

const findByRules = createRuleFinder(RUNNING_CODE);

/**
 * Finds code by the rules, what pages run, and calls of what a script imports to start programs or to talk to others.
 * Undefined for a file that no rule reads, unless its kind holds no code.
 */
export const findCode: Finder = (scanned) => {
  const { kindPath } = scanned;
  const isRead = RUNNING_CODE.some(({ paths }) => paths?.test(kindPath));
  if (!isRead && !PAGES.test(kindPath) && !holdsNoCode(kindPath)) return undefined;
  return inOrder([...findInScript(scanned), ...findInPage(scanned)]);
};

const findInPage = createPageFinder(findInScript);

function findInScript(scanned: ScannedText): readonly Finding[] {
  const calls = SCRIPTS.test(scanned.kindPath)
    ? [...callsOf("program", PROGRAMS, scanned), ...callsOf("network", NETWORKS, scanned)]
    : [];
  return inOrder([...calls, ...findByRules(scanned)]);
}

/** Of several that begin at the same place the first counts. */
function inOrder(found: readonly Finding[]): readonly Finding[] {
  const sorted = found.toSorted((a, b) => a.at - b.at);
  return sorted.filter(({ at }, index) => at !== sorted[index - 1]?.at);
}

function callsOf(kind: string, modules: string, scanned: ScannedText): Finding[] {
  const names = importedNames(modules, scanned);
  if (names.size === 0) return [];
  const either = [...names].map((name) => name.replaceAll("$", "\\$")).join("|");
  const uses = longRegex(
    "g",
    String.raw`(?<![\w$]|(?<!\.\.)\.|function\s)(?:${either})(?![\w$])(?:(?=(?:\s{0,9}\??\.\s{0,9}[\w$]{1,60}|`,
    String.raw`\s?\[[^\]\n]{1,60}\]){0,4}\s{0,9}(?:<[^<>()]{1,80}>)?(?:\?\.)?[(\x60])|`,
    String.raw`(?<=[(,=]\s{0,9}[\w$]{1,60})(?=\s{0,9}[),;\n]))`,
  );
  return [...scanned.text.matchAll(uses)].flatMap(({ index: at }) => {
    if (!isCode(scanned, at)) return [];
    const call = callAt(scanned, at);
    return [
      { at, key: `${kind} ${plainCode(call)}`, text: `${kind}: ${call.replace(/\s+/g, " ")}` },
    ];
  });
}

/** Returns the names that a text gives to what it imports from modules, also by way of `promisify`. */
function importedNames(modules: string, scanned: ScannedText): ReadonlySet<string> {
  const bindings = longRegex(
    "g",
    String.raw`\b(?:import|const|let|var)\s{1,9}(?!type\s)([^;"'\x60()=]{1,400}?)\s{0,9}(?:from|=)\s{0,9}`,
    String.raw`(?:await\s{1,9})?(?:[\w$.]{1,40}\(\s{0,9}){0,2}["'\x60](?:node:)?(?:${modules})["'\x60]`,
  );
  const lists = [...scanned.text.matchAll(bindings)]
    .filter(({ index }) => isCode(scanned, index))
    .flatMap(({ 1: list = "" }) => list.split(/[,{}]/));
  const names = lists.filter((each) => !/^\s*type\s/.test(each)).map(lastWord);
  return new Set(names.filter((name) => /^[\w$]+$/.test(name)));
}

/** `exec as run` and `exec: run` are `run`. */
function lastWord(binding: string): string {
  return (
    binding
      .trim()
      .split(/\s+as\s+|[\s:.]+/)
      .at(-1) ?? ""
  );
}

/** The most code units of a call that are compared. */
const LONGEST_CALL = 2000;

/** Returns a call with its arguments, without the bodies of functions in them. */
function callAt(scanned: ScannedText, at: number): string {
  const text = scanned.text.slice(at, at + LONGEST_CALL);
  let call = "";
  let depth = 0;
  let body = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    const isSign = /[(){};`]/.test(character) && isCode(scanned, at + index);
    if (isSign && character === "{" && (body > 0 || /(?:=>|\))\s*$/.test(call))) body += 1;
    if (body === 0) call += character;
    if (!isSign) continue;
    if (character === "}") body = Math.max(0, body - 1);
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (body === 0 && ((character === ")" && depth <= 0) || (character === ";" && depth === 0)))
      break;
  }
  return call;
}

function isCode({ zones }: ScannedText, at: number): boolean {
  return zones === undefined || zoneAt(zones, at) === "code";
}
