import { dialectOf } from "../../syntax/dialect.ts";
import { parseEstree } from "../../syntax/estree.ts";
import type { SyntaxNode } from "../../syntax/syntax-node.ts";
import { parseText } from "../engine/engine.ts";
import { syntaxNodeOf } from "../engine/engine-node.ts";
import { hasErrors } from "../engine/error-nodes.ts";
import type { Language } from "../language/language.ts";
import type { Context, Grammar } from "./grammar.ts";
import { PYTHON_RULES } from "./python/python-rules.ts";
import { RUST_RULES } from "./rust-rules.ts";
import { isSoundScript } from "./script-rules.ts";

const OF_SCRIPTS = contexts(
  "async function* f() { (@) }",
  "async function* f() { a: while (1) { @ } }",
  "@",
  "async function* f() { g(@) }",
  "({ @ })",
  "class A extends B { @ }",
  "let { @ } = a",
  "let a, @",
  "let a, @ = a",
  "function f(@) {}",
  "switch (a) { @ }",
  "try {} @",
  "import { @ } from 'a'",
  "import @ from 'a'",
  "export { @ }",
);

const OF_TYPES = contexts(
  "type A = @",
  "interface A { @ }",
  "type A<@> = 1",
  "let a@",
  "enum A { @ }",
  "class A implements @ {}",
);

const OF_TAGS = contexts("<a>@</a>", "<a @ />", "<a b=@ />", "<@ />");

const byLanguage = new Map<Language, Grammar>();

/** Returns the grammar by which the results of edits in a language are judged. */
export function grammarOf(language: Language): Grammar {
  let grammar = byLanguage.get(language);
  if (grammar === undefined) {
    const dialect = dialectOf(language);
    grammar = dialect === undefined ? engineGrammar(language) : scriptGrammar(dialect);
    byLanguage.set(language, grammar);
  }
  return grammar;
}

/** JavaScript and TypeScript by their own rules; a text that is no module may have `return` at its top. */
function scriptGrammar(dialect: NonNullable<ReturnType<typeof dialectOf>>): Grammar {
  return {
    parse: (text) => parseEstree(text, dialect),
    contexts: [
      ...OF_SCRIPTS,
      ...(dialect === "jsx" ? [] : OF_TYPES),
      ...(dialect === "ts" ? [] : OF_TAGS),
    ],
    isSound: isSoundScript,
    slot: (name) => name,
  };
}

/** Any other language by the grammar of the engine. */
function engineGrammar(language: Language): Grammar {
  const { read = (root: SyntaxNode) => root, ...rules }: Rules = RULES[language] ?? {};
  return {
    parse(text) {
      const root = parseText(text, language);
      return hasErrors(root) ? undefined : read(syntaxNodeOf(root));
    },
    // A line end is a part of the nodes of YAML.
    contexts:
      language === "yaml"
        ? [{ before: "", after: "", isText: false }]
        : contexts(...(OF_LANGUAGES[language] ?? []), ...ANYWHERE),
    ...rules,
    slot: language === "php" ? (name) => `$${name}` : (name) => name,
  };
}

/** What a language asks besides the grammar of the engine, and the tree that it reads instead of the engine's. */
interface Rules extends Partial<Grammar> {
  readonly read?: (root: SyntaxNode) => SyntaxNode;
}

const RULES: Readonly<Partial<Record<Language, Rules>>> = {
  python: PYTHON_RULES,
  rust: RUST_RULES,
};

const ANYWHERE = ["@", "(@)", "f(@)", "{ @ }", "[@]"];

const C_LIKE = ["void f() { x = (@); }", "void f() { @ }", "void f() { f(@); }", "int x = { @ };"];

const OF_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  bash: ["@", "x=@", "a @", "$(@)", "[[ @ ]]"],
  c: [...C_LIKE, "struct A { @ };", "void f(@);"],
  cpp: [...C_LIKE, "struct A { @ };", "void f(@);"],
  csharp: [
    ...[
      "class A { void f() { x = (@); } }",
      "class A { void f() { @ } }",
      "class A { void f() { f(@); } }",
    ],
    ...["class A { @ }", "class A { void f(@) {} }"],
  ],
  css: ["a { b: @ }", "a { @ }", "@ { }"],
  go: [
    ...[
      "package p\nfunc f() { _ = (@) }",
      "package p\nfunc f() {\n@\n}",
      "package p\nfunc f() { f(@) }",
    ],
    ...[
      "package p\n@",
      "package p\nvar x @",
      "package p\nvar x = T{@}",
      "package p\ntype T struct {\n@\n}",
    ],
  ],
  java: [
    ...[
      "class A { void f() { x = (@); } }",
      "class A { void f() { @ } }",
      "class A { void f() { f(@); } }",
    ],
    ...["class A { @ }", "class A { @ void f() {} }", "class A { void f(@) {} }"],
  ],
  kotlin: ["val x = (@)", "fun f() {\n@\n}", "fun f() { f(@) }", "class A {\n@\n}"],
  lua: ["x = (@)", "@", "f(@)", "x = { @ }"],
  php: ["<?php x(@);", "<?php $x = (@);", "<?php @", "<?php class A { @ }", "<?php $x = [@];"],
  python: [
    "(@)",
    "@",
    "f(@)",
    "{@}",
    "[@]",
    "x[@]",
    "def f(@): pass",
    "from a import @",
    "def f() -> @: pass",
  ],
  ruby: ["x = (@)", "@", "f(@)", "[@]", "{ @ }", "def f(@)\nend"],
  rust: [
    ...["fn f() { let _ = (@); }", "fn f() { @ }", "fn f() { f(@); }", "fn f() { let _: @; }", "@"],
    ...[
      "struct A { @ }",
      "impl A { @ }",
      "fn f(@) {}",
      "fn f() { match x { @ } }",
      "fn f() { let @ = x; }",
    ],
  ],
  scala: [
    "object A { val x = (@) }",
    "object A { def f = {\n@\n} }",
    "object A { f(@) }",
    "object A {\n@\n}",
  ],
  swift: ["let x = (@)", "@", "f(@)", "class A {\n@\n}"],
};

/** The `@` stands for the fragment, with a line end after it: it may end in a comment. */
function contexts(...written: readonly string[]): readonly Context[] {
  return written.map((text) => {
    const at = text.indexOf("@");
    const after = text.slice(at + 1);
    const isText = after.startsWith("<");
    return { before: text.slice(0, at), after: isText ? after : `\n${after}`, isText };
  });
}
