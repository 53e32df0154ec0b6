import { describe, expect, test } from "vitest";
import { readInputs } from "../../src/action/inputs.ts";

const WORKSPACE = "/work";

/** Reads inputs that are named in the form of variables: `WORKING_DIRECTORY`. */
function read(inputs: Readonly<Record<string, string>>) {
  const env = Object.entries(inputs).map(([name, text]) => [`SLUICE_INPUT_${name}`, text]);
  return readInputs(Object.fromEntries(env), WORKSPACE);
}

function problemsOf(inputs: Readonly<Record<string, string>>): readonly string[] {
  const reading = read(inputs);
  if (reading.kind === "value") return [];
  return reading.problems.map(({ message, hint = "" }) => `${message} ${hint}`.trim());
}

describe("readInputs", () => {
  test("empty inputs mean the defaults: a preview in the workspace with the policy of the root", () => {
    expect(read({ RECIPES: "swap", MODE: "", POLICY: " ", PLAN: "", ARGS: "" })).toMatchObject({
      kind: "value",
      value: {
        root: WORKSPACE,
        task: {
          kind: "run",
          request: { command: "preview", root: WORKSPACE, recipes: ["swap"], policy: undefined },
        },
        options: { report: [], timeout: undefined, quiet: false, verbose: false },
      },
    });
  });

  test("recipes are separated by commas or line ends, without blanks around them", () => {
    const recipes = ["a.yaml", "b", "c d.yaml"];
    expect(read({ RECIPES: " a.yaml,b\r\n  c d.yaml \n,\n" })).toMatchObject({
      value: { task: { request: { recipes } } },
    });
  });

  test("every input has a say", () => {
    const inputs = { POLICY: "safe", WORKING_DIRECTORY: "packages/a b", ARGS: "--check --quiet" };
    expect(read({ ...inputs, RECIPES: "a", MODE: "run" })).toMatchObject({
      value: {
        root: "/work/packages/a b",
        task: {
          kind: "run",
          request: {
            command: "run",
            root: "/work/packages/a b",
            recipes: ["a"],
            policy: "safe",
            check: true,
          },
        },
        options: { quiet: true },
      },
    });
    expect(read({ ...inputs, RECIPES: "a", MODE: "plan", PLAN: "p.json" })).toMatchObject({
      value: {
        task: {
          kind: "plan",
          output: "p.json",
          request: { command: "plan", recipes: ["a"], policy: "safe", check: true },
        },
      },
    });
    expect(read({ ...inputs, MODE: "apply", PLAN: "p.json" })).toMatchObject({
      value: {
        task: {
          kind: "apply",
          request: { root: "/work/packages/a b", plan: "p.json", policy: "safe", check: true },
        },
      },
    });
  });

  test("names the plans of shards, and the file of the whole one", () => {
    const inputs = { MODE: "merge", PLANS: "plans, last.json", PLAN: "p.json" };
    expect(read(inputs)).toMatchObject({
      value: {
        task: { kind: "merge", output: "p.json", request: { plans: ["plans", "last.json"] } },
      },
    });
  });

  test("means the project file in the root if it names no recipe", () => {
    expect(read({})).toMatchObject({ value: { task: { request: { project: "root" } } } });
    const named = read({ RECIPES: "a" });
    expect(named).toMatchObject({ value: { task: { request: { recipes: ["a"] } } } });
    expect(named).not.toMatchObject({ value: { task: { request: { project: "root" } } } });
  });

  test.each<[inputs: Record<string, string>, told: (string | RegExp)[]]>([
    [{ MODE: "plan", RECIPES: "a" }, [/^Input `plan`: is empty\. Name the file of the plan/]],
    [{ RECIPES: "a, -" }, [/^Input `recipes`: `-` cannot be read here/]],
    [{ MODE: "apply" }, [/^Input `plan`: is empty/]],
    [
      { MODE: "apply", PLAN: "p.json", RECIPES: "a" },
      [/^Input `recipes`: has no meaning in mode `apply`\. .*--recipe FILE/],
    ],
    [
      { MODE: "run", PLAN: "p.json", RECIPES: "a" },
      [
        /^Input `plan`: has no meaning in mode `run`\. .*mode plan, merge, apply, publish or decide/,
      ],
    ],
    [{ MODE: "merge", PLAN: "p.json" }, [/^Input `plans`: is empty\. Name the folder/]],
    [{ MODE: "merge", PLANS: "plans" }, [/^Input `plan`: is empty/]],
    [{ RECIPES: "a", PLANS: "plans" }, [/^Input `plans`: has no meaning in mode `preview`/]],
    [
      { MODE: "merge", PLAN: "p.json", PLANS: "plans", RECIPES: "a" },
      [/^Input `recipes`: has no meaning in mode `merge`/],
    ],
    [
      { MODE: "apply", PLAN: "p.json", SHARD: "1/2" },
      ["Input `shard`: has no meaning in mode `apply`. Use it with mode preview, run, plan."],
    ],
    [
      { MODE: "plan", PLAN: "p.json", SHARD: "3/2" },
      ["Input `shard`: `3/2` is none of 2 shards. Use 1/2 to 2/2: the first shard is 1."],
    ],
    [
      { MODE: "apply", PLAN: "p.json", ARGS: "--require-clean --max-actions 5" },
      [
        "Input `args`: `--require-clean` has no meaning in mode `apply`. Use it with mode preview, run, plan.",
        /^Input `args`: `--max-actions` has no meaning in mode `apply`/,
      ],
    ],
    [
      { MODE: "plan", PLAN: "p.json", RECIPES: "a", ARGS: "--no-verify" },
      [
        "Input `args`: `--no-verify` has no meaning in mode `plan`. Use it with mode apply, publish.",
      ],
    ],
    [
      { MODE: "preveiw", ARGS: "--x --timeout 5" },
      [
        "Input `mode`: invalid value `preveiw`. Did you mean `preview`?",
        /^Input `args`: unknown option `--x`/,
        /^Input `args`: --timeout: invalid duration `5`/,
      ],
    ],
    [
      { MODE: "aply", PLAN: "p.json", ARGS: "--verify --input a=b" },
      ["Input `mode`: invalid value `aply`. Did you mean `apply`?"],
    ],
    [
      { RECIPES: "a", CHECK: "yes", SUMMARY: "0", ANNOTATIONS: "no", COMMENT: "1", CACHE: "x" },
      ["check", "summary", "annotations", "comment", "cache"].map(
        (name) => new RegExp(`^Input \`${name}\`: invalid value \`.+\`\\. Use true or false\\.$`),
      ),
    ],
    [
      { RECIPES: "a", ALLOW_CODE: "sure" },
      ["Input `allow-code`: invalid value `sure`. Use true or false."],
    ],
    [
      { RECIPES: "a", FAIL_ON: "chnage, never, held" },
      [
        "Input `fail-on`: invalid value `chnage`. Did you mean `change`?",
        "Input `fail-on`: `never` stands with another value. Leave one out.",
      ],
    ],
    [
      { RECIPES: "a", FAIL_ON: "held", CHECK: "true", ARGS: "--exit-zero" },
      [
        "Input `fail-on`: cannot be used together with `check`. Leave `check` out: `fail-on: change` says the same.",
        "Input `fail-on`: cannot be used together with `--exit-zero`. Use `fail-on: never` alone.",
      ],
    ],
    [
      { RECIPES: "a", LANGUAGES: "pyhton, constructor\n\n,go" },
      [
        "Input `languages`: unknown language `pyhton`. Did you mean `python`?",
        /^Input `languages`: unknown language `constructor`\./,
      ],
    ],
    [
      { RECIPES: "a", TRUST: "bsae", REPORTS: "jsno", INPUTS: "a" },
      [
        /^Input `inputs`: /,
        /^Input `reports`: unknown format `jsno`\. Did you mean `json`\? Formats: pretty, json, /,
        "Input `trust`: invalid value `bsae`. Did you mean `base`?",
      ],
    ],
    [
      { RECIPES: "a", SINCE: "main", ARGS: "--since dev" },
      ["Input `since`: given twice. Use --since once."],
    ],
    [{ MODE: "RUN", RECIPES: "a" }, ["Input `mode`: invalid value `RUN`. Did you mean `run`?"]],
  ])("every problem of %j is reported at once", (inputs, told) => {
    expect(problemsOf(inputs)).toEqual(
      told.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))),
    );
  });

  test("inputs that are options say the same as the options", () => {
    const reading = read({
      RECIPES: "a",
      INPUTS: "a=1, 2\r\n\n  b= x = y \n",
      SINCE: " origin/main ",
      REPORTS: "json=a b.json,, jsonl\n",
      TRUST: "none",
      CHECK: "TRUE",
      ALLOW_CODE: "true",
      LANGUAGES: " Py,\n,go ",
      ARGS: "--input c=3 --report pretty=x --packages more",
    });
    expect(reading).toMatchObject({
      value: {
        task: {
          request: {
            inputs: { a: "1, 2", b: " x = y", c: "3" },
            since: "origin/main",
            trust: "none",
            check: true,
            allowCode: true,
            packages: ["more"],
          },
        },
        options: {
          report: [
            { format: "pretty", path: "x" },
            { format: "json", path: "a b.json" },
            { format: "jsonl", path: "sluice-report.jsonl" },
          ],
        },
        feedback: { summary: true, annotations: true, comment: false },
        failRule: { reasons: undefined, check: true },
      },
    });
  });

  test("the grammars of `languages` are where the step before installed them", () => {
    const env = { SLUICE_INPUT_RECIPES: "a", SLUICE_PACKAGES: "/tmp/languages" };
    expect(readInputs(env, WORKSPACE)).toMatchObject({
      value: { task: { request: { packages: ["/tmp/languages"] } } },
    });
  });

  test("`since` and `trust` also belong to mode apply", () => {
    expect(read({ MODE: "apply", PLAN: "p", SINCE: "main", TRUST: "base" })).toMatchObject({
      value: { task: { kind: "apply", request: { since: "main", trust: "base" } } },
    });
  });

  test("where a step tells its outcome, and when it fails, can be chosen", () => {
    const inputs = { RECIPES: "a", SUMMARY: "false", ANNOTATIONS: "False", COMMENT: "true" };
    expect(read({ ...inputs, FAIL_ON: "held\n failed," })).toMatchObject({
      value: {
        feedback: { summary: false, annotations: false, comment: true },
        failRule: { reasons: ["failed", "held"], check: false },
      },
    });
    expect(read({ RECIPES: "a", FAIL_ON: "never" })).toMatchObject({
      value: { failRule: { reasons: [] } },
    });
  });
});
