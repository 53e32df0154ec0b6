import { describe, expect, it } from "vitest";
import { BEHIND_DASHES } from "../../src/recipe/recognize-recipe.ts";
import { cli } from "../support/run-cli.ts";
import { snapshot, tempTree } from "../support/temp-tree.ts";

const FILES = {
  "recipe.yaml": 'version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "a($A)", out: "b($A)" }] } }]\n',
  "a.ts": "a(1);\n",
};

const COMMANDS =
  "hint: Commands: run, preview, plan, propose, merge, apply, verify, publish, decide, resolve, runs, undo, recover, validate, test, list, show, explain-match, schema, init, doctor, completion, comment, hook, report, policy, trust, fleet, mcp. See sluice --help.";

const OF_POLICY =
  "Commands: policy show, policy explain, policy test, policy lint. See sluice policy --help.";

it("lists the faults of a schema, of a language and of a pattern at once, by line and column", async () => {
  const recipe = `version: 1
steps:
  - ast_edit: { lang: rustt, ops: [{ pat: "a($A)", out: "b($A)" }] }
  - ast_edit:
      paths: ["**/*.ts"]
      ops: [{ pat: "a(", out: b }, { pattern: "a" }, { pat: "a($A)", out: "b($B)" }]
surplus: 1
`;
  const root = tempTree({ "recipe.yaml": recipe });
  const { stderr } = await cli(root, ["preview", "recipe.yaml"]);
  const told = [...stderr.matchAll(/^recipe\.yaml:(\d+:\d+): error: .* \[(.*)\]$/gm)];
  expect(told.map(([, place, code]) => `${place} ${code}`)).toEqual([
    "3:23 unknown-language",
    "6:20 invalid-pattern",
    "6:36 missing-key",
    "6:38 unknown-key",
    "6:75 invalid-pattern",
    "7:1 unknown-key",
  ]);
  expect(stderr).toContain("ops[2]: `$B` is used in out");
});

describe("sluice help", () => {
  it.each<[line: string, same: string]>([
    ["help", "--help"],
    ["help preview", "preview --help"],
    ["help --no-color", "--no-color --help"],
  ])("%s is %s", async (line, same) => {
    const root = tempTree(FILES);
    const shown = await cli(root, line.split(" "));
    expect(shown).toEqual(await cli(root, same.split(" ")));
    expect(shown.exitCode).toBe(0);
  });
});

describe("files that are named as recipes", () => {
  it.each<[line: string, told: string]>([
    ["preview a.ts", "`a.ts` is not a recipe"],
    ["preview a.ts src/b.py", "`a.ts` and `src/b.py` are not recipes"],
    [
      "preview a.ts b.ts c.ts d.py recipe.yaml",
      "`a.ts`, `b.ts`, `c.ts` and 1 more are not recipes",
    ],
  ])("sluice %s: get one line together, and the option that was meant", async (line, told) => {
    const { exitCode, stderr } = await cli(tempTree(FILES), line.split(" "));
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: `error: ${told}: a recipe is a YAML file. [not-a-recipe]\nhint: ${BEHIND_DASHES}\n`,
    });
  });

  it("which are YAML get one line, too, and not one for each key", async () => {
    const root = tempTree({ ...FILES, "ci.yml": "on: push\njobs: {}\n" });
    const { exitCode, stderr } = await cli(root, ["preview", "recipe.yaml", "ci.yml"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("error: `ci.yml` is not a recipe: it has no `steps`. [not-a-recipe]");
    expect(stderr).toContain(BEHIND_DASHES);
    expect(stderr.match(/error:/g)).toHaveLength(1);
  });

  it("sluice validate says so, too", async () => {
    const { exitCode, stdout, stderr } = await cli(tempTree(FILES), ["validate", "a.ts"]);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain("`a.ts` is not a recipe: a recipe is a YAML file.");
  });

  it("are recipes if one has such a name", async () => {
    const root = tempTree({ ...FILES, "recipes/to.js.yaml": FILES["recipe.yaml"] });
    expect((await cli(root, ["preview", "to.js"])).exitCode).toBe(0);
  });
});

describe("a command line that is invalid", () => {
  it("sluice alone says in ten lines what to type first", async () => {
    const { exitCode, stderr } = await cli(tempTree(FILES), []);
    const [told, advice, ...lines] = stderr.trimEnd().split("\n");
    expect([exitCode, told]).toEqual([2, "sluice: No command was named."]);
    expect([advice, lines.length]).toEqual(["hint: Type one of these first:", 8]);
    expect(lines.every((line) => /^ {2}sluice \S.* {3,}\S/.test(line))).toBe(true);
  });

  it.each<[line: string, told: string[]]>([
    ["rnu", ["Unknown command `rnu`.", "hint: Did you mean `run`?"]],
    ["rnu --version", ["Unknown command `rnu`.", "hint: Did you mean `run`?"]],
    ["prevew swap --help", ["Unknown command `prevew`.", "hint: Did you mean `preview`?"]],
    ["polcy show", ["Unknown command `polcy`.", "hint: Did you mean `policy`?"]],
    ["policy nope --help", ["Unknown command `nope` of `policy`.", `hint: ${OF_POLICY}`]],
    ["eval --help", ["The command `eval` is not in this version.", COMMANDS]],
    [
      "fleet",
      [
        "No command of `fleet` was named.",
        "hint: Commands: fleet run, fleet list, fleet status, fleet merge, fleet worker, fleet report. See sluice fleet --help.",
      ],
    ],
    ["runn", ["Unknown command `runn`.", "hint: Did you mean `run`?"]],
    ...["eval", "help eval", "eval recipe.yaml"].map((line): [string, string[]] => [
      line,
      ["The command `eval` is not in this version.", COMMANDS],
    ]),
    ["help runn", ["Unknown command `runn`.", "hint: Did you mean `run`?"]],
    ["help reset", ["Unknown command `reset`.", COMMANDS]],
    ["policy", ["No command of `policy` was named.", `hint: ${OF_POLICY}`]],
    ["policy --format pretty", ["No command of `policy` was named.", `hint: ${OF_POLICY}`]],
    ...["policy nope", "policy nope x --quiet", "help policy nope"].map(
      (line): [string, string[]] => [
        line,
        ["Unknown command `nope` of `policy`.", `hint: ${OF_POLICY}`],
      ],
    ),
    [
      "policy shw",
      ["Unknown command `shw` of `policy`.", `hint: Did you mean \`policy show\`? ${OF_POLICY}`],
    ],
    ["run --polcy x", ["Unknown option or argument: polcy", "hint: Did you mean --policy?"]],
    [
      "apply plan.json --require-clean",
      [
        "--require-clean has no meaning in `apply`.",
        "hint: Use it with run, preview, plan, propose, mcp.",
      ],
    ],
    [
      "apply",
      [
        "Arguments of `apply` are missing.",
        "hint: See sluice help apply, which begins with its usage.",
      ],
    ],
    ["undo --halp", ["Unknown option or argument: halp", "hint: Did you mean --help?"]],
    ["halp", ["Unknown command `halp`.", "hint: Did you mean `help`?"]],
    ["plan recipe.yaml -o", ["--output: the value is missing.", "hint: Use --output=FILE."]],
    ["plan recipe.yaml", ["`plan` needs a file for the plan.", "hint: Use -o FILE."]],
    [
      "run recipe.yaml --policy apply-all --check=no",
      ["--check: takes no value.", "hint: Use --check alone, or leave it out."],
    ],
    [
      "run recipe.yaml --policy apply-all --no-policy",
      ["--policy: given twice.", "hint: Use --policy once."],
    ],
    [
      "run recipe.yaml --no-policy",
      ["--no-policy: unknown option.", "hint: Leave --policy out instead."],
    ],
    [
      "run recipe.yaml --cache=yes",
      ["--cache: takes no value.", "hint: Use --cache alone, or leave it out."],
    ],
    [
      "run recipe.yaml --timeout 5x --input y",
      [
        "--input: `y` has no value.",
        "hint: Use --input name=value, once for each name.",
        "sluice: --timeout: invalid duration `5x`.",
        "hint: Use a number and a unit, such as 500ms, 90s, 5m or 2h.",
      ],
    ],
  ])(
    "sluice %s: every problem is reported with exit code 2, and nothing is written",
    async (line, told) => {
      const root = tempTree(FILES);
      const before = snapshot(root);
      const { exitCode, stderr } = await cli(root, line.split(" ").filter(Boolean));
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: `sluice: ${told.join("\n")}\n` });
      expect(snapshot(root)).toEqual(before);
    },
  );
});
