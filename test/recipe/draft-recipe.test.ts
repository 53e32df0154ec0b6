import fc from "fast-check";
import { expect, it } from "vitest";
import { sortDiagnostics } from "../../src/model/sort-diagnostics.ts";
import { loadRecipe } from "../../src/recipe/load-recipe.ts";

const load = (recipe: object) => loadRecipe(recipe, "r.yaml", { kind: "values", values: {} });

const op = (pat: string) => ({ pat, out: "x" });
const RECIPE = {
  version: 1,
  name: "r",
  inputs: { fn: { type: "string", default: "f" } },
  scope: { include: ["src/**"], readonly: ["docs/**"] },
  languageGlobs: { typescript: ["*.x"] },
  steps: [
    { id: "one", ast_edit: { paths: ["src/**"], ops: [op("a"), op("${{ inputs.fn }}"), op("c")] } },
    { id: "two", when: "size(inputs.fn) > 0", parallel: [{ ast_edit: { ops: [op("d")] } }] },
    { id: "ask", prompt: "Do @a.md.", response: { schema: { type: "object" } } },
    { id: "late", tool: "t", with: { paths: "${{ steps.ask.output.files }}" } },
  ],
};

it("keeps the valid parts of a recipe, with the names that they have in the file", () => {
  const [first, ...steps] = RECIPE.steps;
  const ops = [{ pattern: "a" }, op("b"), { pat: 1, out: "x" }, op("c")];
  const draftOf = (recipe: object) => load(recipe).draft;
  const draft = draftOf({
    ...{ ...RECIPE, surplus: 1, version: 2 },
    steps: [{ id: "bad" }, { ...first, ast_edit: { ops, passes: 0 } }, ...steps.slice(0, 1)],
  });
  expect(draft?.steps).toMatchObject([
    {
      id: "one",
      params: {
        ops: [
          { id: "ops[1]", pat: "b" },
          { id: "ops[3]", pat: "c" },
        ],
      },
    },
    { id: "two", kind: "parallel" },
  ]);
  const call = draft?.steps[0];
  expect(call?.kind === "ast_edit" && call.places(["ops", 1, "out"])).toEqual({
    path: "r.yaml",
    at: "steps[1].ast_edit.ops[3].out",
  });
  expect(draftOf({ name: "r", steps: [{ id: "bad" }] })).toBeUndefined();
  expect(load(RECIPE).draft).toBeUndefined();
});

it("tells a fault only once, and the faults of several rounds in the order of the file", () => {
  const text = `version: 1
name: r
steps:
  - ast_edit: { ops: [{ pat: a, out: x }, { pattern: b }, { pat: a, out: y }], paths: ["../x"] }
  - ast_edit: { ops: [{ pat: "\${{ inputs.gone }}", out: x }] }
surplus: 1
`;
  const { recipe, diagnostics } = loadRecipe(text, "r.yaml", { kind: "values", values: {} });
  expect(recipe).toBeUndefined();
  expect(diagnostics.map(({ line, code }) => [line, code])).toEqual([
    [4, "missing-key"],
    [4, "unknown-key"],
    [4, "invalid-value"],
    [4, "path-out-of-root"],
    [5, "undeclared-input"],
    [6, "unknown-key"],
  ]);
  expect(diagnostics[2]?.message).toBe(
    "`steps[0].ast_edit.ops[2].pat` is the same pattern as `ops[0].pat`.",
  );
});

/** The places of everything in a value. */
function pathsIn(value: unknown): readonly (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const key = Array.isArray(value) ? Number(name) : name;
    return [[key], ...pathsIn(item).map((path) => [key, ...path])];
  });
}

function withValue(value: unknown, path: readonly (string | number)[], put: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== "object" || value === null) return put;
  const changed = Array.isArray(value) ? [...value] : { ...value };
  const inside = (value as Record<string | number, unknown>)[key];
  (changed as Record<string | number, unknown>)[key] = withValue(inside, rest, put);
  return changed;
}

it("never throws, whatever is wrong, and lists faults in order", () => {
  const fault = fc.constantFrom<unknown>(null, 0, "", "${{ inputs.x }}", [], {}, [null], { x: 1 });
  const places = fc.constantFrom(...pathsIn(RECIPE));
  fc.assert(
    fc.property(fc.array(fc.tuple(places, fault), { minLength: 1, maxLength: 4 }), (faults) => {
      const broken = faults.reduce<unknown>(
        (all, [path, put]) => withValue(all, path, put),
        RECIPE,
      );
      const text = JSON.stringify(broken, undefined, 1);
      const loaded = loadRecipe(text, "r.yaml", { kind: "values", values: {} });
      expect(loaded.diagnostics).toEqual(sortDiagnostics(loaded.diagnostics));
      if (loaded.recipe !== undefined) expect(loaded.draft).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});

it.each([
  ...[
    ["pattern", "pat"],
    ["find", "pat"],
    ["search", "pat"],
    ["fix", "out"],
    ["replace", "out"],
  ],
  ...[
    ["rewrite", "out"],
    ["with", "out"],
    ["patt", "pat"],
  ],
])("takes `%s` of an op for `%s`", (written = "", meant) => {
  const { diagnostics } = load({
    name: "r",
    version: 1,
    steps: [{ ast_edit: { ops: [{ [written]: "a" }] } }],
  });
  const hint = `Did you mean \`${meant}\`?`;
  expect(diagnostics).toContainEqual(
    expect.objectContaining({ code: "unknown-key", message: `Unknown key \`${written}\`.`, hint }),
  );
});
