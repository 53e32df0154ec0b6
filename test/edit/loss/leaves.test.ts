import { expect, it } from "vitest";
import { parseText } from "../../../src/edit/engine/engine.ts";
import { leavesOf } from "../../../src/edit/loss/leaves.ts";
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
    expect(leavesOf(root, text, () => "not", language)).toEqual(leavesOf(root, text, () => "not"));
  }
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
