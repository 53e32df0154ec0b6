import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../../src/model/events.ts";
import { asNobody } from "../../support/as-nobody.ts";
import { runWith } from "../../support/run-request.ts";
import { readText, snapshot, tempTree, writeTree } from "../../support/temp-tree.ts";

const POLICY = [
  "version: 1",
  "transaction: run",
  "default: { verdict: apply, reason: All. }",
  "rules: [{ id: held, when: { anyFile: [held.ts] }, verdict: hold, reason: Wait. }]",
].join("\n");

const step = (id: string, pat: string, out: string) =>
  `  - { id: ${id}, ast_edit: { paths: ["*.ts"], per: file, ops: [{ pat: "${pat}", out: "${out}" }] } }`;

const recipe = (...steps: readonly string[]) => ["version: 1", "steps:", ...steps].join("\n");

const TWO_STEPS = recipe(step("one", "old($A)", "mid($A)"), step("two", "mid($A)", "fresh($A)"));

function tree(files: Record<string, string> = {}, text = TWO_STEPS) {
  return tempTree({
    "a.ts": "old(1);\n",
    "b.ts": "\uFEFFold(2);\r\n",
    "sluice.policy.yaml": POLICY,
    "recipe.yaml": text,
    ...files,
  });
}

/** The records of the only run's journal. */
function records(root: string): readonly string[] {
  const [run = ""] = readdirSync(join(root, ".sluice/runs"));
  const text = readFileSync(join(root, ".sluice/runs", run, "journal.jsonl"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line.slice(9)) as { kind: string }).kind);
}

describe("transaction: run", () => {
  it("writes everything that was accepted at the end, as one transaction", async () => {
    const root = tree();
    const seen: string[] = [];
    const report = await runWith(root, {}, (event) => {
      if (event.type === "step-finished") seen.push(readText(root, "a.ts"));
    });
    expect(report.exitCode).toBe(0);
    expect(report.actions.map(({ state }) => state)).toEqual(Array(4).fill("applied"));
    expect(seen).toEqual(["old(1);\n", "old(1);\n"]);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([
      "fresh(1);\n",
      "\uFEFFfresh(2);\r\n",
    ]);
    expect(records(root)).toEqual(["run", "begin", "done", "end"]);
  });

  it("leaves what is held for a person, and writes the rest", async () => {
    const root = tree({ "held.ts": "old(3);\n" });
    const report = await runWith(root, {});
    expect(report.exitCode).toBe(4);
    expect(readText(root, "held.ts")).toBe("old(3);\n");
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
  });

  it("writes nothing where a file changes before the end, and says which", async () => {
    const root = tree();
    const events: RunEvent[] = [];
    const report = await runWith(root, {}, (event) => {
      events.push(event);
      if (event.type === "step-finished" && event.step === "two")
        writeTree(root, { "b.ts": "mine\n" });
    });
    expect(report.exitCode).toBe(3);
    expect(report.actions.map(({ state, isStale }) => [state, isStale])).toEqual(
      Array(4).fill(["failed", true]),
    );
    expect(report.alerts.map(({ message }) => message)).toContain(
      "Nothing of this run was written: b.ts has changed since the preview.",
    );
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual(["old(1);\n", "mine\n"]);
    const ended = events.flatMap((event) =>
      event.type === "action-ended" ? [event.action.state] : [],
    );
    expect(ended).toEqual(Array(4).fill("failed"));
  });

  it("writes nothing where a later step fails, or the expectation is not met", async () => {
    const failing = recipe(
      step("one", "old($A)", "mid($A)"),
      "  - { id: two, tool: replace_text, with: { path: a.ts, old: none, new: x } }",
    );
    for (const text of [failing, `${TWO_STEPS}\nexpect: { minReplacements: 100 }`]) {
      const root = tree({}, text);
      const before = snapshot(root);
      const report = await runWith(root, {});
      expect(report.exitCode).toBe(1);
      expect(report.actions.map(({ state, ruleId }) => `${state} ${ruleId}`)).toEqual(
        report.actions.map(() => "discarded transaction"),
      );
      expect(snapshot(root)).toEqual(before);
    }
  });

  it("writes nothing where it is interrupted, or the time is up", async () => {
    for (const name of ["interrupted", "timedOut"] as const) {
      const root = tree();
      const before = snapshot(root);
      const controller = new AbortController();
      const stop = (event: RunEvent) => {
        if (event.type === "step-finished" && event.step === "two") controller.abort(130);
      };
      const report = await runWith(root, {}, stop, { [name]: controller.signal });
      expect(report.exitCode).toBe(name === "interrupted" ? 130 : 5);
      expect(report.totals).toMatchObject({ applied: 0, discarded: 4 });
      expect(snapshot(root)).toEqual(before);
    }
  });

  it("says of a fault of Sluice itself that nothing was written", async () => {
    const root = tree();
    const before = snapshot(root);
    const ended: string[] = [];
    const report = await runWith(root, {}, (event) => {
      if (event.type === "action-ended") ended.push(event.action.state);
      if (event.type === "step-finished" && event.step === "two") throw new Error("broken");
    });
    expect(report.exitCode).toBe(70);
    expect(report.totals).toMatchObject({ applied: 0, discarded: 4, filesChanged: 0 });
    expect(ended).toEqual(Array(4).fill("discarded"));
    expect(report.actions.map(({ result }) => result)).toEqual(Array(4).fill(undefined));
    expect(snapshot(root)).toEqual(before);
  });

  it("A19 puts everything back where one file cannot be written", async () => {
    const root = tree({ "dir/c.ts": "old(4);\n" }, TWO_STEPS.replaceAll("*.ts", "**/*.ts"));
    const before = snapshot(root);
    await asNobody(root, async () => {
      const lock = (event: RunEvent) => {
        if (event.type === "step-finished") chmodSync(join(root, "dir"), 0o555);
      };
      const report = await runWith(root, {}, lock);
      chmodSync(join(root, "dir"), 0o755);
      expect(report.exitCode).toBe(1);
      expect(report.actions.every(({ state }) => state === "failed")).toBe(true);
    });
    expect(snapshot(root)).toEqual(before);
  });

  it("discards what a custom tool would write: that cannot be taken back", async () => {
    const root = tree(
      {
        "tool.mjs": `export default (pi) => ({ name: "touch", description: "t",
          parameters: pi.zod.object({}),
          async execute() {
            pi.pushPendingAction({ label: "Touch", apply: async () => "done" });
            return { content: [] };
          } });`,
      },
      `${recipe("  - { id: t, tool: touch, with: {} }")}\ntools: ["tool.mjs"]`,
    );
    const report = await runWith(root, { allowCode: true });
    expect(report.actions).toMatchObject([{ state: "discarded", ruleId: "transaction" }]);
  });
});
