import type { PatternOp, RuleOp, WrittenMap } from "../../model/edit.ts";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import type { EngineSearch } from "../engine/engine.ts";
import { findFreeNames } from "../engine/free-names.ts";
import { mapRule } from "../engine/map-rule.ts";
import { codesOf } from "../engine/method-forms.ts";
import type { Language } from "../language/language.ts";
import type { Template } from "../replacement/template.ts";
import type { CompiledNames } from "./compiled-op.ts";
import { allOf, anyOf, containsAll, type Prefilter } from "./prefilter.ts";

/** The nodes that a name alone may be. */
const NAME_KINDS: Readonly<Record<string, readonly string[]>> = {
  javascript: ["identifier", "shorthand_property_identifier", "member_expression"],
  typescript: [
    ...["identifier", "shorthand_property_identifier", "member_expression"],
    ...["type_identifier", "nested_type_identifier"],
  ],
  tsx: [
    ...["identifier", "shorthand_property_identifier", "member_expression"],
    ...["type_identifier", "nested_type_identifier"],
  ],
  python: ["identifier", "attribute"],
  go: ["identifier", "selector_expression", "package_identifier", "qualified_type"],
  java: [
    ...["identifier", "field_access", "type_identifier", "scoped_type_identifier"],
    "scoped_identifier",
  ],
};

/** Puts a metavariable in the place of each name of an op that `names` gives a meaning. */
export function withNameVariables(
  op: PatternOp | RuleOp,
  language: Language,
): { readonly op: PatternOp | RuleOp; readonly names: CompiledNames } {
  const { names: meant = {}, keepImports = false } = op;
  const captures: Record<string, string> = {};
  for (const name of Object.keys(meant)) if (name.startsWith("$")) captures[name.slice(1)] = name;
  const stem = freeStem(op);
  const inCode = (code: string): readonly string[] => {
    const parts: (string | { readonly variable: string })[] = [];
    let done = 0;
    for (const { name, start, end } of findFreeNames(code, language, Object.keys(meant))) {
      const variable = `${stem}${Object.keys(captures).length}`;
      captures[variable] = name;
      parts.push(code.slice(done, start), { variable });
      done = end;
    }
    return codesOf([...parts, code.slice(done)], language);
  };
  const named = (changed: PatternOp | RuleOp, whole?: string) => {
    return { op: changed, names: { meant, captures, whole, keepImports } };
  };
  if (op.kind === "rule")
    return named({ ...op, rule: mapRule(op.rule, (rule) => inRule(rule, inCode)) });
  if (op.rename !== undefined) return renamed(op, language);
  const alone = op.pat.trim();
  if (!Object.hasOwn(meant, alone) || alone.startsWith("$")) {
    const [pat = "", ...more] = inCode(op.pat);
    return named(more.length === 0 ? { ...op, pat } : ofPatterns(op, [pat, ...more]));
  }
  const { id, out, layout, parens } = op;
  const any = (NAME_KINDS[language] ?? []).map((kind) => ({ kind }));
  const rule = typeof meant[alone] === "string" ? { any, ...sameText(alone) } : { any };
  const definedParts = { ...(layout && { layout }), ...(parens && { parens }) };
  return named({ kind: "rule", id, rule, out, ...definedParts }, alone);
}

/** Searches for all names that may be the one of a declaration. */
function renamed(
  { id, pat: name, out, rename }: PatternOp,
  language: Language,
): { readonly op: RuleOp; readonly names: CompiledNames } {
  // Strings of `__all__` say names, too.
  const more = language === "python" ? "string_content" : "shorthand_property_identifier_pattern";
  const kinds = [...(NAME_KINDS[language] ?? []), more];
  const any = kinds.filter((kind) => kind !== "member_expression").map((kind) => ({ kind }));
  const rule = { any, ...sameText(name) };
  const names = { meant: {}, captures: {}, whole: name, keepImports: true };
  return {
    op: { kind: "rule", id, rule, out },
    names: { ...names, rename: { ...rename, name, to: out } },
  };
}

function inRule(rule: WrittenMap, inCode: (code: string) => readonly string[]): WrittenMap {
  const { pattern, ...others } = rule;
  const context = typeof pattern === "string" ? pattern : (Object(pattern).context as unknown);
  if (typeof context !== "string") return rule;
  const patterns = inCode(context).map((code) => ({
    pattern: typeof pattern === "string" ? code : { ...Object(pattern), context: code },
  }));
  const isOne = patterns.length === 1 || "any" in others;
  return isOne ? { ...rule, ...patterns[0] } : { ...others, any: patterns };
}

/** Searches for one of several patterns. */
function ofPatterns(
  { kind: _, pat: _pat, names: _names, selector, strictness = "smart", ...op }: PatternOp,
  codes: readonly string[],
): RuleOp {
  const selected = selector === undefined ? {} : { selector };
  const patterns = codes.map((context) => ({ pattern: { context, ...selected, strictness } }));
  const { rename: _rename, ...rest } = op;
  return { ...rest, kind: "rule", rule: { any: patterns } };
}

function sameText(name: string): { readonly regex: string } {
  return { regex: `^${escapeRegex(name)}$` };
}

/** Has the engine leave out code with another text, where an op means a name itself: an export has other names, too. */
export function withSameTexts(
  search: EngineSearch,
  { meant, captures }: CompiledNames,
): EngineSearch {
  const own = Object.entries(captures).flatMap(([variable, name]) =>
    typeof meant[name] === "string" && !name.startsWith("$") ? [[variable, sameText(name)]] : [],
  );
  if (own.length === 0) return search;
  return { ...search, constraints: { ...search.constraints, ...Object.fromEntries(own) } };
}

function freeStem(op: PatternOp | RuleOp): string {
  const written = JSON.stringify(op);
  let stem = "NAME_";
  while (written.includes(stem)) stem += "_";
  return stem;
}

/** The prefix of the variables of a template that stand for names; no metavariable has it. */
export const NAME_VARIABLE = "name ";

/** Puts a variable in the place of each name of a template. */
export function templateWithNames(
  template: Template,
  { meant }: CompiledNames,
  language: Language,
): Template {
  const code = template.map((part) => (typeof part === "string" ? part : PLACEHOLDER)).join("");
  const free = findFreeNames(code, language, Object.keys(meant));
  let at = 0;
  return template.flatMap((part): Template => {
    if (typeof part !== "string") {
      at += PLACEHOLDER.length;
      return [part];
    }
    const [start, end] = [at, at + part.length];
    at = end;
    const inPart = free.filter((each) => start <= each.start && each.end <= end);
    let done = start;
    const pieces = inPart.flatMap((each): Template => {
      const key = each.isShorthand ? `${each.name}: ` : "";
      const before = code.slice(done, each.start) + key;
      done = each.end;
      return [...(before === "" ? [] : [before]), variable(NAME_VARIABLE + each.name)];
    });
    return done < end ? [...pieces, code.slice(done, end)] : pieces;
  });
}

/** Stands for a variable of a template. */
const PLACEHOLDER = "_v_";

function variable(name: string): Exclude<Template[number], string> {
  return { kind: "transformed", name, indentation: 0 };
}

/** Lets a text through that may say the names: each export is named by itself, or by its module. */
export function prefilterOfNames({ meant, captures, whole }: CompiledNames): Prefilter {
  const searched = new Set([...Object.values(captures), ...(whole === undefined ? [] : [whole])]);
  return allOf(
    [...searched].map((name) => {
      const meaning = meant[name];
      if (typeof meaning !== "object") return containsAll(name.startsWith("$") ? [] : [name]);
      const last = meaning.export.split(".").at(-1) ?? "";
      const own = last === "*" || last === "default" ? [] : [last];
      return allOf([
        containsAll(own),
        anyOf(meaning.from.map((from) => containsAll(wordsOfModule(from, own)))),
      ]);
    }),
  );
}

/** Returns the texts of every import of a module. A file does not name itself, but declares what it exports. */
function wordsOfModule(module: string, own: readonly string[]): readonly string[] {
  if (!module.startsWith(".")) return module.split(".");
  const [last = ""] = /[^/.]*(?=(?:\.[a-z]+)?$)/.exec(module) ?? [];
  return own.length > 0 || last === "index" ? [] : [last];
}
