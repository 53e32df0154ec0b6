import { expect, test } from "vitest";
import { parseText } from "../../../src/edit/engine/engine.ts";
import { findParseIssues } from "../../../src/edit/engine/parse-issues.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

const issuesOf = (text: string, language: Language) => {
  const root = () => parseText(text, language);
  const { describe, ...counted } = findParseIssues([{ root, shift: 0 }], text);
  return { ...counted, ...describe() };
};

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

/** Valid code with nodes without text, in grammars that are development dependencies. */
const healthy: readonly [Language, string][] = [
  ["bash", "cat <<EOF\nEOF\nx=\ncat <<EOF | tr a b\n$x\n${y}\nEOF\ncase $1 in\n  a) ;;\nesac\n"],
  [
    "c",
    '#ifndef A\n#define A\n#ifdef __cplusplus\nextern "C" {\n#endif\nint a(void);\n#ifdef __cplusplus\n}\n#endif\n#endif\n',
  ],
  ["cpp", 'auto r = R"()";\nclass A {};\nauto f() -> int { return {}; }\n'],
  ["go", "package a\n\nvar s = ``\nfunc f() {\n\tif x {\n\t}\nL:\n}\n"],
  ["java", 'class A { String s = ""; String t = """\n"""; void f() { for(;;); } }'],
  ["json", '{"": "", "a": [], "b": {}}'],
  ["lua", "local b = [[]]\nlocal c = [==[]==]\n--\n--[[]]\ndo end\n"],
  [
    "markdown",
    "# \n\n- a\n\n  b\n    ```js\n    x\n\n    y\n    ```\n> q\n> \n> r\n\n<div>\n\n</div>\n",
  ],
  ["python", "if x:\n    if y:\n        pass\n    # c\n\n\nelse:\n    f('', f'', f'{a:}')\nx = 1;"],
  ["python", ""],
  ["ruby", "x = <<~E\nE\nfoo(<<~A, <<~B)\n  a\nA\nB\ndef f; end\n%w[]\n''\n"],
  ["rust", 'const A: &str = r"";\nconst B: &str = r#""#;\nfn f() { ; loop {} }\n//\n/**/\n'],
  ["toml", "a = ''\nb = \"\"\ne = []\nf = {}\n[t]\n"],
  ["yaml", "a:\nb:\n  c:\n"],
  ["yaml", "- \n-\n- a: |\n\n  b: ''\n  c: &x\n  ? \n  : \n"],
  ["yaml", ""],
];

/** Code with a missing token and no other error. */
const broken: readonly [Language, string][] = [
  ["c", "int f(void) { return 1 }\n"],
  ["cpp", "struct A {};\nint f() { g() }\n"],
  ["java", "class A { int f() { return 1 } }\n"],
  ["rust", "fn f() { let x = 1 }\n"],
  ["json", "[1, 2"],
  ["go", "package a\nfunc f() {\n"],
  ["lua", "f(1\n"],
];

test.each(broken)("A8 a missing token of %s is an error: %s", (language, text) => {
  expect(issuesOf(text, language).errorNodes).toBeGreaterThan(0);
});

test.each<[Language, string]>([
  ["html", "<script></script><style></style><script src='a'></script><p></p><br><input value=''>"],
  ["css", '.a {} .b { content: ""; } @media print {}'],
  [
    "tsx",
    'const a = <a b="">{}</a>; const b = <></>; const c = ``; const d = //;\n 1'.replace(
      "//",
      "/x/",
    ),
  ],
  ["typescript", "let a = ''\nlet b = `${c}`\nfunction f() {}\nclass A {}\nfor (;;) {}\nif (a);"],
  ["javascript", ""],
  ["javascript", "\n\n"],
  ...healthy,
])("A8 empty parts of valid %s are not errors: %s", (language, text) => {
  expect(issuesOf(text, language)).toEqual({
    issues: [],
    total: 0,
    errorNodes: 0,
    places: [],
  });
});

test("A9 the issues of several trees are in the order of the text, and those of one place count once", () => {
  const text = "a = ;\n\n<p>\nb = = ;\n";
  const at = (from: number, to: number, shift: number) => ({
    root: () => parseText(text.slice(from, to), "javascript"),
    shift,
  });
  const late = at(11, text.length, 11);
  const { errorNodes, describe } = findParseIssues([late, at(0, 6, 0), late], text);
  const { issues, total } = describe();
  expect(issues.map(({ line }) => line)).toEqual([1, 4]);
  expect([total, errorNodes]).toEqual([2, 3]);
});
