import { expect, it } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { ImportsOp, ImportToAdd } from "../../../src/model/edit.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

function compile(add: Partial<ImportToAdd>, language: "typescript" | "python" | "go" | "java") {
  const added = { from: "m", names: [], type: false, ...add };
  const imports = { add: [added], remove: [], merge: false, when: "matched" } as const;
  return compileOp({ kind: "imports", id: "ops[0]", imports } satisfies ImportsOp, language);
}

it.each([
  ["python", { default: "m" }, "default"],
  ["java", { default: "m" }, "default"],
  ["go", { default: "m" }, "default"],
  ["go", { names: [["A", "A"]] }, "names"],
] as const)("L9 refuses an import that %s does not have: %o", (language, add, key) => {
  expect(compile(add, language)).toMatchObject({
    kind: "invalid",
    problems: [{ code: "unknown-key", field: ["imports", "add", 0, key] }],
  });
});

it.each([
  ["typescript", { default: "m" }],
  ["python", { names: [["a", "a"]] }],
  ["java", { names: [["a", "a"]] }],
  ["go", { namespace: "m" }],
] as const)("L9 takes one that %s has: %o", (language, add) => {
  expect(compile(add, language).kind).toBe("compiled");
});
