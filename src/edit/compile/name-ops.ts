import type { PatternOp, RuleOp, WrittenMap } from "../../model/edit.ts";
import { mapRule } from "../engine/map-rule.ts";
import type { Language } from "../language/language.ts";
import type { Template } from "../replacement/template.ts";
import type { CompiledNames } from "./compiled-op.ts";
import { allOf, anyOf, containsAll, type Prefilter } from "./prefilter.ts";

/** The languages in which names are known. */
export const NAMED: readonly Language[] = ["javascript", "typescript", "tsx", "python"];

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
  const inCode = (code: string) =>
    splitAtNames(code, Object.keys(meant))
      .map((part) => {
        if (typeof part === "string") return part;
        const variable = `${stem}${Object.keys(captures).length}`;
        captures[variable] = part.name;
        return `$${variable}`;
      })
      .join("");
  const named = (changed: PatternOp | RuleOp, whole?: string) => {
    return { op: changed, names: { meant, captures, whole, keepImports } };
  };
  if (op.kind === "rule")
    return named({ ...op, rule: mapRule(op.rule, (rule) => inRule(rule, inCode)) });
  if (op.rename !== undefined) return renamed(op, language);
  const alone = op.pat.trim();
  if (!Object.hasOwn(meant, alone) || alone.startsWith("$"))
    return named({ ...op, pat: inCode(op.pat) });
  const { id, out, layout, parens } = op;
  const rule = { any: (NAME_KINDS[language] ?? []).map((kind) => ({ kind })) };
  const definedParts = { ...(layout && { layout }), ...(parens && { parens }) };
  return named({ kind: "rule", id, rule, out, ...definedParts }, alone);
}

/** Searches for all names that may be the one of a declaration. */
function renamed(
  { id, pat: name, out, rename }: PatternOp,
  language: Language,
): { readonly op: RuleOp; readonly names: CompiledNames } {
  const kinds = [...(NAME_KINDS[language] ?? []), "shorthand_property_identifier_pattern"];
  const any = kinds.filter((kind) => kind !== "member_expression").map((kind) => ({ kind }));
  const rule = { any, regex: `^${name.replaceAll("$", String.raw`\$`)}$` };
  const names = { meant: {}, captures: {}, whole: name, keepImports: true };
  return {
    op: { kind: "rule", id, rule, out },
    names: { ...names, rename: { ...rename, name, to: out } },
  };
}

function inRule(rule: WrittenMap, inCode: (code: string) => string): WrittenMap {
  const { pattern } = rule;
  if (typeof pattern === "string") return { ...rule, pattern: inCode(pattern) };
  const context = Object(pattern).context as unknown;
  if (typeof context !== "string") return rule;
  return { ...rule, pattern: { ...Object(pattern), context: inCode(context) } };
}

function freeStem(op: PatternOp | RuleOp): string {
  const written = JSON.stringify(op);
  let stem = "NAME_";
  while (written.includes(stem)) stem += "_";
  return stem;
}

/** The string literals, keys and members of code, in which a word is no name. */
const NO_NAMES = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;

/** Splits code at the words that are one of the names: not those in strings, after a dot, or before a colon. */
function splitAtNames(
  code: string,
  names: readonly string[],
): readonly (string | { readonly name: string })[] {
  const words = names
    .filter((name) => !name.startsWith("$"))
    .map((name) => name.replaceAll("$", String.raw`\$`));
  if (words.length === 0) return [code];
  const word = String.raw`(?<![\p{ID_Continue}$.]|\.\s)(?:${words.join("|")})(?![\p{ID_Continue}$])(?!\s*:(?!:))`;
  const parts: (string | { readonly name: string })[] = [];
  let end = 0;
  for (const { 0: found, index } of code.matchAll(new RegExp(`${NO_NAMES}|${word}`, "gu"))) {
    if (/^["']/.test(found)) continue;
    parts.push(code.slice(end, index), { name: found });
    end = index + found.length;
  }
  return [...parts, code.slice(end)];
}

/** The prefix of the variables of a template that stand for names; no metavariable has it. */
export const NAME_VARIABLE = "name ";

/** Puts a variable in the place of each name of a template. */
export function templateWithNames(template: Template, { meant }: CompiledNames): Template {
  return template.flatMap(
    (part): Template =>
      typeof part !== "string"
        ? [part]
        : splitAtNames(part, Object.keys(meant)).flatMap((each): Template => {
            if (typeof each === "string") return each === "" ? [] : [each];
            return [variable(NAME_VARIABLE + each.name)];
          }),
  );
}

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
