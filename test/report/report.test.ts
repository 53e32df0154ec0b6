import { Ajv } from "ajv";
import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { RunEvent } from "../../src/model/events.ts";
import type { ActionReport, Report } from "../../src/model/report/report.ts";
import { reportSchema } from "../../src/model/report/report-schema.ts";
import { totalsOf } from "../../src/model/report/totals.ts";
import { createPrettyReporter } from "../../src/report/formats/pretty.ts";
import { changesPieces } from "../../src/report/overview/changes-pieces.ts";
import type { Reporter } from "../../src/report/reporter.ts";
import { terminalBlock, terminalLine, terminalText } from "../../src/report/terminal-text.ts";
import { factsOf } from "../support/facts.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const FILES = {
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
  "p.yaml":
    'version: 1\ndefault: { verdict: discard, reason: Outside src. }\nrules: [{ id: src, when: { allFiles: ["src/**"] }, verdict: apply, reason: In src. }]\n',
  "src/a.ts": "old(1);\nold(2);\n",
  "lib/b.ts": "old(3);\n",
  "lib/broken.ts": "old(4);\nconst = 1;\n",
};

const schema = new Ajv({ strict: false, validateFormats: false }).compile(
  z.toJSONSchema(reportSchema, { target: "draft-7" }),
);

describe("--format json", () => {
  it.each<[what: string, argv: string[]]>([
    ["a run", ["run", "recipe.yaml", "--policy", "p.yaml"]],
    ["a preview without a policy", ["preview", "recipe.yaml"]],
    ["held actions", ["run", "recipe.yaml", "--policy", "hold-all"]],
    ["invalid input", ["run", "nope.yaml"]],
  ])("is what the schema of the code's own types says, for %s", async (_what, argv) => {
    const { report } = await cliReport(tempTree(FILES), argv);
    expect(schema(report), JSON.stringify(schema.errors)).toBe(true);
  });

  it("would not pass the schema with a key too many or too few", async () => {
    const { report } = await cliReport(tempTree(FILES), ["preview", "recipe.yaml"]);
    expect(schema({ ...report, more: 1 })).toBe(false);
    expect(schema({ ...report, totals: undefined })).toBe(false);
  });
});

describe("the products in JSON", () => {
  const NAME = "src/\x9b31m\u202e\x7f.ts";
  const OBEYED = /[\x7f-\x9f\u202e]/;
  const tree = { ...FILES, [NAME]: "old(1);\n", [`recipes/${NAME.slice(4, -3)}.yaml`]: "x" };

  it.each<[what: string, argv: string[]]>([
    ["json", ["preview", "recipe.yaml", "--format=json"]],
    ["jsonl", ["preview", "recipe.yaml", "--format=jsonl"]],
    ["validate", ["validate", "--format=json"]],
  ])("have no character that a terminal obeys, but the same values: %s", async (_what, argv) => {
    const { stdout } = await cli(tempTree(tree), argv);
    expect(stdout).not.toMatch(OBEYED);
    expect(stdout).toContain("\\u009b31m\\u202e\\u007f");
  });

  it("and so has a plan, which fits the tree", async () => {
    const root = tempTree(tree);
    await cli(root, ["plan", "recipe.yaml", "--policy=apply-all", "-o", "p.json"]);
    const text = readText(root, "p.json");
    expect(text).not.toMatch(OBEYED);
    expect(text).toContain("\\u009b31m\\u202e\\u007f");
    expect((await cli(root, ["apply", "p.json"])).exitCode).toBe(0);
    expect(readText(root, NAME)).toBe("fresh(1);\n");
  });
});

describe("--format jsonl", () => {
  it("prints one event a line, numbered, from the start of the run to its end", async () => {
    const { stdout } = await cli(tempTree(FILES), [
      "run",
      "recipe.yaml",
      "--policy",
      "p.yaml",
      "--format",
      "jsonl",
    ]);
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { seq: number; type: string });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index));
    expect(events.map(({ type }) => type)).toEqual([
      "run-started",
      "step-started",
      "action-queued",
      "action-queued",
      "alert",
      "alert",
      "action-ended",
      "action-ended",
      "step-finished",
      "run-finished",
    ]);
  });
});

describe("a step that is skipped by `when`", () => {
  const recipe = `version: 1
name: r
steps:
  - { id: one, ast_edit: { paths: ["src/**"], ops: [{ pat: old($A), out: fresh($A) }] } }
  - { id: two, when: steps.one.applied > 1, ast_edit: { paths: ["lib/**"], ops: [{ pat: old($A), out: fresh($A) }] } }
`;
  const tree = { ...FILES, "recipe.yaml": recipe };
  const step = { recipe: "r", step: "two", outcome: "skipped", when: "steps.one.applied > 1" };

  it.each(["run", "preview"])("is in every format, for %s", async (command) => {
    const argv = [command, "recipe.yaml", "--policy", "p.yaml"];
    const { report } = await cliReport(tempTree(tree), argv);
    expect(report.steps).toEqual([{ recipe: "r", step: "one", outcome: "done" }, step]);
    expect(schema(report), JSON.stringify(schema.errors)).toBe(true);
    const lines = (await cli(tempTree(tree), [...argv, "--format=jsonl"])).stdout.split("\n");
    expect(JSON.parse(lines.at(-3) ?? "")).toMatchObject({ type: "step-finished", ...step });
    const { stdout } = await cli(tempTree(tree), argv);
    expect(stdout).toContain("r › two  skipped: `when` does not hold: steps.one.applied > 1\n");
    expect((await cli(tempTree(tree), [...argv, "--quiet"])).stdout).not.toContain("skipped:");
  });
});

describe("--format pretty", () => {
  it("shows each diff, verdict, reason and rule, and totals that add up", async () => {
    const { stdout } = await cli(tempTree(FILES), ["run", "recipe.yaml", "--policy", "p.yaml"]);
    expect(
      stdout,
    ).toBe(`warning: recipe › edit: 1 file with matches left alone because of syntax errors, first lib/broken.ts:2:1.

warning: recipe › edit: 1 place that looks like \`old($A)\` is left: 1 in a file that was skipped (lib/broken.ts:1).

recipe › edit  AST Edit: 2 replacements in 1 file
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,2 @@
-old(1);
-old(2);
+fresh(1);
+fresh(2);
✔ applied src/a.ts — In src. [rule src]

recipe › edit  AST Edit: 1 replacement in 1 file
--- a/lib/b.ts
+++ b/lib/b.ts
@@ -1 +1 @@
-old(3);
+fresh(3);
✘ discarded lib/b.ts — Outside src. [rule default]

                actions  replacements
  applied             1             2
  discarded           1             1
  total               2             3
1 file changed, 3 files searched, 1 skipped. Outcome: ok (exit code 0).
`);
  });

  it("shows with --verbose what else was looked at and left alone", async () => {
    const { stdout } = await cli(tempTree(FILES), [
      "run",
      "recipe.yaml",
      "--policy",
      "p.yaml",
      "--verbose",
    ]);
    expect(stdout).toContain("rule src: no: allFiles does not hold");
    expect(stdout).toContain("guard protected: no: anyFile does not hold");
    expect(stdout).toContain("skipped: lib/broken.ts (syntax-errors: ");
  });

  it("shows with --quiet only what is not in order, and the totals", async () => {
    const { stdout } = await cli(tempTree(FILES), [
      "run",
      "recipe.yaml",
      "--policy",
      "p.yaml",
      "--quiet",
    ]);
    expect(stdout.split("\n")[0]).toBe("                actions  replacements");
  });

  it("shows with --quiet each held action without its diff, and the command that ends it", async () => {
    const root = tempTree({ ...FILES, "p.yaml": FILES["p.yaml"].replace("discard", "hold") });
    const argv = ["run", "recipe.yaml", "--policy", "p.yaml"];
    const { stdout } = await cli(root, [...argv, "--quiet"]);
    expect(stdout).toMatch(
      /^recipe › edit {2}AST Edit: 1 replacement in 1 file, line 1 {2}[0-9a-f]{16}\n◼ held lib\/b.ts — Outside src. \[rule default\]\n\n {10}/,
    );
    const command = /^To end it: sluice (.*) --reason "…"$/m.exec(stdout)?.[1] ?? "";
    const ended = await cli(root, [...command.split(" "), "--reason", "Looked."]);
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(readText(root, "lib/b.ts")).toBe("fresh(3);\n");
    expect((await cli(root, ["preview", ...argv.slice(1)])).stdout).not.toContain("To end");
  });

  it("shows how all held actions are ended, if there are several", async () => {
    const root = tempTree(FILES);
    const { stdout } = await cli(root, ["run", "recipe.yaml", "--policy", "hold-all", "--quiet"]);
    const [, command = ""] =
      /^To end them, all or one .*: sluice (.*) --reason "…"$/m.exec(stdout) ?? [];
    const ended = await cli(root, [...command.split(" "), "--reason", "Looked."]);
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(readText(root, "src/a.ts")).toBe("fresh(1);\nfresh(2);\n");
  });

  it("shows with --quiet a failed action", () => {
    const shown = (state: ActionReport["state"]) =>
      changesShown([actionOf({ state, result: "No space." })], { quiet: true, verbose: false });
    expect(shown("failed")).toContain("failed");
    expect(
      ["applied", "discarded", "pending", "would-apply"].map((state) =>
        shown(state as ActionReport["state"]),
      ),
    ).toEqual(["", "", "", ""]);
  });

  it("colours only where it is asked to", async () => {
    const root = tempTree(FILES);
    expect((await cli(root, ["preview", "recipe.yaml"])).stdout).not.toContain("\x1b[");
    expect((await cli(root, ["preview", "recipe.yaml", "--color=always"])).stdout).toContain(
      "\x1b[32m",
    );
    expect(
      (await cli(root, ["preview", "recipe.yaml"], { env: { FORCE_COLOR: "1" } })).stdout,
    ).toContain("\x1b[");
    expect(
      (await cli(root, ["preview", "recipe.yaml", "--no-color"], { env: { FORCE_COLOR: "1" } }))
        .stdout,
    ).not.toContain("\x1b[");
  });

  it("never lets text from a file control the terminal", () => {
    expect(terminalText("a\x1b[2Jb\rc\r\nd\x07\t")).toBe("a\\x1b[2Jb\\x0dc\r\nd\\x07\t");
    expect(terminalText("a\u202eb\u2066c\u200fd\u2028e\u2029\x9b")).toBe(
      "a\\u202eb\\u2066c\\u200fd\\u2028e\\u2029\\x9b",
    );
    expect(terminalText("a\ud800b\udc00c😀")).toBe("a\\ud800b\\udc00c😀");
    const text = changesShown([actionOf({ label: "\x1b[1A", reason: "\x1b]0;x" })]);
    expect(text).toContain("\\x1b[1A");
    expect(text).not.toContain("\x1b");
  });

  it("shows what is a part of a line on that line, and sets in what has several", () => {
    expect(terminalLine("a\r\nb\n\n c\n")).toBe("a\\nb\\n\\n c");
    expect(terminalBlock("a\r\nb\n\nc\n")).toBe("a\r\n  b\n\n  c");
  });

  it("shows what is not seen by its number, and emoji as they are", () => {
    const emoji = "👩‍👩‍👧 👩🏽‍💻 🏳️‍🌈 ❤️";
    expect(terminalText(emoji)).toBe(emoji);
    expect(terminalText("\ufeffa\u200bb\u200dc\xad\u{e0041}")).toBe(
      "\\ufeffa\\u200bb\\u200dc\\xad\\u{e0041}",
    );
  });

  it("lets no name, label, reason or message pass for a line of its own", () => {
    const forged =
      "x: done\n\n✔ applied a.ts — reviewed [rule safe]\r\n✔ applied b.ts\u2028✔ applied";
    const names = { recipe: "r", step: "s" };
    const reporter = createPrettyReporter({ color: false, quiet: false, verbose: true });
    const facts = { ...actionOf({}).facts, files: [forged] };
    const texts = [
      shownBy(reporter, {
        type: "call-ended",
        call: {
          ...{ ...names, tool: forged, callId: "c", batchId: "b", callIndex: 0 },
          ...{ outcome: "failed", text: forged },
        },
      }),
      changesShown([
        actionOf({
          ...{ facts, label: forged, reason: forged, ruleId: forged, modelReason: forged },
          state: "held",
        }),
      ]),
      shownBy(reporter, {
        type: "alert",
        alert: { level: "warn", code: "not-verified", message: forged, ...names },
      }),
      shownBy(reporter, {
        type: "conversation-ended",
        transcript: {
          ...{ ...names, model: forged, outcome: "done", turns: [] },
          items: [{ role: "assistant", text: forged }],
          fileRefs: [
            { token: "@a", source: "prompt", path: forged, outcome: "file", bytesSent: 1 },
          ],
        },
      }),
    ];
    for (const text of texts) {
      expect(text).toContain("✔ applied a.ts");
      expect(text.split(/\r?\n|\u2028/).filter((line) => line.startsWith("✔"))).toEqual([]);
    }
  });
});

function changesShown(
  actions: readonly ActionReport[],
  style = { quiet: false, verbose: true },
): string {
  const report = { actions, run: { command: "run" } } as unknown as Report; // What changes ask for.
  return [...changesPieces(report, style, picocolors.createColors(false))].join("");
}

function shownBy({ onEvent }: Reporter, event: RunEvent): string {
  return [...(onEvent?.(event) ?? [])].join("");
}

function actionOf(parts: Partial<ActionReport>): ActionReport {
  return {
    id: "1",
    recipe: "r",
    step: "s",
    tool: "ast_edit",
    callId: "c",
    batchId: "b",
    callIndex: 0,
    label: "L",
    state: "applied",
    trace: [],
    facts: { ...factsOf(), files: ["src/a.ts"], languages: ["typescript"] },
    files: [],
    ...parts,
  };
}

describe("totalsOf", () => {
  it("counts files that differ in the end: what came and went did not change", () => {
    const file = (path: string, preHash: string | null, postHash: string | null) => {
      const facts = { ...actionOf({}).facts, files: [path] };
      const counts = {
        language: "typescript",
        replacements: 1,
        additions: 1,
        deletions: 1,
        superseded: [],
      };
      return actionOf({ facts, files: [{ path, preHash, postHash, diff: "", ...counts }] });
    };
    const changedOf = (...actions: ActionReport[]) => totalsOf(actions, [], new Set()).filesChanged;
    expect(changedOf(file("a", "1", "2"), file("b", null, "1"))).toBe(2);
    expect(changedOf(file("a", "1", "2"), file("a", "2", "1"))).toBe(0);
    expect(changedOf(file("a", null, "1"), file("a", "1", null), file("b", "1", "2"))).toBe(1);
    // Hunks of one call: the hashes are those of each alone.
    expect(changedOf(file("a", "1", "2"), file("a", "1", "1"))).toBe(1);
    const custom = actionOf({ facts: { ...actionOf({}).facts, files: ["a"] } });
    expect(changedOf(file("a", "1", "2"), custom, file("a", "2", "1"))).toBe(1);
  });

  it("counts every replacement in exactly one way", () => {
    const states: ActionReport["state"][] = [
      "pending",
      "would-apply",
      "applied",
      "discarded",
      "held",
      "failed",
    ];
    const actions = states.map((state, index) =>
      actionOf({ state, facts: { ...actionOf({}).facts, replacements: 2 ** index } }),
    );
    const stale = actionOf({
      state: "failed",
      isStale: true,
      facts: { ...actionOf({}).facts, replacements: 64 },
    });
    const { ledger }: Report["totals"] = totalsOf([...actions, stale], [], new Set());
    expect(ledger).toEqual({
      found: 127,
      pending: 1,
      applied: 6,
      discarded: 8,
      held: 16,
      failed: 32,
      stale: 64,
      superseded: 0,
    });
  });
});
