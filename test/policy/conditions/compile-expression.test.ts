import { describe, expect, it } from "vitest";
import { FACT_ROWS, type Facts } from "../../../src/model/action/facts.ts";
import { compileExpression } from "../../../src/policy/conditions/compile-expression.ts";

const FACTS: Facts = {
  ...{ recipe: "swap", step: "s", tool: "custom", label: "l", files: ["a.ts"], fileCount: 1 },
  ...{ conflicts: [], fromModel: false, untrusted: false },
};

async function compile(source: string) {
  const compiled = await compileExpression(source);
  if ("fault" in compiled) throw new Error(compiled.fault);
  return compiled;
}

describe("an expression of a policy", () => {
  it.each([
    ["facts.fileCount > 1 && facts.owners.size() > 1", ["fileCount", "owners"]],
    ["facts['idempotent']", ["idempotent"]],
    ["ci.fork", []],
    ["['idempotent'].all(name, facts[name] == true)", Object.keys(FACT_ROWS)],
    ["dyn(facts).idempotent", Object.keys(FACT_ROWS)],
    ["[facts].all(each, each.idempotent)", Object.keys(FACT_ROWS)],
  ])("asks for every fact that it may use: %s", async (source, facts) => {
    expect((await compile(source)).facts).toEqual(facts);
  });

  it.each([
    [
      "has(facts.commentsLoss)",
      10,
      "Unknown fact `facts.commentsLoss`. Did you mean `commentsLost`?",
    ],
    ["!has(ci.frok)", 8, "Unknown fact `ci.frok`. Did you mean `fork`?"],
    ["facts['filez'].size() > 0", 0, "Unknown fact `facts.filez`. Did you mean `files`?"],
  ])("is refused with a fact that does not exist: %s", async (source, offset, fault) => {
    expect(await compileExpression(source)).toEqual({ fault, offset });
  });

  it("knows nothing of the files of an action that names none", async () => {
    for (const source of ["facts.fileCount <= 3", "facts.files == []", "facts.conflicts == []"]) {
      const { evaluate } = await compile(source);
      expect(evaluate({ ...FACTS, files: [], fileCount: 0 }, {})).toHaveProperty("fault");
      expect(evaluate(FACTS, {})).toEqual({ value: source !== "facts.files == []" });
    }
  });

  it("cannot be evaluated on details that are nested without end", async () => {
    const { evaluate } = await compile("facts.fileCount == 1");
    const details: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(evaluate({ ...FACTS, details }, {})).toEqual({
      fault: "The facts are nested too deeply.",
    });
    expect(evaluate(FACTS, {})).toEqual({ value: true });
  });
});
