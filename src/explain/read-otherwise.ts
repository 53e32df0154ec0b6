import { CALL_CONTEXTS } from "../edit/compile/read-as-call.ts";
import { findFirst, findMatches } from "../edit/engine/engine.ts";
import { parsePatternNode } from "../edit/engine/pick-pattern-node.ts";
import type { Language } from "../edit/language/language.ts";
import { replaceMetaVariableCharacter } from "../edit/text/meta-variable.ts";
import type { MatchNote } from "../model/search/match-explanation.ts";
import { countOf } from "../shared/count-of.ts";
import type { CodeTree } from "./code-tree.ts";
import { aKind } from "./difference-words.ts";
import type { ShapedPattern } from "./pattern-shape.ts";
import { makeNote, type WrittenPattern } from "./read-pattern.ts";
import { isLarge } from "./sample-nodes.ts";

const OF_SCRIPTS: readonly OtherReading[] = [
  reading("an object literal", "object", "(", ")"),
  reading("an entry of an object", "pair", "({ ", " })"),
  reading("a method", "method_definition", "class A { ", " }"),
  reading("a case of a switch", "switch_case", "switch (a) { ", " }"),
];

const JSX_ATTRIBUTE = reading("an attribute of JSX", "jsx_attribute", "<a ", " />");

const OF_TYPES: readonly OtherReading[] = [
  ...OF_SCRIPTS,
  reading("a field of a class", "public_field_definition", "class A { ", " }"),
  reading("a property of an interface", "property_signature", "interface A { ", " }"),
  reading("a method of an interface", "method_signature", "interface A { ", " }"),
  reading("a type", "generic_type", "type A = ", ""),
];

/** The ways in which a pattern of a language may be meant, if it is not a whole statement or expression. */
const OTHER_READINGS: Readonly<Record<Language, readonly OtherReading[]>> = {
  typescript: OF_TYPES,
  tsx: [...OF_TYPES, JSX_ATTRIBUTE],
  javascript: [
    ...OF_SCRIPTS,
    reading("a field of a class", "field_definition", "class A { ", " }"),
    JSX_ATTRIBUTE,
  ],
  css: [ended("a declaration", ";")],
  html: [reading("an attribute", "attribute", "<a ", "></a>")],
  python: [
    reading("a named argument", "keyword_argument", "f(", ")"),
    reading("an entry of a dictionary", "pair", "{", "}"),
    reading("a parameter", "default_parameter", "def f(", "): pass"),
    reading("a parameter", "typed_parameter", "def f(", "): pass"),
    reading("a parameter", "typed_default_parameter", "def f(", "): pass"),
    reading("a type", "generic_type", "a: ", ""),
    reading("a clause of `try`", "except_clause", "try:\n  pass\n", ""),
    reading("a clause of `try`", "except_clause", "try:\n  pass\n", ": $$$BODY"),
    reading("a clause of `if`", "else_clause", "if a:\n  pass\n", ""),
    reading("a clause of `if`", "elif_clause", "if a:\n  pass\n", ""),
    reading("a case of `match`", "case_clause", "match a:\n  ", ""),
    ended("a definition with a body", " $$$BODY"),
  ],
  go: [
    aCall("go"),
    reading("an entry of a literal", "keyed_element", "package a\nvar a = A{ ", " }"),
    reading("a case of a switch", "expression_case", "package a\nfunc a() { switch b { ", " } }"),
    reading("a field of a struct", "field_declaration", "package a\ntype A struct { ", " }"),
  ],
  rust: [
    reading("an arm of `match`", "match_arm", "fn a() { match b { ", ", } }"),
    reading("a field of a struct", "field_declaration", "struct A { ", " }"),
    reading("a field of a literal", "field_initializer", "fn a() { A { ", " } }"),
    reading("a type", "generic_type", "type A = ", ";"),
    ended("a function with a body", " { $$$BODY }"),
  ],
  java: [
    reading("a field of a class", "field_declaration", "class A { ", " }"),
    reading("a method", "method_declaration", "class A { ", " }"),
  ],
  c: [aCall("c")],
  cpp: [aCall("cpp"), reading("a field of a class", "field_declaration", "class A { ", " };")],
  ruby: [reading("an entry of a hash", "pair", "f(", ")")],
};

/** The longest pattern that is tried in other ways; UTF-16 code units. */
const MOST_TEXT = 2000;

/** Finds the first other way to read a pattern without a match in which it would match the code. */
export function readOtherwise(
  shaped: ShapedPattern | undefined,
  written: WrittenPattern,
  { root, language, budget }: CodeTree,
): readonly MatchNote[] {
  const { pat, part, strictness = "smart", selector: own } = written;
  const readings = OTHER_READINGS[language] ?? [];
  if (own !== undefined || readings.length === 0 || pat.length > MOST_TEXT) return [];
  const search = ({ context, selector }: { context: string; selector?: string | undefined }) => {
    const selected = selector === undefined ? {} : { selector };
    return { rule: { pattern: { context, strictness, ...selected } } };
  };
  const finds = (pattern: Parameters<typeof search>[0]) => {
    try {
      return findFirst(root, search(pattern)) !== undefined;
    } catch {
      return false; // The engine refuses the pattern.
    }
  };
  if (!budget.spend(500) || finds({ context: pat })) return [];
  for (const other of readings) {
    const context = `${other.before}${pat.trim()}${other.after}`;
    const { selector, as } = other;
    if (!budget.spend(500)) return [];
    if (!isWhole(pat, context, other, language) || !finds({ context, selector })) continue;
    const number = isLarge(root)
      ? "code"
      : countOf(findMatches(root, search({ context, selector })).length, "node");
    const message = `the pattern ${readAs(shaped)}; as ${as} it would match ${number}`;
    return [
      makeNote("read-otherwise", message, { part, hint: writeAdvice(context, selector, part) }),
    ];
  }
  return [];
}

/** Stands for what a pattern lacks at its end. */
const BODY = "$$$BODY";

/** True if the part that is searched is all of the pattern, and no piece of it. */
function isWhole(
  pat: string,
  context: string,
  { selector, after }: OtherReading,
  language: Language,
): boolean {
  const { picked, character } = parsePatternNode({ pat: context, selector }, language);
  if (picked.kind !== "picked") return false;
  if (selector === undefined) return true;
  const bare = (text: string) => text.trim().replace(/[,;]$/, "");
  const meant = after.endsWith(BODY) ? `${pat.trim()}${after}` : pat;
  return bare(picked.node.text()) === bare(replaceMetaVariableCharacter(meant, character));
}

/** The names of kinds that tell little. */
const KINDS: Readonly<Record<string, string>> = {
  statement_block: "a block of statements",
  labeled_statement: "a statement with a label",
};

function readAs(shaped: ShapedPattern | undefined): string {
  if (shaped === undefined || shaped.shape.nodeKind === "ERROR")
    return "is no statement or expression by itself";
  const { nodeKind } = shaped.shape;
  return `is read as ${KINDS[nodeKind] ?? aKind(nodeKind)}`;
}

function writeAdvice(context: string, selector: string | undefined, part: string): string {
  const code = JSON.stringify(context); // It is YAML, too.
  if (part !== "pat") {
    const selected = selector === undefined ? "" : `, selector: ${selector}`;
    return `Write \`pattern: { context: ${code}${selected} }\``;
  }
  return selector === undefined
    ? `Write \`pat: ${code}\``
    : `Write \`pat: ${code}\` with \`selector: ${selector}\``;
}

/** Code around a pattern in which it is read as something else. */
interface OtherReading {
  /** Its name, with an article. */
  readonly as: string;
  readonly before: string;
  readonly after: string;
  /** The kind of the part that is then searched. Undefined: all of it. */
  readonly selector?: string | undefined;
}

function reading(as: string, selector: string, before: string, after: string): OtherReading {
  return { as, selector, before, after };
}

function aCall(language: Language): OtherReading {
  return { as: "a call", before: "", after: "", ...CALL_CONTEXTS[language] };
}

/** A whole that lacks its end. */
function ended(as: string, after: string): OtherReading {
  return { as, before: "", after };
}
