import { expect, it } from "vitest";
import { parseText } from "../../../src/edit/engine/engine.ts";
import { findErrorNodes } from "../../../src/edit/engine/error-nodes.ts";
import { MAX_DEPTH } from "../../../src/edit/engine/literal-kinds.ts";
import { leavesOf, readTokens } from "../../../src/edit/loss/leaves.ts";
import { findLongLiterals, mayHaveLongLiteral } from "../../../src/edit/loss/literals.ts";
import { mutantsOf } from "../../support/mutants.ts";

const CODE = `import a, { type b } from "c"; // d
export default class E<T extends unique symbol = string> { #f?: Array<Array<T>> = 1_0n; static get g() { return /h"/g; } }
let j = \`k \${l ? 'm' : n}\nlong\`, o = a?.b ?? !c, p = x;
label: for (const q of [..."r"]) { if (q === 0x1f) continue label; else throw new Error('s \\
t'); }
`;
const JSX = `const a = <b c="d
e" f='g'>h {"i"} &amp; <j.k /></b>;\n`;

const LANGUAGES: readonly [string, string][] = [
  ["typescript", CODE],
  ["tsx", JSX],
  ["javascript", CODE.replace(/<T.*?string>|type |\?: Array<Array<T>>/g, "") + JSX],
];

it.each(LANGUAGES)("the texts of %s tell the same tokens as its nodes", (language, code) => {
  for (const text of [code, ...mutantsOf(code, { count: 20, seed: 3 })]) {
    const root = parseText(text, language);
    expect(leavesOf(root, text, () => "not", { language })).toEqual(
      leavesOf(root, text, () => "not"),
    );
  }
});

const TAME = `if (a >= 1 && !b?.c) { d("e 'f'", 0x1f, 1.5); g ??= h[i] ** 2; } else j.k ||= (l) => -l, m++;
class N { static o = 1; async *p(q, ...r) { yield* q !== r ? 's' : await { t: 1, [u]: v }; } }
`;

/** Code in which a text alone would tell other tokens than the tree. */
const ODD = [
  "let a: Map<b, Set<c>>= d, e = g ? .5 : 1.e3;",
  "let e: unique symbol, h: { [j in T]-?: k };",
  "let n = () => { new . target; import . meta; };",
  "let p = q / r / s, t = 1_000n, u = a.b?.[0] >> c.d; // x y",
  "let l = `m n`, w: `x y ${Z}`, v: A.B<C>=w;",
  "let é = 0; let $a = '\\n' + \"'\" + '\"';",
  "a < b\n<!-- c d\n",
  "let a: {| b: c |} = <d>e, f = <T,>(g: T) => g!;",
];
const PAGE = ["let a = <b c='d'>e f 'g' - {h}</b>, i = j < k;", "let a = <><b.c d /> &amp; e</>;"];

it.each(LANGUAGES)("the text of %s tells the tokens of a node without errors", (language, code) => {
  let read = 0;
  const mutants = [code, TAME].flatMap((text) => [...mutantsOf(text, { count: 20, seed: 7 })]);
  const others = language === "typescript" ? ODD : PAGE;
  for (const text of [code, TAME, ...others, ...mutants]) {
    const root = parseText(text, language);
    if (findErrorNodes(root).length > 0) continue;
    const kinds = ["class_body", "statement_block", "lexical_declaration", "expression_statement"];
    const nodes = root.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });
    for (const node of [root, ...nodes]) {
      const leaves = leavesOf(node, text, () => "not");
      expect(
        leavesOf(node, text, () => "not", { language, isClean: true }),
        text,
      ).toEqual(leaves);
      if (readTokens({ text: node.text(), language, depth: 1, kind: () => String(node.kind()) }))
        read += 1;
    }
  }
  expect(read).toBeGreaterThan(10);
});

it("code that is nested too deeply is not read by its text", () => {
  const text = `a(${"!".repeat(MAX_DEPTH)}b);`;
  const node = { language: "typescript", depth: 1, kind: () => "call_expression" };
  expect(readTokens({ text, ...node })).toBeUndefined();
  expect(readTokens({ text: "a(!b)", ...node })).toHaveLength(5);
});

it.each(LANGUAGES)("a literal of several lines in %s has signs in its text", (language, code) => {
  let found = 0;
  for (const text of [code, ...mutantsOf(code, { count: 20, seed: 5 })]) {
    const root = parseText(text, language);
    if (root.find({ rule: { kind: "ERROR" } }) !== null) continue;
    const hasLong = findLongLiterals(root, text).length > 0;
    if (hasLong) found += 1;
    expect(!hasLong || mayHaveLongLiteral(text, language), text).toBe(true);
  }
  expect(found).toBeGreaterThan(0);
  expect(mayHaveLongLiteral("a(\n'b', \"c\")", language)).toBe(false);
});
