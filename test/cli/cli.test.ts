import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { wantsColor } from "../../src/cli/wants-color.ts";
import { createProgress } from "../../src/command/progress.ts";
import type { RunEvent } from "../../src/model/events.ts";
import { EXIT_CODES, type ExitFindings, exitOf } from "../../src/model/exit-code.ts";
import { cellsOf } from "../../src/report/terminal/cells.ts";
import { parseFileReports } from "../../src/request/options/parse-reports.ts";
import { parseDuration, parseInputPairs } from "../../src/shared/option-value.ts";
import { besidesLoss } from "../support/besides-loss.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const FILES = { "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]), "a.ts": "old(1);\n" };

describe("option values", () => {
  it.each([
    ["500ms", 500],
    ["1.5s", 1500],
    ["10m", 600_000],
    ["2h", 7_200_000],
  ])("read the duration %s as %i milliseconds", (text, expected) => {
    expect(parseDuration(text)).toEqual({ value: expected });
  });

  it.each(["", "10", "-1s", "1d", "10 minutes", "0s", "999999h"])(
    "refuse the duration %j",
    (text) => {
      expect(parseDuration(text)).toMatchObject({ fault: `invalid duration \`${text}\`.` });
    },
  );

  it("take an input's value to the letter, with any further equals sign", () => {
    expect(parseInputPairs(["a=b=c", "d="])).toEqual({ value: { a: "b=c", d: "" } });
  });

  it("give a report without a path one by its format", () => {
    expect(parseFileReports(["json", "jsonl=out/x.jsonl"])).toHaveProperty("value", [
      { format: "json", path: "sluice-report.json" },
      { format: "jsonl", path: "out/x.jsonl" },
    ]);
  });

  it.each<
    [
      choice: "auto" | "always" | "never",
      env: Record<string, string>,
      isTerminal: boolean,
      expected: boolean,
    ]
  >([
    ["always", { NO_COLOR: "1" }, false, true],
    ["never", { FORCE_COLOR: "1" }, true, false],
    ["auto", { FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
    ["auto", { FORCE_COLOR: "0" }, true, false],
    ["auto", { NO_COLOR: "1" }, true, false],
    ["auto", { TERM: "dumb" }, true, false],
    ["auto", {}, true, true],
    ["auto", {}, false, false],
  ])("colour with --color %s, %o, terminal %s: %s", (choice, env, isTerminal, expected) => {
    expect(wantsColor(choice, { env }, { isTerminal })).toBe(expected);
  });
});

describe("exit codes", () => {
  const nothing: ExitFindings = {
    invalid: false,
    stale: false,
    limit: false,
    failed: false,
    held: false,
  };
  const all: ExitFindings = {
    signalCode: 130,
    invalid: true,
    stale: true,
    limit: true,
    failed: true,
    held: true,
  };

  it("count in the order 130, 2, 3, 5, 1, 4, 0 where several hold", () => {
    const order: number[] = [];
    const { signalCode: _signal, ...unsignalled } = all;
    let findings: ExitFindings = unsignalled;
    order.push(exitOf(all).exitCode, exitOf(findings).exitCode);
    for (const name of ["invalid", "stale", "limit", "failed", "held"] as const) {
      findings = { ...findings, [name]: false };
      order.push(exitOf(findings).exitCode);
    }
    expect(order).toEqual([130, 2, 3, 5, 1, 4, 0]);
    expect(exitOf(nothing)).toEqual({ exitCode: 0, outcome: "ok" });
  });

  it("are all told by --help", async () => {
    const { stdout } = await cli(tempTree({}), ["--help"]);
    for (const { code } of EXIT_CODES) expect(stdout).toMatch(new RegExp(`^ +${code}  `, "m"));
  });
});

describe("progress", () => {
  const events = Array.from({ length: 30 }, (_, index) => ({
    type: "progress" as const,
    recipe: "r",
    step: "s",
    callId: "1",
    done: index + 1,
    total: 30,
  }));
  const show = (
    isTerminal: boolean,
    stepMs: number,
    shown: readonly RunEvent[] = events,
    env: Readonly<Record<string, string>> = {},
  ) => {
    let clock = 0;
    let text = "";
    const progress = createProgress(
      { write: (part) => (text += part), isTerminal, columns: 60 },
      { now: () => (clock += stepMs), after: () => new AbortController().signal, env },
    );
    for (const event of shown) progress.onEvent(event);
    progress.clear();
    return text;
  };

  it("is a bar on a terminal, and is removed", () => {
    const text = show(true, 50);
    expect(text).toContain("\r\x1b[K[");
    expect(text.endsWith("\r\x1b[K")).toBe(true);
    expect(text).not.toContain("\n");
  });

  it("is a line now and then elsewhere", () => {
    expect(show(false, 1)).toBe("");
    const lines = show(false, 1500).split("\n").slice(0, -1);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThan(10);
    expect(lines[0]).toMatch(/^r › s: \d+ of 30 files, \d+ s left$/);
  });

  it("adds up the calls of a step, begins again with its next round, and has no bar on a dumb terminal", () => {
    const of = (callId: string, done: number, step = "s") =>
      ({ type: "progress", recipe: "r", step, callId, done, total: 100 }) as const;
    const lines = show(false, 12_000, [of("1", 10), of("2", 50), of("1", 20), of("2", 5)]);
    expect(lines.split("\n").map((line) => line.replace(/,.*/, ""))).toEqual([
      "r › s: 10 of 100 files",
      "r › s: 60 of 200 files",
      "r › s: 70 of 200 files",
      "r › s: 5 of 100 files",
      "",
    ]);
    expect(show(true, 12_000, [of("1", 10, "\x1b[2J")], { TERM: "dumb" })).toBe(
      "r › \\x1b[2J: 10 of 100 files\n",
    );
    const wide = show(true, 12_000, [of("1", 10, "漢".repeat(60))]);
    expect(cellsOf(wide.split("\r\x1b[K")[1] ?? "")).toBeLessThan(60);
  });

  it("tells of checks and of turns of a model how long they have taken so far", () => {
    const ticks: AbortController[] = [];
    let [clock, text] = [0, ""];
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        clock += 1000;
        ticks.pop()?.abort();
      }
    };
    const progressOf = (isTerminal: boolean) =>
      createProgress(
        { write: (part) => (text += part), isTerminal, columns: 60 },
        {
          now: () => clock,
          after() {
            const tick = new AbortController();
            ticks.push(tick);
            return tick.signal;
          },
          env: {},
        },
      );
    const lines = progressOf(false);
    lines.onEvent({ type: "check-started", name: "unit\n", actions: 2 });
    pass(25);
    expect(text).toBe("check unit (2 actions), 10 s\ncheck unit (2 actions), 20 s\n");
    lines.onEvent({ type: "step-started", recipe: "r", step: "s" });
    pass(30);
    expect(ticks).toEqual([]);
    text = "";
    progressOf(true).onEvent({ type: "turn-started", recipe: "r", step: "s", turn: 3 });
    pass(2);
    expect(text.split("\r\x1b[K").slice(1)).toEqual(
      ["", ", 1 s", ", 2 s"].map((end) => `r › s: turn 3 of the model${end}`),
    );
  });

  it("tells how many files of a transaction are written", () => {
    const written = [{ type: "writing", phase: "placed", done: 1200, total: 3000 }] as const;
    expect(show(false, 20_000, written)).toBe("Writing 1,200 of 3,000 files\n");
    expect(show(true, 100, written)).toContain("Writing 1,200 of 3,000 files");
  });
});

describe("reports into files", () => {
  it("are written beside the one on standard output, in folders that need not exist", async () => {
    const root = tempTree(FILES);
    const { stdout } = await cli(root, [
      "preview",
      "recipe.yaml",
      "--report",
      "json=out/deep/r.json",
      "--report",
      "pretty=out/r.txt",
      "--color=always",
    ]);
    expect(stdout).toContain("would change");
    expect(JSON.parse(readText(root, "out/deep/r.json"))).toMatchObject({
      formatVersion: "1.0",
      totals: { pending: 1 },
    });
    expect(readText(root, "out/r.txt")).toContain("• pending a.ts");
    expect(readText(root, "out/r.txt")).not.toContain("\x1b");
  });

  const LOST = ["--report", "json=a.ts/r.json"];
  const SENTENCE = "The report a.ts/r.json cannot be written: ";

  it("that cannot be written are told, with exit code 1", async () => {
    const root = tempTree(FILES);
    const shown = await cli(root, ["preview", "recipe.yaml", ...LOST]);
    expect([shown.exitCode, shown.stderr]).toEqual([1, ""]);
    expect(shown.stdout).toContain(SENTENCE);
    const patch = await cli(root, ["preview", "recipe.yaml", ...LOST, "--format", "patch"]);
    expect([patch.exitCode, patch.stderr]).toEqual([1, expect.stringContaining(SENTENCE)]);
  });

  it.each(["json", "jsonl"])(
    "that cannot be written make %s on standard output tell the exit code that counts",
    async (format) => {
      const root = tempTree(FILES);
      const line = ["preview", "recipe.yaml", "--format", format, ...LOST];
      const { exitCode, stdout } = await cli(root, line);
      expect(exitCode).toBe(1);
      const last = JSON.parse(
        format === "json" ? stdout : (stdout.trim().split("\n").at(-1) ?? ""),
      );
      expect(last).toMatchObject({ outcome: "failed", exitCode: 1 });
      expect(stdout.split('"output-unwritten"')).toHaveLength(2);
    },
  );

  it("in files tell of a plan that cannot be written", async () => {
    const root = tempTree(FILES);
    const outputs = ["-o", "a.ts/plan.json", "--report", "json=r.json"];
    const line = ["plan", "recipe.yaml", "--policy", "apply-all", ...outputs];
    expect((await cli(root, line)).exitCode).toBe(1);
    const { outcome, exitCode, alerts } = JSON.parse(readText(root, "r.json"));
    expect([outcome, exitCode, besidesLoss<{ code: string }>(alerts)[0]?.code]).toEqual([
      "failed",
      1,
      "output-unwritten",
    ]);
  });
});

describe("inputs", () => {
  const recipe = `version: 1
inputs:
  from: { required: true }
  to: { default: fresh }
steps:
  - ast_edit: { ops: [{ pat: "\${{ inputs.from }}($A)", out: "\${{ inputs.to }}($A)" }] }
`;

  it("come from the command line on top of a file", async () => {
    const root = tempTree({
      ...FILES,
      "recipe.yaml": recipe,
      "in.yaml": "from: old\nto: file\n",
    });
    await cli(root, [
      "run",
      "recipe.yaml",
      "--policy",
      "apply-all",
      "--inputs-file",
      "in.yaml",
      "--input",
      "to=typed",
    ]);
    expect(readText(root, "a.ts")).toBe("typed(1);\n");
  });
});

describe("sluice validate", () => {
  it("checks recipes and policies, with line and column, and answers 2 where one is wrong", async () => {
    const root = tempTree({
      "recipes/good.yaml": FILES["recipe.yaml"],
      "recipes/bad.yaml": FILES["recipe.yaml"].replace("fresh", "fresh').("),
      "recipes/needs-input.yaml": `inputs: { x: { required: true } }\n${FILES["recipe.yaml"].replace("old(", "${{ inputs.x }}(")}`,
      "sluice.policy.yaml": "version: 1\ndefault: { verdict: apply }\n",
    });
    const { exitCode, stdout } = await cli(root, ["validate"]);
    expect(exitCode).toBe(2);
    expect(stdout).toContain("sluice.policy.yaml:2:10: error: Missing key `reason` in `default`.");
    expect(stdout).toContain("4 files checked, ");
    expect(stdout).not.toContain("needs-input.yaml");
    expect((await cli(root, ["validate", "recipes/good.yaml"])).exitCode).toBe(0);
  });

  it("answers JSON where it is asked to", async () => {
    const root = tempTree({ "p.yaml": "version: 1\nrules: []\n" });
    const { stdout } = await cli(root, ["validate", "p.yaml", "nope.yaml", "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 2,
      files: [
        { path: "p.yaml", kind: "policy" },
        { path: "nope.yaml", kind: "unknown" },
      ],
      diagnostics: [{ code: "missing-key", path: "p.yaml", line: 1 }, { code: "file-not-found" }],
    });
  });
});

describe("sluice list", () => {
  it("shows recipes by name; an earlier place hides a later one", async () => {
    const named = (description: string) => `description: ${description}\n${FILES["recipe.yaml"]}`;
    const root = tempTree({
      "recipes/one.yaml": named("First"),
      ".sluice/recipes/one.yaml": named("Hidden"),
      ".sluice/recipes/two.yml": named("Second"),
      ".sluice/recipes/broken.yml": "version: 9",
      "shipped/three/recipe.yaml": named("Third"),
      "shipped/two/recipe.yaml": named("Hidden"),
    });
    const { stdout } = await cli(root, ["list"], { shippedRecipes: join(root, "shipped") });
    expect(stdout).toBe(
      "broken  has errors; see `sluice validate` (.sluice/recipes)\none     First (recipes)\nthree   Third (shipped)\ntwo     Second (.sluice/recipes)\n",
    );
  });
});

describe("the hidden tool", () => {
  it("R18 is never listed to people", async () => {
    const root = tempTree(FILES);
    const { stdout } = await cli(root, ["list"]);
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "apply-all"]);
    expect(stdout).not.toMatch(/\bresolve\b/);
    expect(report.actions.map(({ tool }) => tool)).toEqual(["ast_edit"]);
  });
});

describe("--version", () => {
  it("is the package's", async () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
    );
    const { stdout } = await cli(tempTree({}), ["--version"], { version });
    expect(stdout.trim()).toBe(version);
  });
});
