import { expect, test } from "vitest";
import { findFirst, installedEngineVersion, parseText } from "../../../src/edit/engine/engine.ts";
import {
  errorRuleOf,
  errorSearchOf,
  findErrorNodes,
} from "../../../src/edit/engine/error-nodes.ts";
import { LISTED_ENGINE } from "../../../src/edit/engine/token-lists.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { mutantsOf } from "../../support/mutants.ts";

const LANGUAGES: readonly Language[] = ["typescript", "tsx", "javascript"];

const CODE = `import { a, type B } from "b";
export const c = async (x: number = 1, ...y: string[]): Promise<any> => (await x)?.y[0]! ?? 'z';
class D<T extends B> implements E { static #f = \`g\${a}\`; public readonly h?: unique symbol; override get i() { return new.target; } }
for (const [j, { k = /l/g }] of m as const) { if (!j) continue; else do { k++; } while (import.meta); }
switch (n) { case o: yield; default: type P = { q: typeof r | void; [s: string]: (t) => u is v }; }
`;
const PAGE = `const a = <b c="d" e={f} {...g}><h.i/>&amp; j {k ? <></> : null}</b>;\n`;
const SCRIPT = CODE.replace(
  /: (number|string\[\]|Promise<any>|unique symbol)|, type B|<T extends B> implements E|as const|public readonly|override|!\?/g,
  "",
);

const textOf = { typescript: CODE, tsx: CODE + PAGE, javascript: SCRIPT + PAGE };

test.each(LANGUAGES)("A8 the list of %s finds every made-up token of mutated code", (language) => {
  const rule = errorSearchOf(language) ?? {};
  const text = textOf[language as keyof typeof textOf];
  let broken = 0;
  for (const mutant of mutantsOf(text, { count: 60, seed: 17 })) {
    const root = parseText(mutant, language);
    const errors = findErrorNodes(root).map((node) => node.id());
    expect(
      findErrorNodes(root, language).map((node) => node.id()),
      mutant,
    ).toEqual(errors);
    const isBroken = errors.length > 0;
    expect(findFirst(root, { rule }) !== undefined, mutant).toBe(isBroken);
    if (isBroken) broken += 1;
  }
  expect(broken).toBeGreaterThan(30);
});

test.each([
  ["let x: unique ;", "typescript"],
  ["let a = import.;", "typescript"],
  ["let a = import.;", "javascript"],
  ["<a b=<c/> \\n", "tsx"],
] as const)("A8 the lists know the token that is missing in %s", (text, language) => {
  const found = findFirst(parseText(text, language), { rule: errorSearchOf(language) ?? {} });
  expect(found).toBeDefined();
});

test("A8 an engine without lists, and a language without one, is asked in the long way", () => {
  expect(installedEngineVersion()).toBe(LISTED_ENGINE);
  expect(errorRuleOf("typescript", "0.0.1")).toBeUndefined();
  expect(errorRuleOf("python", LISTED_ENGINE)).toBeUndefined();
});

test("A8 a text has the same errors with and without the lists", () => {
  for (const end of ["", "f(1;\n", "let x: unique ;\n", "when (a) {}\n", "a = /\n"]) {
    const root = parseText(`const a = [1, 2];\n${end}`, "typescript");
    const places = (language?: Language) =>
      findErrorNodes(root, language).map((node) => node.range());
    expect(places("typescript")).toEqual(places());
    expect(places().length > 0).toBe(end !== "");
  }
});
