import { describe, expect, it } from "vitest";
import { loadPolicy, loadRecipe, preview } from "../../src/index.ts";
import { tempFolder } from "../support/temp-tree.ts";

const OPS = [{ pat: "old($A)", out: "fresh($A)" }];
const WORLD = { env: {} };

function recipeWith(step: unknown): object {
  return { version: 1, name: "x", steps: [step] };
}

function cyclic(): object {
  const recipe: Record<string, unknown> = { version: 1, name: "x" };
  recipe.steps = [{ ast_edit: recipe }];
  return recipe;
}

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const throwing = () => {
  throw new Error("a trap");
};

/** Everything that a proxy can be asked throws. */
const PROXY = new Proxy(
  {},
  {
    get: throwing,
    ownKeys: throwing,
    getPrototypeOf: throwing,
    getOwnPropertyDescriptor: throwing,
  },
);

const HOSTILE: readonly (readonly [what: string, recipe: object, at: string, fault: string])[] = [
  [
    "a getter that throws",
    recipeWith({
      get ast_edit() {
        return throwing();
      },
    }),
    "steps[0].ast_edit",
    "has a getter in place of a value",
  ],
  ["a cycle", cyclic(), "steps[0].ast_edit", "contains itself"],
  ["a function", recipeWith(() => 1), "steps[0]", "is a function"],
  ["a symbol", recipeWith({ ast_edit: Symbol("x") }), "steps[0].ast_edit", "is a symbol"],
  ["a symbol as a key", recipeWith({ [Symbol("x")]: 1 }), "steps[0]", "has a symbol as a key"],
  ["a bigint", { version: 1n, name: "x", steps: [] }, "version", "is a bigint"],
  ["a number that JSON lacks", { version: Number.NaN }, "version", "is NaN"],
  ["a prototype", recipeWith(new Map()), "steps[0]", "is not a plain object"],
  ["a hole", { version: 1, name: "x", steps: new Array(1) }, "steps[0]", "is undefined"],
  [
    "a key `__proto__`",
    JSON.parse('{ "version": 1, "steps": [{ "__proto__": {} }] }'),
    "steps[0]",
    "has a key `__proto__`",
  ],
  ["a depth", recipeWith(nested(100_000)), "steps[0]", "nested deeper than 64 levels"],
  ["a proxy", recipeWith(PROXY), "steps[0]", "cannot be read"],
  ["a size", recipeWith("x".repeat(2 ** 21)), "steps[0]", "is too large"],
  ["a list that is far too long", recipeWith(new Array(2 ** 32 - 1)), "steps[0]", "is too large"],
];

describe("a recipe as an object", () => {
  it.each(HOSTILE)("is refused in words, with the path: %s", (_what, recipe, at, fault) => {
    const { diagnostics, recipe: loaded } = loadRecipe(recipe);
    expect(loaded).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
    const [{ message, at: place = "", path, line } = { message: "" }] = diagnostics;
    expect([path, line]).toEqual(["object:recipe", undefined]);
    expect(place.startsWith(at)).toBe(true);
    expect(message).toContain(fault);
    expect(message).not.toMatch(/\n|\bat .*:\d+/);
  });

  it("ends a run as invalid, with the path of the fault in place of line and column", async () => {
    const root = tempFolder();
    const recipes = ["nowhere", recipeWith({ ast_edit: { ops: [OPS[0], { out: "x" }], pah: [] } })];
    const report = await preview({ root, recipes }, WORLD);
    expect(report.exitCode).toBe(2);
    expect(report.diagnostics.map(({ path, at, message }) => [path, at, message])).toEqual([
      [undefined, undefined, "There is no recipe `nowhere`."],
      ["object:recipes[1]", "steps[0].ast_edit.ops[1]", expect.stringContaining("`pat`")],
      ["object:recipes[1]", "steps[0].ast_edit.pah", "Unknown key `pah`."],
    ]);
    const hostile = await preview({ root, recipes: [cyclic()] }, WORLD);
    expect(hostile.diagnostics[0]).toMatchObject({ path: "object:recipes[0]" });
  });

  it("names the pattern that is wrong by its path", async () => {
    const step = { ast_edit: { lang: "ts", ops: [OPS[0], { pat: "f(", out: "" }] } };
    const { diagnostics } = await preview(
      { root: tempFolder(), recipes: [recipeWith(step)] },
      WORLD,
    );
    expect(diagnostics[0]).toMatchObject({ at: "steps[0].ast_edit.ops[1].pat" });
  });

  it("needs a name, and is copied before anything is done", async () => {
    const { name: _name, ...nameless } = recipeWith({ ast_edit: { ops: OPS } }) as { name: string };
    expect(loadRecipe(nameless).diagnostics[0]?.message).toBe("Missing key `name`.");
    const recipe = recipeWith({ ast_edit: { ops: OPS } }) as { name: string };
    const running = preview({ root: tempFolder(), recipes: [recipe] }, WORLD);
    await Promise.resolve();
    recipe.name = "changed";
    expect((await running).diagnostics).toEqual([]);
  });

  it("means what the same YAML means", () => {
    const object = { version: 1, name: "x", steps: [{ id: "s", ast_edit: { ops: OPS } }] };
    const { recipe } = loadRecipe(object);
    const { recipe: same } = loadRecipe(JSON.stringify(object));
    expect(JSON.stringify({ ...recipe, path: "" })).toBe(JSON.stringify({ ...same, path: "" }));
  });
});

describe("a policy as an object", () => {
  it("is checked by the same schema, with paths", async () => {
    const { diagnostics } = await loadPolicy({
      version: 1,
      default: { verdict: "hold", reason: "Wait." },
      rules: [{ id: "a", when: { lang: ["klingon"] }, verdict: "apply", reason: "Yes." }],
    });
    expect(diagnostics).toMatchObject([
      { path: "object:policy", at: "rules[0].when.lang[0]", code: "unknown-language" },
    ]);
  });
});
