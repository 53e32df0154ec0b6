import type { Language } from "../edit/language/language.ts";

/** Code around a pattern in which it is read as something else. */
export interface OtherReading {
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

/** A whole that lacks its end. */
function ended(as: string, after: string): OtherReading {
  return { as, before: "", after };
}

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
export const OTHER_READINGS: Readonly<Record<Language, readonly OtherReading[]>> = {
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
    reading("a clause of `try`", "except_clause", "try:\n  pass\n", ""),
    reading("a clause of `try`", "except_clause", "try:\n  pass\n", ": $$$BODY"),
    reading("a clause of `if`", "else_clause", "if a:\n  pass\n", ""),
    reading("a clause of `if`", "elif_clause", "if a:\n  pass\n", ""),
    reading("a case of `match`", "case_clause", "match a:\n  ", ""),
    ended("a definition with a body", " $$$BODY"),
  ],
  go: [
    reading("a call", "call_expression", "package a\nfunc a() { ", " }"),
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
  c: [reading("a call", "call_expression", "void a() { ", "; }")],
  cpp: [
    reading("a call", "call_expression", "void a() { ", "; }"),
    reading("a field of a class", "field_declaration", "class A { ", " };"),
  ],
  ruby: [reading("an entry of a hash", "pair", "f(", ")")],
};
