import { describe, expect, it } from "vitest";
import { FACT_TYPES, type Facts } from "../../../src/model/action/facts.ts";
import { compileExpression } from "../../../src/policy/conditions/compile-expression.ts";

const FACTS: Facts = {
  ...{ recipe: "swap", step: "s", tool: "custom", label: "l", files: [], fileCount: 0 },
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
    ["['idempotent'].all(name, facts[name] == true)", Object.keys(FACT_TYPES)],
    ["dyn(facts).idempotent", Object.keys(FACT_TYPES)],
    ["[facts].all(each, each.idempotent)", Object.keys(FACT_TYPES)],
  ])("asks for every fact that it may use: %s", async (source, facts) => {
    expect((await compile(source)).facts).toEqual(facts);
  });

  it("cannot be evaluated on details that are nested without end", async () => {
    const { evaluate } = await compile("facts.fileCount == 0");
    const details: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(evaluate({ ...FACTS, details }, {})).toEqual({
      fault: "The facts are nested too deeply.",
    });
    expect(evaluate(FACTS, {})).toEqual({ value: true });
  });
});
