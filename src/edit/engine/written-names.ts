import type { SgNode } from "@ast-grep/napi";
import type { PatternOp, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { factsOfLanguage, type Language } from "../language/language.ts";
import { replaceMetaVariableCharacter } from "../text/meta-variable.ts";
import { hasWrittenDollars, replaceWrittenDollars } from "../text/written-dollars.ts";
import { parseText } from "./engine.ts";

/** Begins the metavariables that stand for one name of the code alone. */
const PREFIX = "SLUICE_CODE_";
const PLACEHOLDER = new RegExp(`\\$${PREFIX}([A-Z_0-9]+)`, "g");

/** The names that would be metavariables with one dollar. */
const OF_VARIABLE = /^[A-Z_][A-Z_0-9]*$/;

/**
 * Replaces the names with four dollars in a pattern (`$$$$HOME` is the code `$HOME`). The engine cannot search such
 * code: a name that is a whole node gets a metavariable, whose text {@link withCheckedNames} compares. A name inside of
 * a longer token is text; it keeps its four dollars, so that it is refused, if the grammar has no dollar there.
 */
export function completeWrittenNames(op: PatternOp, language: Language): PatternOp {
  if (!hasWrittenDollars(op.pat)) return op;
  const { metaVariableCharacter: character, patternPrefix = "" } = factsOfLanguage(language);
  const before = op.pat.includes(patternPrefix.trim()) ? "" : patternPrefix;
  const numbered = (index: number) => `${PREFIX}${index}`;
  const probe = replaceWrittenDollars(op.pat, (_name, index) => `$${numbered(index)}`);
  const nodes = textsOfNodes(
    parseText(replaceMetaVariableCharacter(before + probe, character), language),
  );
  const pat = replaceWrittenDollars(op.pat, (name, index) => {
    const isCode = !OF_VARIABLE.test(name) && (character === "$" || /^\d/.test(name));
    if (isCode) return `$${name}`;
    if (nodes.has(character + numbered(index)) && OF_VARIABLE.test(name))
      return `$${PREFIX}${name}`;
    return character === "$" ? `$${name}` : `$$$$${name}`;
  });
  return { ...op, pat };
}

/** Returns the codes that every match of a completed pattern has, such as `$HOME`. */
export function writtenCodes(pattern: string): readonly string[] {
  return [...pattern.matchAll(PLACEHOLDER)].map(([, name]) => `$${name}`);
}

/** True if a completed pattern is nothing but one such code. */
export function isOneWrittenName(pattern: string): boolean {
  return pattern.trim().replace(PLACEHOLDER, "") === "" && writtenCodes(pattern).length === 1;
}

/** True for a name that is bound for the sake of one code. */
export function isPlaceholder(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Returns a part of a rule with the test that each placeholder of its completed pattern stands for its code. */
export function withCheckedNames(part: WrittenMap): WrittenMap {
  const { pattern, all = [] } = part;
  const context = isRecord(pattern) ? pattern.context : pattern;
  if (typeof context !== "string" || !Array.isArray(all)) return part;
  const codes = [...new Set(writtenCodes(context))];
  return codes.length === 0 ? part : { ...part, all: [...all, ...codes.map(checkOf)] };
}

/** A metavariable that is bound matches equal nodes only: one of them, at or below the match, must have the text. */
function checkOf(code: string): WrittenMap {
  const check = { pattern: `$${PREFIX}${code.slice(1)}`, regex: `^\\${code}$` };
  return { any: [check, { has: { ...check, stopBy: "end" } }] };
}

/** Returns a text with the names as they were written, for messages. */
export function withWrittenNames(text: string): string {
  return text.replace(PLACEHOLDER, "$$$$$$$$$1");
}

function textsOfNodes(root: SgNode): ReadonlySet<string> {
  const texts = new Set<string>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    texts.add(node.text());
    open.push(...node.children());
  }
  return texts;
}
