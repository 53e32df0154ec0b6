import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, tempTree } from "../support/temp-tree.ts";

/** A chain: what step two finds exists only where step one was accepted. */
const CHAIN = `version: 1
steps:
  - id: one
    ast_edit: { per: file, ops: [{ pat: "first($A)", out: "second($A)" }] }
  - id: two
    ast_edit: { per: file, ops: [{ pat: "second($A)", out: "third($A)" }] }
`;

const FILES = { "src/a.ts": "first(1);\n", "lib/b.ts": "first(2);\n", "recipe.yaml": CHAIN };

const ONLY_SRC = `version: 1
default: { verdict: discard, reason: Outside src. }
rules: [{ id: src, when: { allFiles: ["src/**"] }, verdict: apply, reason: Inside src. }]
`;

describe("several steps", () => {
  it("let a later step see what an earlier one was allowed to do, and nothing else", async () => {
    const root = tempTree({ ...FILES, "p.yaml": ONLY_SRC });
    const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", "p.yaml"]);
    expect(report.actions.map(({ step, facts, state }) => [step, facts.files[0], state])).toEqual([
      ["one", "lib/b.ts", "discarded"],
      ["one", "src/a.ts", "applied"],
      ["two", "src/a.ts", "applied"],
    ]);
    expect([readText(root, "src/a.ts"), readText(root, "lib/b.ts")]).toEqual([
      "third(1);\n",
      "first(2);\n",
    ]);
  });

  it("show the same in a preview, which writes nothing and ends in the tree that a run leaves", async () => {
    const root = tempTree({ ...FILES, "p.yaml": ONLY_SRC });
    const before = snapshot(root);
    const preview = await cliReport(root, ["preview", "recipe.yaml", "--policy", "p.yaml"]);
    expect(snapshot(root)).toEqual(before);
    const run = await cliReport(root, ["run", "recipe.yaml", "--policy", "p.yaml"]);
    const facts = (report: typeof run.report) =>
      report.actions.map(({ id, state, files }) => ({
        id,
        files,
        isDone: ["applied", "would-apply"].includes(state),
      }));
    expect(facts(preview.report)).toEqual(facts(run.report));
    expect(preview.report.actions.map(({ state }) => state)).toEqual([
      "discarded",
      "would-apply",
      "would-apply",
    ]);
  });

  it("show every change as pending in a preview without a policy, seen by later steps as if accepted", async () => {
    const root = tempTree(FILES);
    const { exitCode, report } = await cliReport(root, ["preview", "recipe.yaml"]);
    expect(exitCode).toBe(0);
    expect(report.actions.map(({ step, state, verdict }) => [step, state, verdict])).toEqual(
      ["one", "one", "two", "two"].map((step) => [step, "pending", undefined]),
    );
    expect(report.totals).toMatchObject({ pending: 4, applied: 0 });
  });

  it("answer 1 to preview --check where something would change, and 0 where nothing would", async () => {
    const root = tempTree({ ...FILES, "p.yaml": ONLY_SRC });
    expect((await cli(root, ["preview", "recipe.yaml", "--check"])).exitCode).toBe(1);
    await cli(root, ["run", "recipe.yaml", "--policy", "p.yaml"]);
    expect(
      (await cli(root, ["preview", "recipe.yaml", "--check", "--policy", "p.yaml"])).exitCode,
    ).toBe(0);
  });

  it("do not see what was held", async () => {
    const root = tempTree(FILES);
    const argv = ["preview", "recipe.yaml", "--policy", "hold-all"];
    const { exitCode, report } = await cliReport(root, argv);
    expect(exitCode).toBe(0); // 4 is for `run`: a preview leaves nothing held.
    expect((await cli(root, [...argv, "--check"])).exitCode).toBe(1);
    expect(report.actions.map(({ step, state }) => [step, state])).toEqual([
      ["one", "held"],
      ["one", "held"],
    ]);
  });

  it("run several recipes one after the other, the later on top of the earlier", async () => {
    const split = CHAIN.split("  - id: two");
    const root = tempTree({
      "a.ts": "first(1);\n",
      "one.yaml": split[0] ?? "",
      "two.yaml": `version: 1\nsteps:\n  - id: two${split[1] ?? ""}`,
    });
    await cli(root, ["run", "one.yaml", "two.yaml", "--policy", "apply-all"]);
    expect(readText(root, "a.ts")).toBe("third(1);\n");
  });
});

type Op = readonly [pat: string, out: string];

const parallel = (one: Op, two: Op) => `version: 1
steps:
  - id: both
    parallel:
      - { id: a, ast_edit: { ops: [{ pat: "${one[0]}", out: "${one[1]}" }] } }
      - { id: b, ast_edit: { ops: [{ pat: "${two[0]}", out: "${two[1]}" }] } }
`;

describe("a parallel group", () => {
  const [X, Y]: Op[] = [
    ["x($A)", "left($A)"],
    ["y($A)", "right($A)"],
  ];
  const both = parallel(X ?? ["", ""], Y ?? ["", ""]);

  it("T2 is one batch whose calls share an id and are decided in call order", async () => {
    const root = tempTree({ "a.ts": "x(1);\n", "b.ts": "y(1);\n", "r.yaml": both });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(
      report.actions.map(({ step, batchId, callIndex, callId }) => [
        step,
        batchId,
        callIndex,
        callId,
      ]),
    ).toEqual([
      ["a", "tool-batch-0", 0, "tool-batch-0-0"],
      ["b", "tool-batch-0", 1, "tool-batch-0-1"],
    ]);
  });

  it("applies edits of two calls to one file, each at its place", async () => {
    const root = tempTree({ "a.ts": "x(1);\ny(2);\nx(3);\n", "r.yaml": both });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("left(1);\nright(2);\nleft(3);\n");
    expect(report.actions.at(-1)?.files[0]?.diff).toContain(
      " left(1);\n-y(2);\n+right(2);\n left(3);",
    );
  });

  it("A18 calls the second stale where its ops cannot be carried out any more", async () => {
    const root = tempTree({
      "a.ts": "f(1, x);\n",
      "r.yaml": `version: 1
steps:
  - parallel:
      - { id: a, ast_edit: { ops: [{ pat: x, out: "2" }] } }
      - id: b
        ast_edit:
          ops:
            - rule: { pattern: f($$$A) }
              rewriters: [{ id: r, rule: { kind: number }, fix: { template: n, expandEnd: { regex: "[)]" } } }]
              transform: { T: { rewrite: { source: $$$A, rewriters: [r] } } }
              out: k($T)
`,
    });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(exitCode).toBe(3);
    expect(report.actions.map(({ state }) => state)).toEqual(["applied", "failed"]);
    expect(report.actions[1]?.result).toMatch(/^Preview is stale/);
    expect(readText(root, "a.ts")).toBe("f(1, 2);\n");
  });

  it.each(["run", "preview"])(
    "A18 calls the second stale where the first took its place away (%s)",
    async (command) => {
      const root = tempTree({
        "a.ts": "x(y(1));\n",
        "r.yaml": parallel(["x($A)", "gone()"], ["y($A)", "right($A)"]),
      });
      const { exitCode, report } = await cliReport(root, [
        command,
        "r.yaml",
        "--policy",
        "apply-all",
      ]);
      expect(exitCode).toBe(3);
      expect(report.actions.map(({ state }) => state)).toEqual([
        command === "run" ? "applied" : "would-apply",
        "failed",
      ]);
      expect(report.actions[1]?.result).toBe(
        "Preview is stale / no longer matches; no replacements were applied. Expected 1 replacement in 1 file; a.ts is not what was previewed.",
      );
      expect(report.totals.ledger).toMatchObject({ found: 2, applied: 1, stale: 1 });
      expect(readText(root, "a.ts")).toBe(command === "run" ? "gone();\n" : "x(y(1));\n");
    },
  );

  it("A18 never writes an edit that only another call's result made possible", async () => {
    const recipe = `version: 1
steps:
  - parallel:
      - id: a
        ast_edit: { ops: [{ pat: "drop($A)", out: "0" }, { pat: "add($A)", out: "y($A)" }] }
      - { id: b, ast_edit: { ops: [{ pat: "y($A)", out: "gone()" }] } }
`;
    const root = tempTree({ "a.ts": "drop(y(1));\nadd(7);\n", "r.yaml": recipe });
    const { exitCode } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect([exitCode, readText(root, "a.ts")]).toEqual([3, "0;\ny(7);\n"]);
  });
});
