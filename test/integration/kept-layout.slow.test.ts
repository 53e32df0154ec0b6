import { describe, expect, test } from "vitest";
import { keptText as writeKept } from "../../src/edit/match/kept-text.ts";
import { provideLayout } from "../../src/edit/match/ready-layout.ts";
import { planPasses } from "../../src/edit/passes/plan-passes.ts";
import { compiled } from "../edit/compile/compiled.ts";
import { JEST_FILES, RENAMED } from "../support/jest-files.ts";

provideLayout(writeKept);

/** Returns the text after one pass, and the number of its replacements. */
function run(text: string, layout: { readonly layout?: "keep" }) {
  const ops = RENAMED.map((op, index) => compiled({ ...op, ...layout, id: `ops[${index}]` }));
  const { plan } = planPasses(text, "typescript", ops, { passes: 1, editDespiteErrors: false });
  if (plan.kind !== "edited") throw new Error("Nothing was edited.");
  return { text: plan.text, replacements: plan.replacements.length };
}

const kept = new Map<string, ReturnType<typeof run>>();

/** Returns a text with its layout kept: made once. */
function runKept(text: string) {
  const made = kept.get(text) ?? run(text, { layout: "keep" });
  kept.set(text, made);
  return made;
}

describe.each(Object.entries(JEST_FILES))("jest's own %s", (_name, before) => {
  test("L3 `test` becomes `it`, and every changed line is one in which a call's name changed", () => {
    const { text, replacements } = runKept(before);
    const [old, fresh] = [before.split("\n"), text.split("\n")];
    expect(fresh).toHaveLength(old.length);
    const changed = old.flatMap((line, at) => (line === fresh[at] ? [] : [[line, fresh[at]]]));
    expect(changed).toHaveLength(replacements);
    for (const [was, is] of changed) expect(is).toBe(was?.replace(/^( *)test(?=[.(])/, "$1it"));
  });
});

test("without `layout: keep`, captured template strings and blank lines change in these files", () => {
  const changed = Object.values(JEST_FILES).filter(
    (text) => run(text, {}).text !== runKept(text).text,
  );
  expect(changed.length).toBeGreaterThan(3);
});
