import { describe, expect, it } from "vitest";
import { loadRecipe } from "../../src/recipe/load-recipe.ts";

const NONE = { kind: "values", values: {} } as const;

/** A valid recipe; each test changes what it is about. */
function recipe({
  head = "version: 1",
  op = '{ pat: "a($A)", out: "b($A)" }',
  more = "",
}: {
  head?: string;
  op?: string;
  more?: string;
} = {}): string {
  return `${head}
steps:
  - id: one
    ast_edit:
      ops:
        - ${op}
${more}`;
}

function problems(text: string, values: Record<string, unknown> = {}) {
  return loadRecipe(text, "r.yaml", { kind: "values", values }).diagnostics.map(
    ({ code, line, column, message }) => `${line}:${column} ${code}: ${message}`,
  );
}

describe("loadRecipe", () => {
  it("fills in the defaults", () => {
    const { recipe: loaded, diagnostics } = loadRecipe(recipe(), "recipes/swap.yaml", NONE);
    expect(diagnostics).toEqual([]);
    expect(loaded).toMatchObject({
      name: "swap",
      scope: { include: ["**"], exclude: [], readonly: [] },
      expect: {},
      steps: [
        {
          kind: "ast_edit",
          id: "one",
          params: {
            ops: [{ kind: "pattern", id: "ops[0]", pat: "a($A)", out: "b($A)" }],
            paths: ["**"],
            per: "step",
            passes: 1,
            onParseError: "skip",
            editGenerated: false,
          },
        },
      ],
    });
  });

  it.each([
    [
      '[lint, "--files={files}"]',
      1,
      "must be `{files}` alone: the files are arguments of their own",
    ],
    [
      '[sh, -c, "lint {files}"]',
      2,
      "must be `{files}` alone: the files are arguments of their own",
    ],
    ['["{files}"]', undefined, "must begin with the name of a program"],
  ])("refuses a command that hides its files: %s", (command, index, message) => {
    const at = index === undefined ? "" : `[${index}]`;
    expect(problems(`version: 1\nsteps: [{ command: ${command} }]`)).toEqual([
      expect.stringContaining(`\`steps[0].command${at}\` ${message}`),
    ]);
  });

  it.each([
    [
      '{ pat: "a()", out: ~ }',
      '6:30 invalid-value: `steps[0].ast_edit.ops[0].out` must be a text: `""` deletes the match',
    ],
    [
      '{ pat: "a()", out: "b", deleteLines: true }',
      "6:30 invalid-value: `steps[0].ast_edit.ops[0].out` must be empty",
    ],
    [
      '{ pat: "a()", out: "", deleteLines: true, layout: keep }',
      "6:61 invalid-value: `steps[0].ast_edit.ops[0].layout` has no meaning beside `deleteLines`",
    ],
  ])("refuses %s", (op, problem) => {
    expect(problems(recipe({ op }))).toEqual([expect.stringContaining(problem)]);
  });

  it.each(["~", '""'])("deletes whole lines with an `out` of %s", (out) => {
    const { recipe: loaded } = loadRecipe(
      recipe({ op: `{ pat: "a()", out: ${out}, deleteLines: true }` }),
      "r.yaml",
      NONE,
    );
    const op = { kind: "pattern", id: "ops[0]", pat: "a()", out: "", deleteLines: true };
    expect(loaded?.steps).toMatchObject([{ params: { ops: [op] } }]);
  });

  it("gives each op the utility rules of the recipe that it refers to, also through others", () => {
    const head = `version: 1
utils:
  call: { kind: call_expression, has: { matches: name } }
  name: { kind: identifier }
  other: { kind: number }`;
    const op = "{ rule: { matches: call }, utils: { own: { kind: number } }, out: x }";
    const { recipe: loaded, diagnostics } = loadRecipe(recipe({ head, op }), "r.yaml", NONE);
    const [step] = loaded?.steps ?? [];
    const [first] = step?.kind === "ast_edit" ? step.params.ops : [];
    expect(Object.keys((first?.kind === "rule" && first.utils) || {}).sort()).toEqual([
      "call",
      "name",
      "own",
    ]);
    const path = ["ops", 0, "utils", "name", "kind"];
    expect(step?.kind === "ast_edit" && step.places(path)).toMatchObject({ line: 4, column: 17 });
    expect(diagnostics).toMatchObject([{ code: "unused-util", line: 5, severity: "warning" }]);
  });

  it("names a recipe with cases after its folder", () => {
    expect(loadRecipe(recipe(), "recipes/swap/recipe.yaml", NONE).recipe?.name).toBe("swap");
  });

  it("gives steps without an id one by their place", () => {
    const text = `version: 1
steps:
  - ast_edit: { ops: [{ pat: "a()", out: "b()" }] }
  - parallel:
      - ast_edit: { ops: [{ pat: "a()", out: "b()" }] }
      - { id: named, ast_edit: { ops: [{ pat: "a()", out: "b()" }] } }
`;
    const ids = loadRecipe(text, "r.yaml", NONE).recipe?.steps.map((step) =>
      step.kind === "parallel" ? [step.id, ...step.steps.map(({ id }) => id)] : step.id,
    );
    expect(ids).toEqual(["step-1", ["step-2", "step-2.1", "named"]]);
  });

  it.each<[what: string, text: string, expected: string[]]>([
    [
      "broken YAML",
      "version: 1\nsteps: [\n",
      [
        "3:1 yaml-syntax: Flow sequence in block collection must be sufficiently indented and end with a ].",
      ],
    ],
    ["an empty file", "", ["1:1 invalid-value: The file must be a map, and is empty."]],
    ["a list", "- a\n", ["1:1 invalid-value: The file must be a map, and is a list."]],
    [
      "a duplicate key",
      "version: 1\nversion: 1\nsteps: []\n",
      ["2:1 duplicate-key: The same key stands twice in one map."],
    ],
    ["no version", recipe({ head: "name: x" }), ["1:1 missing-key: Missing key `version`."]],
    [
      "another version",
      recipe({ head: "version: 2" }),
      ["1:10 invalid-value: `version` must be `1`, and is `2`."],
    ],
    ["no steps", "version: 1\n", ["1:1 missing-key: Missing key `steps`."]],
    ["empty steps", "version: 1\nsteps: []\n", ["2:8 invalid-value: `steps` must not be empty."]],
    ["an unknown key", recipe({ more: "stepz: []\n" }), ["7:1 unknown-key: Unknown key `stepz`."]],
    [
      "an unknown key in an op",
      recipe({ op: '{ pat: "a()", out: "b()", fix: "c" }' }),
      ["6:37 unknown-key: Unknown key `fix`."],
    ],
    [
      "A4 an empty pattern",
      recipe({ op: '{ pat: "", out: "b" }' }),
      ["6:18 invalid-value: `steps[0].ast_edit.ops[0].pat` must not be empty."],
    ],
    [
      "A4 a blank pattern",
      recipe({ op: '{ pat: "  ", out: "b" }' }),
      ["6:18 invalid-value: `steps[0].ast_edit.ops[0].pat` must not be empty."],
    ],
    [
      "A4 empty ops",
      "version: 1\nsteps:\n  - ast_edit: { ops: [] }\n",
      ["3:22 invalid-value: `steps[0].ast_edit.ops` must not be empty."],
    ],
    [
      "A4 a duplicate pattern",
      recipe({ more: '        - { pat: "a($A)", out: "c($A)" }\n' }),
      ["7:18 invalid-value: `steps[0].ast_edit.ops[1].pat` is the same pattern as `ops[0].pat`."],
    ],
    [
      "a missing out",
      recipe({ op: '{ pat: "a()" }' }),
      ["6:11 missing-key: Missing key `out` in `steps[0].ast_edit.ops[0]`."],
    ],
    [
      "a wrong type",
      recipe({ more: "      maxFiles: many\n" }),
      ["7:17 invalid-value: `steps[0].ast_edit.maxFiles` must be a number, and is a text."],
    ],
    [
      "a limit of zero",
      recipe({ more: "      maxFiles: 0\n" }),
      ["7:17 invalid-value: `steps[0].ast_edit.maxFiles` must be at least 1."],
    ],
    [
      "an unknown granularity",
      recipe({ more: "      per: line\n" }),
      [
        "7:12 invalid-value: `steps[0].ast_edit.per` must be `step` or `file` or `match`, and is `line`.",
      ],
    ],
    [
      "passes together with `per: match`",
      recipe({ more: "      per: match\n      passes: 2\n" }),
      [
        "8:15 invalid-value: `steps[0].ast_edit.passes` must be 1 when `per` is `match`: a later pass builds on changes that the policy may have left out.",
      ],
    ],
    [
      "two answers to syntax errors",
      recipe({ more: "      failOnParseError: true\n      onParseError: skip\n" }),
      ["8:21 invalid-value: `steps[0].ast_edit.onParseError` contradicts `failOnParseError`."],
    ],
    [
      "a selector beside a rule",
      recipe({ op: '{ rule: { kind: number }, selector: number, out: "1" }' }),
      ["6:47 invalid-value: `steps[0].ast_edit.ops[0].selector` belongs in the rule's `pattern`."],
    ],
    [
      "languages of a step beside those of its call",
      "version: 1\nsteps:\n  - languages: [python]\n    ast_edit: { lang: ts, ops: [{ pat: a, out: b }] }\n",
      [
        "3:16 invalid-value: `steps[0].languages` cannot be given beside `lang` of its `ast_edit`; give one of them.",
      ],
    ],
    [
      "languages of a call of a group, twice",
      "version: 1\nsteps:\n  - languages: [c]\n    parallel:\n      - languages: [python]\n        ast_edit: { languages: [ts], ops: [{ pat: a, out: b }] }\n",
      [
        "5:20 invalid-value: `steps[0].parallel[0].languages` cannot be given beside `languages` of its `ast_edit`; give one of them.",
      ],
    ],
    [
      "an invalid duration",
      "version: 1\nsteps:\n  - { tool: read_file, timeout: 5x }\n",
      [
        "3:33 invalid-value: `steps[0].timeout` must be a number and a unit, such as `500ms`, `30s`, `10m` or `2h`.",
      ],
    ],
    [
      "a duration that no timer can wait",
      "version: 1\nsteps:\n  - { tool: read_file, timeout: 597h }\n",
      ["3:33 invalid-value: `steps[0].timeout` must be at most 596h."],
    ],
    [
      "a step without a kind",
      "version: 1\nsteps:\n  - id: one\n",
      [
        "3:5 invalid-value: `steps[0]` must have exactly one of `ast_edit`, `find`, `tool`, `transform`, `command`, `patch`, `uses`, `parallel` and `prompt`.",
      ],
    ],
    [
      "a duplicate step id",
      recipe({ more: '  - id: one\n    ast_edit: { ops: [{ pat: "a()", out: "b()" }] }\n' }),
      ["7:9 duplicate-id: Two steps have the id `one`."],
    ],
    [
      "F10 a path that leaves the root",
      recipe({ more: '      paths: ["src/**", "../x/**"]\n' }),
      [
        "7:25 path-out-of-root: `steps[0].ast_edit.paths[1]`: the path `../x/**` leaves the root or could; `..` is not allowed.",
      ],
    ],
    [
      "F10 an absolute path in the scope",
      recipe({ head: "version: 1\nscope: { include: [/etc] }" }),
      [
        "2:20 path-out-of-root: `scope.include[0]`: the path `/etc` is absolute; name it relative to the root.",
      ],
    ],
    [
      "F10 a backslash",
      recipe({ more: "      paths: ['src\\a.ts']\n" }),
      [
        "7:15 path-out-of-root: `steps[0].ast_edit.paths[0]`: the path `src\\a.ts` contains a backslash; separate folders with `/`.",
      ],
    ],
    [
      "an alias bomb",
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]\n`,
      ["1:1 yaml-syntax: The aliases stand for more than 100 nodes; write some out."],
    ],
  ])("reports %s with its place", (_what, text, expected) => {
    expect(problems(text)).toEqual(expected);
    expect(loadRecipe(text, "r.yaml", NONE).recipe).toBeUndefined();
  });

  it("reports all problems at once, in one pass over the file", () => {
    const text = recipe({ op: '{ pat: "", out: 3, x: 1 }', more: "nme: y\n" });
    expect(problems(text)).toHaveLength(4);
  });

  it("suggests the key that was probably meant", () => {
    const { diagnostics } = loadRecipe(recipe({ more: "      pahts: []\n" }), "r.yaml", NONE);
    expect(diagnostics[0]).toMatchObject({
      message: "Unknown key `pahts`.",
      hint: "Did you mean `paths`?",
    });
  });

  it("shows the lines around a problem", () => {
    const { diagnostics } = loadRecipe(recipe({ op: '{ pat: "", out: "b" }' }), "r.yaml", NONE);
    expect(diagnostics[0]?.frame).toBe(
      '  4 |     ast_edit:\n  5 |       ops:\n> 6 |         - { pat: "", out: "b" }\n    |                  ^\n  7 |',
    );
  });
});

describe("inputs", () => {
  const head = (declaration: string) => `version: 1\ninputs:\n  x: ${declaration}`;
  const using = "{ pat: \"a('${{ inputs.x }}')\", out: \"b('${{inputs.x}}', $A)\" }";

  it("replaces expressions and leaves metavariables alone", () => {
    const { recipe: loaded } = loadRecipe(
      recipe({ head: head("{ type: string }"), op: using.replace("$A", () => "$$$A, ${x}") }),
      "r.yaml",
      { kind: "values", values: { x: "v" } },
    );
    expect(loaded?.steps[0]).toMatchObject({
      params: { ops: [{ pat: "a('v')", out: "b('v', $$$A, ${x})" }] },
    });
  });

  it("F14 does not look again at what a value puts in", () => {
    const { recipe: loaded, diagnostics } = loadRecipe(
      recipe({ head: head("{ type: string }"), op: using }),
      "r.yaml",
      { kind: "values", values: { x: "${{ inputs.y }}" } },
    );
    expect(diagnostics).toEqual([]);
    expect(loaded?.steps[0]).toMatchObject({ params: { ops: [{ pat: "a('${{ inputs.y }}')" }] } });
  });

  it("keeps the type of a value that stands alone", () => {
    const text = recipe({
      head: "version: 1\ninputs:\n  n: { type: number }\n  l: { type: list }",
      more: "      maxFiles: ${{ inputs.n }}\n      paths: ${{ inputs.l }}\n",
    });
    const { recipe: loaded, diagnostics } = loadRecipe(text, "r.yaml", {
      kind: "values",
      values: { n: "3", l: "src, test" },
    });
    expect(diagnostics).toEqual([]);
    expect(loaded?.steps[0]).toMatchObject({ params: { maxFiles: 3, paths: ["src", "test"] } });
  });

  it.each<[what: string, declaration: string, values: Record<string, unknown>, expected: string[]]>(
    [
      [
        "a required input without a value",
        "{ required: true }",
        {},
        ["3:3 missing-input: Input `x` is required and has no value."],
      ],
      [
        "a value of another type",
        "{ type: number }",
        { x: "many" },
        ['3:3 invalid-input: Input `x` must be of type number, and is `"many"`.'],
      ],
      [
        "a value outside an enum",
        "{ type: enum, values: [a, b] }",
        { x: "c" },
        ["3:3 invalid-input: Input `x` must be one of `a`, `b`, and is `c`."],
      ],
      [
        "a value that misses the pattern",
        "{ pattern: '[a-z]+' }",
        { x: "a1" },
        ["3:3 invalid-input: Input `x` must match `[a-z]+`, and is `a1`."],
      ],
      [
        "an enum without values",
        "{ type: enum }",
        { x: "c" },
        ["3:14 invalid-value: Input `x` is an enum without `values`."],
      ],
      [
        "a default of another type",
        "{ type: boolean, default: perhaps }",
        {},
        ["3:32 invalid-value: The default of input `x` is not of type boolean."],
      ],
      [
        "an unknown type",
        "{ type: date }",
        {},
        [
          "3:14 invalid-value: `inputs.x.type` must be `string` or `number` or `boolean` or `enum` or `list`, and is `date`.",
        ],
      ],
      [
        "an invalid pattern",
        "{ pattern: '(' }",
        { x: "a" },
        ["3:17 invalid-value: `pattern` is not a valid regular expression."],
      ],
      [
        "required beside a default",
        "{ required: true, default: a }",
        {},
        ["3:18 invalid-value: Input `x` is required and has a default. Remove one of them."],
      ],
    ],
  )("reports %s", (_what, declaration, values, expected) => {
    const found = problems(recipe({ head: head(declaration), op: using }), values);
    expect(found.filter((problem) => !problem.includes("undeclared"))).toEqual(expected);
  });

  it("reports an input that is not declared, with the one that was probably meant", () => {
    const { diagnostics } = loadRecipe(
      recipe({
        head: "version: 1\ninputs: { module: { default: a } }",
        op: '{ pat: "${{ inputs.modul }}", out: "${{ inputs.module }}" }',
      }),
      "r.yaml",
      NONE,
    );
    expect(diagnostics).toMatchObject([
      { code: "undeclared-input", line: 7, column: 18, hint: "Did you mean `module`?" },
    ]);
  });

  it("warns of an input that nothing uses, and goes on", () => {
    const { recipe: loaded, diagnostics } = loadRecipe(
      recipe({ head: head("{ default: a }") }),
      "r.yaml",
      NONE,
    );
    expect(loaded).toBeDefined();
    expect(diagnostics).toMatchObject([
      { code: "unused-input", severity: "warning", line: 3, column: 3 },
    ]);
  });

  it("reports an invalid expression", () => {
    expect(problems(recipe({ op: '{ pat: "a(${{ env.HOME }})", out: "b" }' }))).toEqual([
      "6:18 invalid-expression: Invalid expression `${{ env.HOME }}`.",
    ]);
  });
});

describe("the hooks of a recipe", () => {
  const hook = (written: string) =>
    recipe({ head: `version: 1\nhooks:\n  - { run: [./hook], ${written} }` });
  const hooksOf = (text: string) => loadRecipe(text, "r.yaml", NONE).recipe?.hooks;

  it("F12 hear of prompts only if they say so", () => {
    expect(hooksOf(hook("timeout: 1s"))).toMatchObject([{ on: ["pre-tool", "post-tool"] }]);
    expect(hooksOf(hook("on: [prompt]"))).toMatchObject([{ on: ["prompt"] }]);
    expect(hooksOf(hook("on: [prompt, pre-tool], tools: [ast_edit]"))).toMatchObject([
      { on: ["prompt", "pre-tool"], tools: ["ast_edit"] },
    ]);
  });

  it("have no globs for tools if they hear of prompts only", () => {
    expect(problems(hook("on: [prompt], tools: [ast_edit]"))).toEqual([
      "3:43 invalid-value: `hooks[0].tools` belongs to the moments `pre-tool` and `post-tool`: a prompt calls no tool.",
    ]);
  });
});
