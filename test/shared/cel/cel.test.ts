import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { INPUT_LIMITS } from "../../../src/model/input-limits.ts";
import { compileCel } from "../../../src/shared/cel/cel.ts";

const VARIABLES = {
  inputs: { name: "string", count: "dyn", list: "list<string>", "a-b": "bool" },
  steps: "map<string, map<string, dyn>>",
} as const;

const VALUES = {
  inputs: { name: "x", count: 5, list: ["a", "b"], "a-b": true },
  steps: {
    a: { outcome: "done", applied: 2, ratio: 0.5, output: { found: 3, items: [{ n: 1 }] } },
  },
};

const TOO_LONG = { fault: `It takes more than ${INPUT_LIMITS.expressionSteps} steps.` };

async function evaluate(source: string, values: Readonly<Record<string, unknown>> = VALUES) {
  const compiled = await compileCel(source, VARIABLES);
  return "fault" in compiled ? compiled : compiled.evaluate(values);
}

describe("compileCel", () => {
  it.each<[source: string, value: unknown]>([
    ["inputs.count > 3", true],
    ["inputs.count > 5.5", false],
    ["inputs.count == 5", true],
    ["steps.a.applied > 0", true],
    ["steps.a.ratio < 1", true],
    ["steps.a.output.found + 1 == 4", true],
    ["steps.a.output.items.exists(i, i.n == 1)", true],
    ['inputs["a-b"] && "b" in inputs.list', true],
    ['inputs.name == "x" ? size(inputs.list) : 0', 2n],
    ["has(steps.a.output.nope)", false],
    ['steps.a.outcome == "failed" || inputs.name.startsWith("x")', true],
  ])("evaluates %s", async (source, value) => {
    expect(await evaluate(source)).toEqual({ value });
  });

  it("takes a field for a field, whatever its name is", async () => {
    const names = { constructor: 1, hasOwnProperty: 1, size: 1, get: 1 };
    const values = { ...VALUES, steps: { a: { ...names, output: names } } };
    for (const name of Object.keys(names))
      expect(await evaluate(`steps.a.${name} == 1 && steps.a.output.${name} == 1`, values)).toEqual(
        {
          value: true,
        },
      );
    const compiled = await compileCel("inputs.constructor > 1", { inputs: { constructor: "dyn" } });
    expect("fault" in compiled || compiled.evaluate({ inputs: { constructor: 2 } })).toEqual({
      value: true,
    });
  });

  it.each<[source: string, fault: string, offset: number]>([
    ["1 +", "Unexpected token: EOF.", 3],
    ["steps.b.applied > 0", "No such key: b.", 6],
    ["steps.constructor.name", "No such key: constructor.", 6],
    ["steps.a.outcome > 1", "no such overload: dyn<string> > int.", 0],
  ])("says what is wrong with %s, and where", async (source, fault, offset) => {
    expect(await evaluate(source)).toEqual({ fault, offset });
  });

  it("finds the fields that an expression names", async () => {
    const source =
      'inputs.count > 1 && has(steps.a["output"].x.y) || steps[inputs.name].applied > 0';
    const compiled = await compileCel(source, VARIABLES);
    expect("references" in compiled && compiled.references).toEqual([
      { path: ["inputs", "count"], offset: 0 },
      { path: ["steps", "a", "output", "x", "y"], offset: 24 },
      { path: ["steps"], offset: 50 },
      { path: ["inputs", "name"], offset: 56 },
    ]);
  });

  it("checks types before there are values", async () => {
    const checked = async (source: string) => {
      const compiled = await compileCel(source, VARIABLES);
      return "checked" in compiled ? compiled.checked : compiled;
    };
    expect(await checked("inputs.name > 3")).toEqual({
      fault: "no such overload: string > int.",
      offset: 0,
    });
    expect(await checked("ci.fork")).toEqual({ fault: "Unknown variable: ci.", offset: 0 });
    expect(await checked("inputs.name")).toEqual({ type: "string" });
    expect(await checked("steps.a.applied")).toEqual({ type: "dyn" });
  });

  it("has no regular expressions, which could take for ever", async () => {
    expect(await evaluate('inputs.count > 1 && inputs.name.matches("(a+)+$")')).toEqual({
      fault:
        "`matches` is not supported. Use `startsWith`, `endsWith`, `contains` or a comparison.",
      offset: 20,
    });
  });

  it("ends loops in loops over long lists", async () => {
    const list = Array.from({ length: 20_000 }, () => "a");
    const source = "inputs.list.all(a, inputs.list.all(b, inputs.list.all(c, c == a && b == a)))";
    const values = { ...VALUES, inputs: { ...VALUES.inputs, list } };
    expect(await evaluate(source, values)).toEqual(TOO_LONG);
  });

  it.each([
    [
      "a loop in a loop",
      "inputs.list.exists(a, inputs.list.exists(b, a == b && b == 'x'))",
      220,
      290,
    ],
    [
      "an error of a part is none of an `||`",
      "inputs.list.exists(a, inputs.list.exists(b, b == 'x')) || true",
      380,
      410,
    ],
    ["long texts", "inputs.list.map(a, inputs.name + inputs.name).size() == 0", 200, 1500],
  ])(
    "counts steps, never time, so that the bound is the same on every machine: %s",
    async (_name, source, few, many) => {
      const compiled = await compileCel(source, VARIABLES);
      if ("fault" in compiled) throw new Error(compiled.fault);
      const of = (length: number) => {
        const list = Array.from({ length }, () => "a");
        return compiled.evaluate({
          ...VALUES,
          inputs: { ...VALUES.inputs, list, name: "n".repeat(10_000) },
        });
      };
      expect(of(few)).not.toEqual(TOO_LONG);
      expect(of(many)).toEqual(TOO_LONG);
      expect(of(few)).toEqual(of(few)); // It begins to count again.
      expect(of(few)).not.toEqual(TOO_LONG);
    },
  );

  it.each([
    `${"(".repeat(2000)}1${")".repeat(2000)}`,
    `${"!".repeat(4000)}true`,
    `[${"1,".repeat(2000)}1]`,
    `${"1+".repeat(2000)}1`,
    "x".repeat(INPUT_LIMITS.expressionLength + 1),
  ])("refuses what is too large", async (source) => {
    expect(await evaluate(source)).toEqual(
      expect.objectContaining({ fault: expect.stringMatching(/\.$/) }),
    );
  });
});

it("runs on exactly one version of its library, whose nodes it counts as no document promises", () => {
  const manifest = new URL("../../../package.json", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(manifest, "utf8"));
  expect(dependencies["@marcbachmann/cel-js"]).toMatch(/^\d+\.\d+\.\d+$/);
});
