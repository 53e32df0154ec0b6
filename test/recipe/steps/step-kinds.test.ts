import { describe, expect, it } from "vitest";
import { CODE_NOUNS, startsCode } from "../../../src/recipe/code-of.ts";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";
import {
  CALL_KIND_NAMES,
  STEP_KIND_NAMES,
  STEP_KINDS,
} from "../../../src/recipe/steps/step-kinds.ts";

/** Returns the messages about the keys of one step. */
function faultsOf(step: string): readonly string[] {
  const text = `version: 1\nsteps:\n  - ${step}\n`;
  const { diagnostics } = loadRecipe(text, "a.yaml", { kind: "placeholders" });
  return diagnostics.map(({ message }) => message);
}

describe("the table of step kinds", () => {
  it("has a sentence for the key of each kind, and for each key that only this kind has", () => {
    for (const kind of STEP_KIND_NAMES) {
      const { keys, words } = STEP_KINDS[kind];
      const isOfOne = (key: string) =>
        STEP_KIND_NAMES.filter((each) => Object.hasOwn(STEP_KINDS[each].keys, key)).length === 1;
      const told = Object.keys(words).map((path) => path.split(".").at(-1));
      for (const key of [kind, ...Object.keys(keys).filter(isOfOne)]) expect(told).toContain(key);
    }
  });

  it("names the kinds that take a key, in its order, for a step of another kind", () => {
    expect(faultsOf("{ tool: read_file, languages: [ts], api: jssg, per: file }")).toEqual([
      "`steps[0].languages` belongs to an `ast_edit`, a `find`, a `transform` or a `command`.",
      "`steps[0].api` belongs to a `transform`.",
      "`steps[0].per` belongs to a `transform`, a `command` or a `patch`.",
    ]);
    expect(faultsOf("{ command: [x], with: {}, attach: [a] }")).toEqual([
      "`steps[0].with` belongs to a `tool` or to `uses`.",
      "`steps[0].attach` belongs to a `prompt`.",
    ]);
  });

  it("takes the keys of each kind whose key is there, also of a wrong second one", () => {
    const kinds = STEP_KIND_NAMES.map((name) => `\`${name}\``);
    const all = `${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)}`;
    const fault = `\`steps[0]\` must have exactly one of ${all}.`;
    expect(faultsOf("{ tool: read_file, transform: ./x.mjs, api: jssg, with: {} }")).toEqual([
      fault,
    ]);
  });

  it("tells which kinds start code", () => {
    expect(CALL_KIND_NAMES.filter(startsCode)).toEqual(["transform", "command"]);
    expect(["prompt", "ast_grep", "toString"].filter(startsCode)).toEqual([]);
    expect(CODE_NOUNS).toBe("tools, hooks, transforms, commands, formatters or parsers");
  });
});
