import type { SgNode } from "@ast-grep/napi";
import { isRecord } from "../../shared/is-record.ts";
import type { CompiledRule } from "../compile/compiled-op.ts";
import { parsePatternNode } from "../engine/pick-pattern-node.ts";
import type { Language } from "../language/language.ts";
import { spanOf } from "../match/bindings.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";
import type { Span } from "../text/span.ts";
import { withoutSpace } from "../text/without-space.ts";
import { addCounts, countTexts, highestCounts, type TextCounts } from "./count-texts.ts";
import { leavesOf } from "./leaves.ts";

/** The code that the pattern of a rule names. */
export interface NamedCode {
  /** The tokens that it writes out. */
  readonly tokens: TextCounts;
  /** Its code without white space and metavariables; undefined if it is not a single pattern. */
  readonly code: string | undefined;
  /** Names that it binds to one node. */
  readonly single: readonly string[];
  /** Names that it binds to many nodes. */
  readonly many: readonly string[];
  /** Names that it has several times; only the first node is bound. */
  readonly repeated: readonly string[];
  /** True if it has metavariables that bind nothing, such as `$_` and `$$$`. */
  readonly hasNameless: boolean;
  /** Regular expressions for the text of nodes inside of the match. */
  readonly regexes: readonly string[];
  /** True if a pattern describes the matched node itself, and not only code in it. */
  readonly isOwn: boolean;
}

const NOTHING: NamedCode = {
  tokens: new Map(),
  code: undefined,
  single: [],
  many: [],
  repeated: [],
  hasNameless: false,
  regexes: [],
  isOwn: false,
};

/** Returns the code that the patterns of a rule name, at any place inside of its match. */
export function namedCodeOf({ search }: CompiledRule, language: Language): NamedCode {
  const open = new Set<string>();
  const visit = (rule: unknown): NamedCode => {
    if (!isRecord(rule)) return NOTHING;
    const parts: NamedCode[] = [];
    if (rule.pattern !== undefined) parts.push(codeOfPattern(rule.pattern, language));
    if (typeof rule.regex === "string") parts.push({ ...NOTHING, regexes: [rule.regex] });
    if (Array.isArray(rule.all)) parts.push(joined(rule.all.map(visit), addCounts));
    if (Array.isArray(rule.any)) parts.push(joined(rule.any.map(visit), highestCounts));
    if (isRecord(rule.has)) parts.push({ ...visit(rule.has), isOwn: false });
    const util = typeof rule.matches === "string" ? rule.matches : undefined;
    if (util !== undefined && !open.has(util)) {
      open.add(util);
      parts.push(visit(search.utils?.[util]));
      open.delete(util);
    }
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    return joined(parts, addCounts);
  };
  return visit(search.rule);
}

/** Returns a search whose nameless metavariables bind names of their own, to find the nodes that they take. */
export function nameAll(rule: CompiledRule): CompiledRule {
  let count = 0;
  const rename = (text: string) =>
    text.replace(/(?<!\$)(\${1,3})(_[A-Z_0-9]*|(?![A-Z_0-9$]))/g, (whole, dollars: string, name) =>
      dollars.length === 3 || name !== "" ? `${dollars}${PREFIX}${count++}` : whole,
    );
  const visit = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") return PATTERN_KEYS.has(key) ? rename(value) : value;
    if (Array.isArray(value)) return value.map((each) => visit(each));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, visit(each, name)]),
    );
  };
  const { rule: searched, ...others } = rule.search;
  return { ...rule, search: { ...others, rule: visit(searched) as typeof searched } };
}

const PATTERN_KEYS: ReadonlySet<string> = new Set(["pattern", "context"]);
const PREFIX = "SLUICE_NAMELESS_";

function joined(parts: readonly NamedCode[], join: typeof addCounts): NamedCode {
  return {
    tokens: join(parts.map(({ tokens }) => tokens)),
    code: undefined,
    single: [...new Set(parts.flatMap(({ single }) => single))],
    many: [...new Set(parts.flatMap(({ many }) => many))],
    repeated: parts.flatMap(({ repeated }) => repeated),
    hasNameless: parts.some(({ hasNameless }) => hasNameless),
    regexes: parts.flatMap(({ regexes }) => regexes),
    isOwn: parts.some(({ isOwn }) => isOwn),
  };
}

function codeOfPattern(pattern: unknown, language: Language): NamedCode {
  const { context, selector } = isRecord(pattern)
    ? pattern
    : { context: pattern, selector: undefined };
  if (typeof context !== "string") return NOTHING;
  const selected = typeof selector === "string" ? { selector } : {};
  const { root, picked, source, character } = parsePatternNode(
    { pat: context, ...selected },
    language,
  );
  const node = picked.kind === "picked" ? picked.node : root;
  return codeOfNode(node, source, character);
}

function codeOfNode(node: SgNode, source: string, character: string): NamedCode {
  const single: string[] = [];
  const many: string[] = [];
  const variables: Span[] = [];
  let hasNameless = false;
  const leaves = leavesOf(node, source, (span) => {
    const text = source.slice(span.start, span.end);
    const variable = parseMetaVariable(text, character);
    if (variable === undefined) return text.includes(character) ? "partly" : "not";
    variables.push(span);
    if (variable.kind === "capture") single.push(variable.name);
    else if (variable.kind === "capture-many") many.push(variable.name);
    else hasNameless = true;
    return "whole";
  });
  return {
    tokens: countTexts(leaves.map(({ text }) => text)),
    code: withoutSpace(withoutSpans(source, spanOf(node), variables)),
    single: [...new Set(single)],
    many: [...new Set(many)],
    repeated: single.filter((name, index) => single.indexOf(name) < index),
    hasNameless,
    regexes: [],
    isOwn: true,
  };
}

/** Returns the text of a span without those in it, which are sorted and do not overlap. */
export function withoutSpans(text: string, span: Span, inner: readonly Span[]): string {
  let rest = "";
  let at = span.start;
  for (const { start, end } of inner) {
    if (start > at) rest += text.slice(at, Math.min(start, span.end));
    at = Math.max(at, end);
  }
  return at < span.end ? rest + text.slice(at, span.end) : rest;
}
