import path from "node:path";
import { describe, expect, it } from "vitest";
import { createGrammars } from "../../../../src/edit/language/grammars.ts";
import { createWhitespaceCheck } from "../../../../src/tools/ast-edit/facts/whitespace-only.ts";
import { packagesIn } from "../../../support/grammar-packages.ts";

createGrammars(packagesIn(path.resolve(import.meta.dirname, "../../../.."))).readinessOf("python");

const isOnly = (language: string, before: string, after: string) =>
  createWhitespaceCheck(before, language)(after);

describe("L1 white space alone is different", () => {
  it.each([
    ["typescript", "f(a,b)\n", "f( a,\n  b )\n"],
    ["tsx", "const a = <p>\n  {b} c\n</p>;\n", "const a = <p>\n      {b} c\n</p>;\n"],
    ["html", "<p>\n  <b>c</b>\n</p>\n", "<p> <b>c</b>\n</p>\n"],
    ["html", "<script>f(a,b)</script>\n", "<script>f( a, b )</script>\n"],
    ["html", "<style>a{color:red}</style>\n", "<style>a { color: red }</style>\n"],
    ["bash", "old a b\ncat <<EOF\nx\nEOF\n", "old a   b\ncat <<EOF\nx\nEOF\n"],
    ["python", "if a:\n  b()\n", "if a:\n    b()\n"],
    ["go", "package a\n\nfunc f() {}\n", "package a\n\n\nfunc f() { }\n"],
    ["yaml", "a:  1\nb: [c,d]\n", "a: 1\nb: [ c, d ]\n"],
  ])("in %s: %j → %j", (language, before, after) => {
    expect(isOnly(language, before, after)).toBe(true);
  });
});

describe("L1 more than white space between tokens is different", () => {
  it.each([
    ["typescript", "f('   ')\n", "f(' ')\n"],
    ["typescript", "f('a  b')\n", "f('a b')\n"],
    ["typescript", "f(`${a}  ${b}`)\n", "f(`${a} ${b}`)\n"],
    ["typescript", "f(/a  b/)\n", "f(/a b/)\n"],
    ["typescript", "return a\n", "return\na\n"],
    ["tsx", "const a = <p>\u00a0</p>;\n", "const a = <p> </p>;\n"],
    ["tsx", "const a = <p>{b} {c}</p>;\n", "const a = <p>{b}{c}</p>;\n"],
    ["tsx", "const a = <p>&nbsp;</p>;\n", "const a = <p> </p>;\n"],
    ["html", "<p>a\u00a0b</p>\n", "<p>a b</p>\n"],
    ["html", "<b>a</b> <b>c</b>\n", "<b>a</b><b>c</b>\n"],
    ["html", "<pre>a  b</pre>\n", "<pre>a b</pre>\n"],
    [
      "html",
      "<script>f(() => { return a })</script>\n",
      "<script>f(() => { return\na })</script>\n",
    ],
    ["html", "<script>f('a  b')</script>\n", "<script>f('a b')</script>\n"],
    ["html", "<script type='x'>f( a )</script>\n", "<script type='x'>f(a)</script>\n"],
    ["python", "f('   ')\n", "f(' ')\n"],
    ["python", "f(f'{a}  {b}')\n", "f(f'{a} {b}')\n"],
    ["python", "f('''\n  a\n''')\n", "f('''\na\n''')\n"],
    ["python", "if a:\n  b()\nc()\n", "if a:\n  b()\n  c()\n"],
    ["yaml", "run: |\n  a\n  b\n", "run: |\n  a b\n"],
    ["yaml", 'a: "p  q"\n', 'a: "p q"\n'],
    ["yaml", "a: p  q\n", "a: p q\n"],
    ["yaml", "a:\n  b:\nc:\n", "a:\n  b:\n  c:\n"],
    ["toml", "a = '''\n  p  q'''\n", "a = '''\n  p q'''\n"],
    ["ruby", "a = %w[b\\ c  d]\n", "a = %w[b\\ c d]\n"],
    ["ruby", "a = <<~X\n  b  c\nX\n", "a = <<~X\n  b c\nX\n"],
    ["bash", "cat <<EOF\na  b\nEOF\n", "cat <<EOF\na b\nEOF\n"],
    ["bash", "a\nb\n", "a b\n"],
    ["bash", "echo 'a  b'\n", "echo 'a b'\n"],
    ["markdown", "```\na  b\n```\n", "```\na b\n```\n"],
    ["markdown", "a  \nb\n", "a\nb\n"],
    ["markdown", "    a  b\n", "    a b\n"],
    ["markdown", "- a\n  - b\n", "- a\n- b\n"],
    ["lua", "a = [[b  c]]\n", "a = [[b c]]\n"],
    ["rust", 'fn f() { g("a  b") }\n', 'fn f() { g("a b") }\n'],
    ["c", "#define A(b) c\n", "#define A (b) c\n"],
    ["json", '{"a": "  "}\n', '{"a": " "}\n'],
  ])("in %s: %j → %j", (language, before, after) => {
    expect(isOnly(language, before, after)).toBe(false);
  });

  it("below the deepest nesting that is compared", () => {
    const nested = (code: string) => `f(${"[".repeat(2000)}${code}${"]".repeat(2000)})\n`;
    expect(isOnly("typescript", nested("'a  b'"), nested("'a b'"))).toBe(false);
    expect(isOnly("typescript", nested("a"), nested("a "))).toBe(false);
  });
});
