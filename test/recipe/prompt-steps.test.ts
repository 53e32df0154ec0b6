import { describe, expect, it } from "vitest";
import { INPUT_LIMITS } from "../../src/model/input-limits.ts";
import { promptsOf } from "../../src/model/recipe/recipe.ts";
import { loadRecipe } from "../../src/recipe/load-recipe.ts";

const load = (text: string, values: Record<string, unknown> = {}) =>
  loadRecipe(text, "r.yaml", { kind: "values", values });

function problems(text: string, values: Record<string, unknown> = {}): string[] {
  return load(text, values).diagnostics.map(
    ({ code, line, column, message }) => `${line}:${column} ${code}: ${message}`,
  );
}

/** A recipe of one prompt step; the prompt is in line 4, and `more` begins in line 5. */
function prompt(more = "", text = "Do it."): string {
  const lines = more === "" ? [] : more.split("\n").map((line) => `    ${line}`);
  return ["version: 1", "steps:", "  - id: p", `    prompt: ${text}`, ...lines, ""].join("\n");
}

const EDIT = '{ ast_edit: { ops: [{ pat: "a()", out: "b()" }] } }';

describe("a prompt step", () => {
  it("has its defaults", () => {
    const { recipe, diagnostics } = load(prompt());
    expect(diagnostics).toEqual([]);
    expect(recipe).toMatchObject({
      untrusted: [],
      fileRefs: { mode: "warn", maxBytes: 16384 },
    });
    const [step] = recipe === undefined ? [] : promptsOf(recipe);
    expect(step).toMatchObject({
      kind: "prompt",
      id: "p",
      prompt: [{ kind: "text", text: "Do it." }],
      attach: [],
      model: { provider: "none", name: "", timeout: 120_000, retries: 4, toolChoice: "named" },
      tools: ["ast_edit", "ast_grep", "read_file", "list_files", "write_file", "replace_text"],
      resolve: "policy",
      maxTurns: 20,
      timeout: 600_000,
      place: { line: 4, column: 13 },
    });
    expect(Object.keys(step ?? {})).not.toContain("maxTokens");
  });

  it("keeps everything that is written", () => {
    const { recipe, diagnostics } = load(`version: 1
fileRefs: { mode: strict, maxBytes: 1048576 }
scope: { untrusted: ["docs/**"] }
steps:
  - id: p
    when: "true"
    prompt: Do it.
    attach: [docs/style.md, ../up.md]
    model:
      provider: openai-compatible
      name: m
      baseUrl: http://127.0.0.1:1/v1
      apiKeyEnv: MY_KEY
      temperature: 0.2
      maxOutputTokens: 1000
      timeout: 5s
      retries: 0
      toolChoice: none
    tools: [read_file, mine]
    resolve: model
    maxTurns: 8
    maxTokens: 100000
    timeout: 1m
    response: { schema: { type: object, properties: { n: { type: integer } } } }
`);
    expect(diagnostics).toEqual([]);
    expect(recipe).toMatchObject({
      untrusted: ["docs/**"],
      fileRefs: { mode: "strict", maxBytes: 1048576 },
      steps: [
        {
          when: { source: "true", place: { line: 6, column: 11 } },
          attach: ["docs/style.md", "../up.md"], // The resolver says what is wrong with it (F10, F15).
          model: {
            provider: "openai-compatible",
            name: "m",
            baseUrl: "http://127.0.0.1:1/v1",
            apiKeyEnv: "MY_KEY",
            temperature: 0.2,
            maxOutputTokens: 1000,
            timeout: 5000,
            retries: 0,
            toolChoice: "none",
            place: { line: 10, column: 7 },
          },
          tools: ["read_file", "mine"],
          toolPlaces: [
            { line: 19, column: 13 },
            { line: 19, column: 24 },
          ],
          resolve: "model",
          maxTurns: 8,
          maxTokens: 100000,
          timeout: 60_000,
          response: { schema: { type: "object", properties: { n: { type: "integer" } } } },
        },
      ],
    });
  });

  const ONE_KIND =
    "3:5 invalid-value: `steps[0]` must have exactly one of `ast_edit`, `find`, `tool`, `transform`, `command`, `patch`, `uses`, `parallel` and `prompt`.";

  it.each<[what: string, text: string, expected: readonly string[]]>([
    [
      "an empty prompt",
      prompt("", '""'),
      ["4:13 invalid-value: `steps[0].prompt` must not be empty."],
    ],
    [
      "a blank prompt",
      prompt("", '" \\n"'),
      ["4:13 invalid-value: `steps[0].prompt` must not be empty."],
    ],
    [
      "a prompt of no text",
      prompt("", "[a]"),
      ["4:13 invalid-value: `steps[0].prompt` must be a text, and is a list."],
    ],
    [
      "a prompt that is too long",
      prompt("", "x".repeat(INPUT_LIMITS.promptLength + 1)),
      ["4:13 invalid-value: `steps[0].prompt` must have at most 262144 characters."],
    ],
    [
      "too many attachments",
      prompt(`attach: [${"a,".repeat(INPUT_LIMITS.attachments + 1)}]`),
      ["5:13 invalid-value: `steps[0].attach` must have at most 1000 entries."],
    ],
    [
      "a condition that is too long",
      prompt(`when: ${"x".repeat(INPUT_LIMITS.expressionLength + 1)}`),
      ["5:11 invalid-value: `steps[0].when` must have at most 4096 characters."],
    ],
    ["a prompt with a tool", prompt("tool: read_file\nwith: { path: a }"), [ONE_KIND]],
    [
      "parameters on a prompt",
      prompt("with: { a: 1 }"),
      ["5:11 invalid-value: `steps[0].with` belongs to a `tool` or to `uses`."],
    ],
    [
      "keys of a prompt on another step",
      `version: 1\nsteps:\n  - tool: read_file\n    attach: [a.md]\n    maxTurns: 2\n`,
      [
        "4:13 invalid-value: `steps[0].attach` belongs to a `prompt`.",
        "5:15 invalid-value: `steps[0].maxTurns` belongs to a `prompt`.",
      ],
    ],
    [
      "a time limit on a group",
      `version: 1\nsteps:\n  - parallel: [${EDIT}]\n    timeout: 1s\n`,
      [
        "4:14 invalid-value: `steps[0].timeout` belongs to a `tool`, a `transform`, a `command` or a `prompt`.",
      ],
    ],
    [
      "a prompt in a group",
      "version: 1\nsteps:\n  - parallel:\n      - { prompt: Do it. }\n",
      [
        "4:19 invalid-value: `steps[0].parallel[0].prompt` cannot be in `parallel`, because a prompt is a conversation with its own batches; make it a step.",
      ],
    ],
    [
      "a condition in a group",
      'version: 1\nsteps:\n  - parallel:\n      - { when: "true", tool: read_file }\n',
      [
        "4:17 invalid-value: `steps[0].parallel[0].when` cannot be in `parallel`, because the calls of a group run together; give `when` to the group.",
      ],
    ],
    [
      "no turn at all",
      prompt("maxTurns: 0"),
      ["5:15 invalid-value: `steps[0].maxTurns` must be at least 1."],
    ],
    [
      "too many turns",
      prompt("maxTurns: 1001"),
      ["5:15 invalid-value: `steps[0].maxTurns` must be at most 1000."],
    ],
    [
      "a tool that is named twice",
      prompt("tools: [read_file, read_file]"),
      ["5:24 invalid-value: `steps[0].tools[1]` names `read_file` a second time."],
    ],
    ["an unknown key of a prompt", prompt("atach: [a]"), ["5:5 unknown-key: Unknown key `atach`."]],
    [
      "a blank condition",
      prompt('when: " "'),
      ["5:11 invalid-value: `steps[0].when` must not be empty."],
    ],
    [
      "an expression in a condition",
      prompt('when: "${{ inputs.x }}"'),
      ["5:11 invalid-expression: `when` is already an expression. Remove the `${{ }}`."],
    ],
    [
      "a schema of no object",
      prompt("response: { schema: { type: array } }"),
      [
        "5:25 invalid-value: `steps[0].response.schema` must be the schema of an object, with `type: object`.",
      ],
    ],
    [
      "a schema with mistakes",
      prompt(
        "response:\n  schema:\n    type: object\n    required: a\n    properties:\n      a: { type: text }\n      b: { type: string, pattern: '(' }\n      c: 3\n      d: { anyOf: [1] }",
      ),
      [
        "8:19 invalid-value: `steps[0].response.schema.required` must be a list of names.",
        "10:22 invalid-value: `steps[0].response.schema.properties.a.type` must be one of `object`, `array`, `string`, `number`, `integer`, `boolean`, `null`.",
        "11:39 invalid-value: `steps[0].response.schema.properties.b.pattern` must be a regular expression.",
        "12:14 invalid-value: `steps[0].response.schema.properties.c` must be a schema: a map.",
        "13:24 invalid-value: `steps[0].response.schema.properties.d.anyOf[0]` must be a schema: a map.",
      ],
    ],
    [
      "a schema that refers to others",
      prompt(
        "response:\n  schema:\n    type: object\n    $defs: { $ref: { items: { $ref: '#' } } }\n    properties:\n      $ref: { const: { $ref: a value } }\n    then: { $dynamicRef: '#a' }\n    anyOf: [{ $recursiveRef: '#' }]",
      ),
      [
        [8, 41, "$defs.$ref.items.$ref"],
        [11, 30, "then.$dynamicRef"],
        [12, 34, "anyOf[0].$recursiveRef"],
      ].map(
        ([line, column, path]) =>
          `${line}:${column} invalid-value: \`steps[0].response.schema.${path}\` refers to another schema, and references are not supported; write that schema here.`,
      ),
    ],
  ])("reports %s with its place", (_what, text, expected) => {
    expect(problems(text)).toEqual(expected);
    expect(load(text).recipe).toBeUndefined();
  });

  it.each<[key: string, written: string, expected: string]>([
    [
      "fileRefs",
      "{ mode: loud }",
      "2:19 invalid-value: `fileRefs.mode` must be `warn` or `strict`, and is `loud`.",
    ],
    ["fileRefs", "{ maxBytes: 0 }", "2:23 invalid-value: `fileRefs.maxBytes` must be at least 1."],
    [
      "fileRefs",
      "{ maxBytes: 1048577 }",
      "2:23 invalid-value: `fileRefs.maxBytes` must be at most 1048576.",
    ],
    [
      "scope",
      "{ untrusted: [../x] }",
      "2:22 path-out-of-root: `scope.untrusted[0]`: the path `../x` leaves the root or could; `..` is not allowed.",
    ],
  ])("has bounds for what a recipe says of all prompts: %s: %s", (key, written, expected) => {
    const text = prompt().replace("steps:", `${key}: ${written}\nsteps:`);
    expect(problems(text)).toEqual([expected]);
  });

  it("may stand twice in a recipe, under two ids", () => {
    const twice = "version: 1\nsteps:\n  - { id: a, prompt: One. }\n  - { id: b, prompt: Two. }\n";
    expect(problems(twice)).toEqual([]);
    expect(problems(twice.replace("id: b", "id: a"))).toEqual([
      "4:11 duplicate-id: Two steps have the id `a`.",
    ]);
  });

  it("suggests the key that was meant", () => {
    expect(load(prompt("atach: [a]")).diagnostics[0]?.hint).toBe("Did you mean `attach`?");
  });
});

describe("the model of a prompt step", () => {
  const as = (provider: string, key: string, what: string) =>
    `5:12 invalid-value: \`steps[0].model\` must have \`${key}\` when \`provider\` is \`${provider}\`: ${what}.`;
  const NAME = "the model, by the name that the provider gives it";
  const KEY = "the environment variable with the key";

  it.each<[model: string, expected: readonly string[]]>([
    ["{ provider: none }", []],
    ["{ provider: replay, cassette: tapes/a.json }", []],
    ["{ provider: anthropic, name: m, apiKeyEnv: KEY_2 }", []],
    ["{ provider: openai-compatible, name: m, baseUrl: 'https://x.example/v1' }", []],
    ["{ name: m }", ["5:12 missing-key: Missing key `provider` in `steps[0].model`."]],
    [
      "{ provider: antropic }",
      [
        "5:24 invalid-value: `steps[0].model.provider` must be `none` or `replay` or `openai-compatible` or `anthropic` or `openai` or `google`, and is `antropic`.",
      ],
    ],
    ["{ provider: anthropic }", [as("anthropic", "name", NAME), as("anthropic", "apiKeyEnv", KEY)]],
    ["{ provider: openai, name: m }", [as("openai", "apiKeyEnv", KEY)]],
    ["{ provider: google, apiKeyEnv: KEY }", [as("google", "name", NAME)]],
    [
      "{ provider: openai-compatible }",
      [
        as("openai-compatible", "baseUrl", "the address of the server"),
        as("openai-compatible", "name", NAME),
      ],
    ],
    ["{ provider: replay }", [as("replay", "cassette", "the file with the recorded answers")]],
    [
      "{ provider: none, cassette: a.json }",
      ["5:40 invalid-value: `steps[0].model.cassette` belongs to the provider `replay`."],
    ],
    [
      "{ provider: replay, cassette: ../a.json }",
      [
        "5:42 path-out-of-root: `steps[0].model.cassette`: the path `../a.json` leaves the root or could; `..` is not allowed.",
      ],
    ],
    [
      "{ provider: none, temperature: 3 }",
      ["5:43 invalid-value: `steps[0].model.temperature` must be at most 2."],
    ],
    [
      "{ provider: none, toolChoice: forced }",
      [
        "5:42 invalid-value: `steps[0].model.toolChoice` must be `named` or `none`, and is `forced`.",
      ],
    ],
    [
      "{ provider: none, baseUrl: 'ftp://x' }",
      [
        "5:39 invalid-value: `steps[0].model.baseUrl` must be an address that begins with `http://` or `https://`.",
      ],
    ],
    [
      "{ provider: none, baseUrl: '/v1' }",
      [
        "5:39 invalid-value: `steps[0].model.baseUrl` must be an address that begins with `http://` or `https://`.",
      ],
    ],
  ])("is checked: %s", (model, expected) => {
    expect(problems(prompt(`model: ${model}`))).toEqual(expected);
  });

  it.each([
    "apiKeyEnv: sk-ant-secret0123",
    `apiKeyEnv: ${"SECRET0123".repeat(11)}`,
    "apiKeyEnv: my-secret0123-key",
    "apiKeyEnv: secret0123",
    "apiKey: secret0123",
    "baseUrl: 'https://me:secret0123@x.example/v1'",
  ])("is refused where a key stands in it, and nothing shows the key: %s", (written) => {
    const { recipe, diagnostics } = load(prompt(`model: { provider: none, ${written} }`));
    expect(recipe).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
    expect(JSON.stringify(diagnostics).toLowerCase()).not.toContain("secret0123");
  });

  it("is refused where an input puts a key into it, and nothing shows the key", () => {
    const text = prompt("model: { provider: none, apiKeyEnv: '${{ inputs.key }}' }").replace(
      "steps:",
      "inputs: { key: {} }\nsteps:",
    );
    const { diagnostics } = load(text, { key: "sk-secret0123" });
    expect(diagnostics).toMatchObject([{ code: "invalid-value", line: 6 }]);
    expect(JSON.stringify(diagnostics)).not.toContain("secret0123");
  });
});

describe("an input in a condition", () => {
  it.each<[when: string, unused: readonly string[]]>([
    ["inputs.a > 1", ["dir-name", "ab"]],
    ["inputs.ab && true", ["a", "dir-name"]],
    ["inputs . a-inputs.ab == 0", ["dir-name"]],
    ['inputs["dir-name"] == "x"', ["a", "ab"]],
    ["inputs[ 'dir-name' ] == 'a' && inputs['a'] > 1", ["ab"]],
    ["steps.a.applied > 0 && steps.inputs.ab", ["a", "dir-name", "ab"]],
    ['"a, ab and dir-name" == ""', ["a", "dir-name", "ab"]],
  ])("is used where the condition names it: %s", (when, unused) => {
    const text = prompt(`when: ${JSON.stringify(when)}`).replace(
      "steps:",
      "inputs: { a: { type: number, default: 1 }, dir-name: { default: x }, ab: { default: y } }\nsteps:",
    );
    const warned = load(text).diagnostics.filter(({ code }) => code === "unused-input");
    expect(warned.map(({ message }) => /`(.*?)`/.exec(message)?.[1])).toEqual(unused);
  });
});

describe("the text of a prompt", () => {
  const piecesOf = (text: string, values: Record<string, unknown> = {}) => {
    const { recipe, diagnostics } = load(text, values);
    return {
      pieces: recipe?.steps[0]?.kind === "prompt" ? recipe.steps[0].prompt : [],
      diagnostics,
    };
  };
  const withInputs = (text: string) =>
    prompt("", text).replace("steps:", "inputs: { area: {}, list: { type: list } }\nsteps:");

  it("F14 F18 keeps values apart from the recipe's own text, and does not look into them", () => {
    const text = withInputs('"In ${{ inputs.area }} and ${{ inputs.list }}."');
    const values = {
      area: "@docs/a.md ${{ inputs.list }} ${{ steps.p.output }}",
      list: ["x", "y"],
    };
    expect(piecesOf(text, values).pieces).toEqual([
      { kind: "text", text: "In " },
      { kind: "value", text: values.area },
      { kind: "text", text: " and " },
      { kind: "value", text: "x,y" },
      { kind: "text", text: "." },
    ]);
  });

  it("F18 is a value where it is nothing but an input", () => {
    const text = withInputs('"${{ inputs.area }}" # ${{ inputs.list }}');
    expect(piecesOf(text, { area: "@a.md" }).pieces).toEqual([{ kind: "value", text: "@a.md" }]);
    expect(problems(text, { area: " " })).toContain(
      "5:13 invalid-value: `steps[0].prompt` must not be empty.",
    );
  });
});
