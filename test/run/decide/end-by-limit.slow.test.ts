import { describe, expect, it } from "vitest";
import type { Replay } from "../../../src/model/policy/replay.ts";
import type { Report } from "../../../src/model/report/report.ts";
import { besidesLoss } from "../../support/besides-loss.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText, tempTree, writeTree } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: s, ast_edit: { paths: ["*.js"], per: file, ops: [{ pat: old($A), out: neu($A) }] } }
  - { id: later, ast_edit: { paths: ["*.js"], ops: [{ pat: two($A), out: drei($A) }] } }
`;
const APPLY = "version: 1\ndefault: { verdict: apply, reason: Yes. }\n";

/** Files with this number of replacements each. */
const FILES = { "a.js": 2, "b.js": 5, "c.js": 1, "d.js": 1 };

function treeWith(limits: string, files: Readonly<Record<string, number>> = FILES) {
  const texts = Object.entries(files).map(([path, count]) => [path, "old(1);\n".repeat(count)]);
  return tempTree({
    ...Object.fromEntries(texts),
    "z.js": "two(2);\n",
    "r.yaml": RECIPE,
    "p.yaml": `${APPLY}${limits}\n`,
  });
}

const ARGV = ["r.yaml", "--policy", "p.yaml"];
const statesOf = ({ actions }: Report) =>
  actions.map(({ state, facts }) => `${facts.files.join()} ${state}`);

describe("limits of a policy", () => {
  it("hold what no longer fits, in order, and apply what does", async () => {
    const root = treeWith("limits: { maxReplacements: 5 }");
    const preview = await cliReport(root, ["preview", ...ARGV]);
    expect(statesOf(preview.report)).toEqual([
      "a.js would-apply",
      "b.js held",
      "c.js would-apply",
      "d.js would-apply",
      "z.js would-apply",
    ]);
    const { report, exitCode } = await cliReport(root, ["run", ...ARGV]);
    expect(exitCode).toBe(4);
    expect(statesOf(report)).toEqual(
      statesOf(preview.report).map((one) => one.replace("would-apply", "applied")),
    );
    expect(report.actions[1]).toMatchObject({
      ruleId: "limits",
      reason:
        "maxReplacements: 2 of 5 replacements are made already, and this action makes 5 more.",
    });
    expect(readText(root, "b.js")).toContain("old(");
    // A person decides about what is held: limits do not apply.
    const resolved = await cliReport(root, [
      "resolve",
      "test-run",
      "--all",
      "apply",
      "--reason",
      "Ok.",
    ]);
    expect(resolved.exitCode).toBe(0);
    expect(readText(root, "b.js")).not.toContain("old(");
  });

  it("discard with `onExceed: discard`", async () => {
    const root = treeWith("limits: { maxFiles: 1, onExceed: discard }");
    const { report, exitCode } = await cliReport(root, ["run", ...ARGV]);
    expect([exitCode, report.totals.applied, report.totals.discarded]).toEqual([0, 1, 4]);
  });

  it.each(["run", "preview"])(
    "end a %s with `onExceed: fail`, and no later step runs",
    async (command) => {
      const root = treeWith("limits: { maxReplacements: 5, onExceed: fail }");
      const { report, exitCode } = await cliReport(root, [command, ...ARGV]);
      expect([exitCode, report.outcome]).toEqual([5, "limit"]);
      const [first = "", ...others] = statesOf(report);
      expect(first).toMatch(/^a.js (would-apply|applied)$/);
      expect(others).toEqual(["b.js discarded", "c.js discarded", "d.js discarded"]);
      const id = report.actions[1]?.id;
      expect(report.actions[2]?.reason).toBe(
        `A limit of the policy ended the run at the action ${id}.`,
      );
      expect(besidesLoss(report.alerts)).toMatchObject([
        { level: "error", code: "limit-exceeded" },
      ]);
    },
  );

  it("write nothing with `onExceed: fail` if the run is one transaction", async () => {
    const root = treeWith("limits: { maxReplacements: 5, onExceed: fail }\ntransaction: run");
    const { report, exitCode } = await cliReport(root, ["run", ...ARGV]);
    expect([exitCode, report.totals.applied]).toEqual([5, 0]);
    expect(readText(root, "a.js")).toContain("old(");
  });

  it("count in the order of deciding among actions that are written together", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`f${10 + at}.js`, 1 + (at % 3)]),
    );
    const root = treeWith("limits: { maxReplacements: 20 }", files);
    const preview = await cliReport(root, ["preview", ...ARGV]);
    const { report } = await cliReport(root, ["run", ...ARGV]);
    expect(report.totals).toMatchObject({ replacements: 20 });
    expect(report.actions.map(({ reason }) => reason)).toEqual(
      preview.report.actions.map(({ reason }) => reason),
    );
  });

  it("count matches of one file that share a write", async () => {
    const root = treeWith("limits: { maxReplacements: 3 }", { "a.js": 5 });
    const recipe = readText(root, "r.yaml").replace("per: file", "per: match");
    const { report } = await cliReport(
      tempTree({
        "a.js": readText(root, "a.js"),
        "p.yaml": readText(root, "p.yaml"),
        "r.yaml": recipe,
      }),
      ["run", ...ARGV],
    );
    expect(statesOf(report).map((one) => one.split(" ")[1])).toEqual([
      "applied",
      "applied",
      "applied",
      "held",
      "held",
    ]);
  });

  it("count in the order of the policy that decides, also over a plan that another one decided", async () => {
    const wide = "limits: { maxFiles: 2, onExceed: discard }\n";
    const queue = [
      "a.js applied",
      "b.js applied",
      "c.js discarded",
      "d.js discarded",
      "z.js discarded",
    ];
    const stack = [
      "a.js discarded",
      "b.js discarded",
      "c.js applied",
      "d.js applied",
      "z.js discarded",
    ];
    for (const [first, then, expected] of [
      ["queue", "stack", stack],
      ["stack", "queue", queue],
      ["stack", "stack", stack],
    ] as const) {
      const made = treeWith(`order: ${first}`);
      expect((await cli(made, ["plan", ...ARGV, "-o", "x.plan"])).exitCode).toBe(0);
      const files = {
        "q.yaml": `${APPLY}order: ${then}\n${wide}`,
        "x.plan": readText(made, "x.plan"),
      };
      for (const argv of [
        ["run", "r.yaml", "--policy", "q.yaml"],
        ["apply", "x.plan", "--policy", "q.yaml"],
        ["apply", "x.plan", "--policy", "q.yaml", "--no-verify"],
      ]) {
        const root = treeWith(`order: ${first}`);
        writeTree(root, files);
        const { report } = await cliReport(root, argv);
        expect([argv, statesOf(report).sort()]).toEqual([argv, expected]);
      }
      writeTree(made, files);
      const against = ["policy", "explain", "--against", "x.plan", "--policy", "q.yaml"];
      const replay = JSON.parse(
        (await cli(made, [...against, "--format", "json"])).stdout,
      ) as Replay;
      const flips = replay.flips.map((flip) => `${flip.files} ${flip.to.verdict}ed`).sort();
      expect(flips).toEqual(expected.filter((one) => one.endsWith("discarded")));
    }
  });

  it("apply to a plan that is decided again, and end it with `onExceed: fail`", async () => {
    const root = treeWith("");
    expect((await cli(root, ["plan", ...ARGV, "-o", "x.plan"])).exitCode).toBe(0);
    const again = (limits: string, ...more: string[]) => {
      writeTree(root, { "q.yaml": `${APPLY}limits: ${limits}\n` });
      return cliReport(root, ["apply", "x.plan", "--policy", "q.yaml", ...more]);
    };
    for (const more of [[], ["--no-verify"]]) {
      const ended = await again("{ maxReplacements: 5, onExceed: fail }", ...more);
      expect([ended.exitCode, ended.report.totals.applied]).toEqual([5, 0]);
      expect(besidesLoss(ended.report.alerts)).toMatchObject([{ code: "limit-exceeded" }]);
      const exceeding = ended.report.actions.filter(({ reason }) => reason?.startsWith("max"));
      expect(exceeding).toMatchObject([{ state: "discarded", ruleId: "limits" }]);
      for (const { id, reason, ruleId } of ended.report.actions)
        if (id !== exceeding[0]?.id)
          expect([ruleId, reason]).toEqual([
            "limits",
            `A limit of the policy ended the run at the action ${exceeding[0]?.id}.`,
          ]);
    }
    const held = await again("{ maxReplacements: 5 }", "--no-verify");
    expect(statesOf(held.report)).toContain("b.js held");
    expect(held.report.totals).toMatchObject({ applied: 4, held: 1 });
  });
});
