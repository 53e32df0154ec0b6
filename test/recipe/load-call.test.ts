import { describe, expect, it } from "vitest";
import { astEditJsonSchema, loadAstEditCall } from "../../src/recipe/load-call.ts";

describe("loadAstEditCall", () => {
  it("reads parameters by the rules of a recipe, with its defaults", () => {
    const written = { ops: [{ pat: "old($A)", out: "fresh($A)" }], paths: ["./src//a.ts"] };
    expect(loadAstEditCall(written)).toMatchObject({ params: { paths: ["src/a.ts"] } });
  });

  it.each<[what: string, value: unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a list", []],
    ["no ops", {}],
    ["an unknown key", { ops: [{ pat: "a", out: "b" }], path: "x" }],
    ["rule files", { rules: ["r/*.yml"] }],
    ["a path that leaves the root", { ops: [{ pat: "a", out: "b" }], paths: ["../x"] }],
  ])("refuses %s, and says what is wrong", (_what, value) => {
    const loaded = loadAstEditCall(value);
    expect(loaded).not.toHaveProperty("params");
    expect(loaded).toHaveProperty("diagnostics.0.message", expect.stringMatching(/./));
  });

  it("says what to write instead of rule files", () => {
    expect(loadAstEditCall({ rules: ["r/*.yml"] })).toMatchObject({
      diagnostics: [
        {
          message: "`rules` can be used only in a recipe.",
          hint: "Write each rule under `ops`.",
        },
      ],
    });
  });

  it("tells a model of every parameter that it can use, and of no other", () => {
    const { properties } = astEditJsonSchema();
    expect(properties).toHaveProperty("ops");
    expect(properties).toHaveProperty("paths");
    expect(properties).not.toHaveProperty("rules");
  });

  it("takes a text for what it says, whatever it would mean in YAML", () => {
    const written = { ops: [{ pat: "- &a [*b, {{", out: "# no comment\n---\n" }] };
    expect(JSON.stringify(loadAstEditCall(written))).toContain(JSON.stringify(written.ops[0]?.out));
  });
});
