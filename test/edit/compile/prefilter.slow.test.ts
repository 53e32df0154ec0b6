import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import type { CompiledOp } from "../../../src/edit/compile/compiled-op.ts";
import { admits } from "../../../src/edit/compile/prefilter.ts";
import { findMatches, parseText } from "../../../src/edit/engine/engine.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import type { WrittenMap } from "../../../src/model/edit.ts";
import { mutantsOf } from "../../support/mutants.ts";

const MODULES = resolve(import.meta.dirname, "../../../node_modules");

/** Sources of real packages, with their language. */
function realFiles(): readonly { readonly text: string; readonly language: Language }[] {
  const under = (folder: string, extension: string, language: Language) =>
    readdirSync(join(MODULES, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(extension) && !name.endsWith(".d.ts"))
      .sort()
      .filter((_name, index) => index % 5 === 0)
      .map((name) => ({ text: readFileSync(join(MODULES, folder, name), "utf8"), language }))
      .filter(({ text }) => text.length < 40_000);
  return [
    ...under("rxjs/src", ".ts", "typescript"),
    ...under("zod/src", ".ts", "typescript"),
    ...under("preact/src", ".js", "javascript"),
    ...under("node-gyp/gyp", ".py", "javascript"), // Hardly a line of it is valid: errors everywhere.
  ];
}

const FILES = realFiles();

/** True if the filter lets a text through, or the engine finds no match in it. */
function isSound({ search, prefilter }: CompiledOp, text: string, language: Language): boolean {
  if (admits(prefilter, (part) => text.includes(part))) return true;
  return findMatches(parseText(text, language), search).length === 0;
}

describe("filtering never loses a match", () => {
  const rules: readonly WrittenMap[] = [
    { pattern: "new Error($A)", inside: { kind: "throw_statement" } },
    { any: [{ pattern: "$A.subscribe($$$B)" }, { pattern: "$A.unsubscribe()" }] },
    { kind: "if_statement", has: { pattern: "return $A", stopBy: "end" } },
    { pattern: { context: "class A { constructor($$$P) {} }", selector: "method_definition" } },
    {
      all: [
        { kind: "call_expression" },
        { regex: "^map" },
        { not: { has: { pattern: "x", stopBy: "end" } } },
      ],
    },
    { kind: "string", follows: { pattern: "typeof $A", stopBy: "end" } },
    ...(["cst", "smart", "ast", "relaxed", "signature", "template"] as const).map((strictness) => ({
      pattern: { context: "function $F($$$A) { return $B }", strictness },
    })),
  ];

  it.each(rules.map((rule) => [JSON.stringify(rule), rule] as const))("%s", (_name, rule) => {
    const lost = FILES.filter(({ text, language }) => {
      const outcome = compileOp({ kind: "rule", id: "r", rule, out: "x" }, language);
      return outcome.kind === "compiled" && !isSound(outcome.op, text, language);
    });
    expect(lost).toEqual([]);
  });

  it("with patterns cut out of real code, parts of which became metavariables", () => {
    let compiledOnes = 0;
    const file = fc.nat(FILES.length - 1);
    fc.assert(
      fc.property(
        file,
        file,
        fc.nat(),
        fc.nat(),
        fc.constantFrom("smart", "cst", "ast", "relaxed", "template"),
        (from, over, pick, hole, strictness) => {
          const source = FILES[from];
          const target = FILES[over];
          if (!source || !target) return;
          const nodes = parseText(source.text, source.language).findAll({
            rule: {
              any: [
                { kind: "call_expression" },
                { kind: "binary_expression" },
                { kind: "return_statement" },
                { kind: "import_statement" },
                { kind: "if_statement" },
                { kind: "array" },
                { kind: "arguments" },
                { kind: "template_string" },
                { kind: "try_statement" },
                { kind: "assignment_expression" },
                { kind: "augmented_assignment_expression" },
              ],
            },
          });
          const node = nodes[pick % Math.max(1, nodes.length)];
          const parts = node?.findAll({
            rule: { any: [{ kind: "identifier" }, { kind: "string" }, { kind: "number" }] },
          });
          const part = parts?.[hole % Math.max(1, parts.length)];
          if (!node || !part) return;
          const variable = pick % 3 === 0 ? "$$$HOLE" : "$HOLE";
          const start = node.range().start.index;
          const pat =
            source.text.slice(start, part.range().start.index) +
            variable +
            source.text.slice(part.range().end.index, node.range().end.index);
          const outcome = compileOp(
            { kind: "pattern", id: "p", pat, out: "x", strictness },
            source.language,
          );
          if (outcome.kind !== "compiled") return;
          compiledOnes += 1;
          expect(isSound(outcome.op, source.text, source.language)).toBe(true);
          if (target.language === source.language)
            expect(isSound(outcome.op, target.text, target.language)).toBe(true);
          // The node itself, broken: most of its tokens are there.
          for (const text of mutantsOf(node.text(), { count: 20, seed: pick }))
            expect(isSound(outcome.op, text, source.language), text).toBe(true);
        },
      ),
      { numRuns: 250, seed: 4 },
    );
    expect(compiledOnes).toBeGreaterThan(60);
  });
});
