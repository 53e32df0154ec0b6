import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled, compiledRule } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

type Row = readonly [languages: string, held?: string, pat?: string, out?: string, kept?: string];

const KINDS = Object.entries(
  parse(readFileSync(join(import.meta.dirname, "kinds.yaml"), "utf8")) as Record<string, Row[]>,
);

/** The text around a value; `@` stands for it. */
const FRAMES: Readonly<Record<string, string>> = {
  javascript: "x = @;\n",
  typescript: "x = @;\n",
  tsx: "x = @;\n",
  python: "x = @\n",
  ruby: "x = @\n",
  lua: "x = @\n",
  bash: "@\n",
  java: "class A { void t() { x = @; } }\n",
  go: "package p\n\nfunc t() {\n\tx = @\n}\n",
  rust: "fn t() { x = @; }\n",
  c: "void t() { x = @; }\n",
  cpp: "void t() { x = @; }\n",
};

/** Returns true if an edit is held for its meaning, or for its syntax; undefined if there is none. */
function isHeld(language: Language, code: string, [pat, out]: readonly [string, string]) {
  const whole = code.startsWith(": ");
  const text = whole ? code.slice(2) : (FRAMES[language] ?? "").replace("@", () => code);
  const context = FRAMES[language]?.replace("@", () => pat) ?? "";
  const pattern = { context, selector: "call_expression" };
  const op = /^c(?:pp)?$/.test(language)
    ? compiledRule({ rule: { pattern }, out }, language)
    : compiled({ pat, out }, language);
  const { plan } = planPasses(text, language, [op], { passes: 1, editDespiteErrors: false });
  if (plan.kind !== "edited") return undefined;
  const { regrouped, parseErrorsBefore = 0, parseErrorsAfter = 0 } = plan;
  return regrouped?.length !== 0 || parseErrorsAfter > parseErrorsBefore;
}

const cases = KINDS.flatMap(([kind, rows]) =>
  rows.flatMap(([languages, held, pat, out, kept]) =>
    languages.split(" ").flatMap((language) => {
      if (held === undefined || pat === undefined || out === undefined || kept === undefined)
        return [];
      return [{ kind, language, held, kept, pat, out }];
    }),
  ),
);

describe("code that a place or a template takes apart is held, and its twin is not (L4)", () => {
  it.each(cases)("$kind, in $language: $held", ({ language, held, kept, pat, out }) => {
    expect(isHeld(language, held, [pat, out]), held).toBe(true);
    expect(isHeld(language, kept, [pat, out]), kept).toBe(false);
  });

  it.each(KINDS)("%s: all languages have a case, or lack the kind", (_kind, rows) => {
    const named = new Set(rows.flatMap(([languages]) => languages.split(" ")));
    expect([...named].sort()).toEqual(Object.keys(FRAMES).sort());
  });
});
