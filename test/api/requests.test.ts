import { describe, expect, it } from "vitest";
import { wholeApplyRequest, wholeRunRequest } from "../../src/api/run.ts";
import { applyRequest, runRequest } from "../../src/command/requests.ts";
import { applyPlan, preview, recover, undo } from "../../src/index.ts";
import { readOptions } from "../../src/request/options/read-options.ts";
import { definedOnly } from "../../src/shared/defined-only.ts";
import { tempFolder } from "../support/temp-tree.ts";

const WORLD = { env: {} };

describe("a request of the library", () => {
  it("has the defaults of the command line", () => {
    const given = { root: "r", recipes: ["x"] };
    const { faults, objects, ...own } = wholeRunRequest("run", given, "/c").request;
    const ofCommand = runRequest(
      "run",
      { ...optionsOf("run"), root: "r" },
      { recipes: ["x"] },
      "/c",
    );
    expect(definedOnly(own)).toEqual(definedOnly(ofCommand));
    expect([faults, objects]).toEqual([[], new Map()]);
  });

  it("of applyPlan has them, too", () => {
    const { request } = wholeApplyRequest({ root: "r", plan: "p.json" }, "/c");
    const { faults, objects, ...own } = request;
    const ofCommand = applyRequest({ ...optionsOf("apply"), root: "r" }, "p.json", "/c");
    expect(definedOnly(own)).toEqual(definedOnly(ofCommand));
    expect([faults, objects]).toEqual([[], new Map()]);
  });

  it.each([
    [{ recipes: [] }, "`root` is missing: it must be a text."],
    [{ root: "r", recipe: ["x"] }, "Unknown key `recipe`. Did you mean `recipes`?"],
    [{ root: "r", recipes: "x" }, "`recipes` must be a list, and is a text."],
    [{ root: "r", recipes: [1] }, "`recipes[0]` must be a name, a path, or an object."],
    [{ root: "r", recipes: ["x"], timeout: "5m" }, "`timeout` must be a number, and is a text."],
    [
      { root: "r", recipes: ["x"], timeout: 1.5 },
      "`timeout` must be a whole number, and is `1.5`.",
    ],
    [
      { root: "r", recipes: ["x"], timeout: Number.NaN },
      "`timeout` must be a number, and is `NaN`.",
    ],
    [{ root: "r", recipes: ["x"], inputs: new Map() }, "`inputs` is not a plain object."],
    [{ root: "r", recipes: ["x"], timeout: 3e9 }, "`timeout` must be at most 2147483647"],
    [{ root: "r", recipes: ["x"], lockTimeout: 1e20 }, "`lockTimeout` must be"],
    [{ root: "r", recipes: ["x"], inputs: [] }, "`inputs` must be a map"],
    [{ root: "r", recipes: ["x"], inputs: [["a", 1]] }, "`inputs` must be a map"],
    [null, "The value must be a map, and is empty."],
    [new Proxy({}, { get: refuse, ownKeys: refuse }), "Give a plain object."],
  ])("is refused in words if it is wrong: %#", async (request, message) => {
    const report = await preview(request as never, WORLD);
    expect([report.outcome, report.exitCode]).toEqual(["invalid", 2]);
    expect(report.diagnostics.map((diagnostic) => diagnostic.message).join(" ")).toContain(message);
  });

  it("refuses inputs that are no data, and a plan that is none", async () => {
    const root = tempFolder();
    const report = await preview({ root, recipes: ["x"], inputs: { a: { b: () => 1 } } }, WORLD);
    expect(report.diagnostics).toMatchObject([{ path: "object:inputs", at: "a.b" }]);
    const applied = await applyPlan({ root, plan: { text: "{}" } }, WORLD);
    expect(applied.diagnostics[0]?.message).toContain("is not a plan");
    expect((await applyPlan({ root } as never, WORLD)).diagnostics[0]?.message).toContain("`plan`");
  });

  it("of applyPlan names a part of a plan, with a reason", () => {
    const given = { root: "r", plan: "p.json", only: ["a1"], reason: "Only this." };
    const { request } = wholeApplyRequest(given, "/c");
    expect(request).toMatchObject({ faults: [], only: ["a1"], reason: "Only this." });
  });

  it("of applyPlan tells the faults of its parts beside that of its plan", () => {
    const recipes = [{ version: 1n }];
    const { request } = wholeApplyRequest({ root: "r", plan: {}, recipes }, "/c");
    expect(request.faults).toMatchObject([
      { path: "object:recipes[0]", at: "version" },
      { message: expect.stringContaining("`plan` has no text") },
    ]);
  });

  it("is refused by undo and recover in a message", async () => {
    expect(await undo({ rot: "x" } as never, WORLD)).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("Did you mean `root`?"),
    });
    expect(await recover({} as never, WORLD)).toMatchObject({
      exitCode: 2,
      message: "`root` is missing: it must be a text.",
    });
  });
});

function optionsOf<Name extends "run" | "apply">(command: Name) {
  const read = readOptions(command, {});
  if (read.kind === "options") return read.options;
  throw new Error("No option was given.");
}

function refuse(): never {
  throw new Error("a trap");
}
