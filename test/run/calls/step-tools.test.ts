import { describe, expect, it } from "vitest";
import type { Recipe } from "../../../src/model/recipe/recipe.ts";
import { createTools } from "../../../src/run/calls/create-tools.ts";
import { callContext } from "../../../src/run/calls/step-tools.ts";
import { RunStop } from "../../../src/run/state/run-stop.ts";
import { BUILT_IN_TOOLS } from "../../../src/tools/built-in.ts";
import { toolSetUp } from "../../support/tool-setup.ts";

function setUp() {
  const { root, surroundings } = toolSetUp({});
  const { session, owner, files } = surroundings;
  const signal = new AbortController().signal;
  // The parts of a recipe and of a run that the tools of a step use.
  const recipe = {
    languageGlobs: [],
    languages: [],
    scope: { include: ["**"], exclude: [], readonly: [] },
    fileRefs: { maxBytes: 100 },
  };
  const { workspace, grammars, search } = surroundings;
  const run: Parameters<typeof callContext>[2] = {
    world: { root, workspace, stop: new RunStop(signal, signal) },
    tooling: { grammars, search, extensions: { tools: new Map() } },
  };
  const context = callContext(
    recipe as unknown as Recipe,
    { session, owner, files, onProgress: () => undefined, timeout: 1000 },
    run,
  );
  return createTools(context);
}

/** Returns listed and hidden tools. */
function allTools() {
  const registry = setUp();
  return registry.offered(registry.listed().map(({ name }) => name));
}

describe("the tools of a step", () => {
  it("T24 have the names of the table, which no custom tool may have, in its order", () => {
    expect(allTools().map(({ name }) => name)).toEqual(BUILT_IN_TOOLS.map(({ name }) => name));
  });

  it("each say what they may be given", () => {
    for (const { name, parameters } of allTools())
      expect([name, parameters]).toMatchObject([name, { type: "object", properties: {} }]);
    const { properties } = setUp().get("ast_edit")?.parameters ?? {};
    expect(Object.keys(properties as object)).toEqual(
      expect.arrayContaining(["ops", "paths", "per"]),
    );
  });
});
