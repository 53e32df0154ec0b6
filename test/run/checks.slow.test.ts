import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import {
  checkedPolicy,
  checkedTree,
  renaming,
  runChecked,
  statesOf,
} from "../support/checked-tree.ts";
import { cli, cliReport } from "../support/run-cli.ts";

import { readText, snapshot, tempFolder, writeTree } from "../support/temp-tree.ts";

/** Fails if a file has this text. */
const refuses = (text: string) => `! grep -rl '${text}' src`;

const checkOf = (fields: string) =>
  [
    "version: 1",
    "default: { verdict: discard, reason: No rule. }",
    `checks: { look: { ${fields} } }`,
    "rules: [{ id: all, verdict: apply, reason: All., checks: [look] }]",
  ].join("\n");

describe("a check that fails in its own way", () => {
  it.each([
    [
      "hangs",
      checkOf("run: [sleep, '60'], timeout: 100ms"),
      "it did not end within its time limit",
    ],
    [
      "cannot be found",
      checkOf("run: [no-such-program]"),
      "it could not be started: spawn no-such",
    ],
    ["is no program", checkOf("run: [src/f0.ts]"), "it could not be started"],
    ["crashes", checkOf('run: "kill -SEGV $$", shell: true'), "failed (SIGSEGV)"],
    ["has no folder", checkOf("run: ['true'], cwd: none"), "There is no folder `none`"],
    [
      "leaves the root",
      checkOf("run: ['true'], cwd: out"),
      "outside of the root: a link leads there",
    ],
  ])("%s", async (_what, policy, reason) => {
    const root = checkedTree(policy, { count: 1 });
    symlinkSync(tempFolder(), join(root, "out"));
    const report = await runChecked(root, {});
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
    expect(report.actions[0]).toMatchObject({ state: "discarded", ruleId: "checks" });
    expect(report.actions[0]?.reason).toContain(reason);
    expect(readText(root, "src/f0.ts")).toBe("old(0);\n");
  });

  it("prints 20 MB, of which the tail is kept, with control characters shown as text", async () => {
    const script =
      "head -c 20000000 /dev/zero | tr '\\0' x; printf '\\n\\033[31mred\\377\\n'; exit 1";
    const root = checkedTree(checkedPolicy(script), { count: 1 });
    const report = await runChecked(root, {});
    expect(report.actions[0]?.reason).toMatch(
      /^Check `look` failed \(exit code 1\): x+…; red\uFFFD$/,
    );
    const [run] = report.checks ?? [];
    expect(run?.output).toHaveLength(8192);
    expect(run?.omitted).toBeGreaterThan(19_000_000);
  });

  it("gets no variables but those that are named", async () => {
    const policy = (env: string) =>
      checkOf(`run: 'test -z "$API_TOKEN$GITHUB_TOKEN"', shell: true${env}`);
    const env = { PATH: process.env.PATH, API_TOKEN: "secret", GITHUB_TOKEN: "secret" };
    const run = (more: string) => {
      return runChecked(checkedTree(policy(more), { count: 1 }), {}, undefined, { env });
    };
    expect((await run("")).actions[0]?.state).toBe("applied");
    expect((await run(", env: [API_TOKEN]")).actions[0]?.state).toBe("discarded");
  });
});

describe("a check that writes", () => {
  it("other files is told, and they stay", async () => {
    const root = checkedTree(checkedPolicy("echo made > made.txt"), { count: 1 });
    const report = await runChecked(root, {});
    expect(report.actions[0]?.state).toBe("applied");
    expect(report.checks?.[0]?.wrote).toEqual(["made.txt"]);
    expect(besidesLoss(report.alerts)).toMatchObject([{ level: "warn", code: "check-wrote" }]);
    expect(existsSync(join(root, "made.txt"))).toBe(true);
  });

  it("the files of an action makes it fail, and they are not written over", async () => {
    const root = checkedTree(checkedPolicy("echo more >> src/f0.ts; false"), { count: 2 });
    const report = await runChecked(root, {});
    expect(statesOf(report)).toEqual({ "src/f0.ts": "failed", "src/f1.ts": "discarded" });
    expect(report.actions[0]?.result).toContain("src/f0.ts was changed by another process");
    expect(report.alerts.map(({ code }) => code)).toContain("check-stuck");
    expect(readText(root, "src/f0.ts")).toBe("fresh(0);\nmore\nmore\n");
    expect(readText(root, "src/f1.ts")).toBe("old(1);\n");
  });
});

describe("what is taken back", () => {
  const NEW = [
    "version: 1",
    "steps:",
    '  - { id: one, tool: write_file, with: { path: "deep/new/a.txt", content: "made\\n" } }',
  ].join("\n");

  it("are new files with their folders, and `undo` has nothing left to do", async () => {
    const root = checkedTree(checkedPolicy("test ! -e deep/new/a.txt"), { count: 0, recipe: NEW });
    const before = snapshot(root);
    const report = await runChecked(root, {});
    expect(report.actions).toMatchObject([{ state: "discarded" }]);
    expect(existsSync(join(root, "deep"))).toBe(false);
    expect(snapshot(root)).toEqual(before);
    expect((await cli(root, ["undo"])).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
    const { stdout } = await cli(root, ["runs", "test-run", "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ actions: [{ state: "discarded" }] });
  });

  it("are single matches of a file, byte for byte, and the others keep their diffs", async () => {
    const text = "old(1); old(2);\r\n\told(3); // ü\r\nold(4);";
    const policy = checkedPolicy(refuses("fresh([13])"), {
      after: "rule",
      rule: "onCheckFailure: bisect",
    });
    const root = checkedTree(policy, {
      count: 0,
      recipe: renaming("match"),
      files: { "src/a.ts": text },
    });
    const report = await runChecked(root, {});
    expect(report.actions.map(({ state }) => state)).toEqual([
      "discarded",
      "applied",
      "discarded",
      "applied",
    ]);
    expect(readText(root, "src/a.ts")).toBe(
      text.replace("old(2)", "fresh(2)").replace("old(4)", "fresh(4)"),
    );
    const diffs = report.actions
      .filter(({ state }) => state === "applied")
      .flatMap(({ files }) => files);
    expect(diffs.map(({ diff }) => diff).join("")).not.toContain("fresh(1)");
    expect(diffs[0]?.postHash).toBe(diffs[1]?.preHash);
    expect((await cli(root, ["undo"])).exitCode).toBe(0);
    expect(readText(root, "src/a.ts")).toBe(text);
  });

  it.each(["action", "rule"])(
    "matches of a call that are written jointly: after %s",
    async (after) => {
      const matches = Array.from({ length: 100 }, (_none, index) => `old(${index});\n`).join("");
      const text = `${matches}/* ${"x".repeat(510_000)} */\n`;
      const isAll = after === "rule";
      const policy = checkedPolicy(refuses(isAll ? "fresh(7)" : "fresh(1)"), {
        after,
        rule: isAll ? "onCheckFailure: bisect" : "",
        more: isAll ? "" : "maxCheckRuns: 3",
      });
      const files = { "src/a.ts": text };
      const root = checkedTree(policy, { count: 0, recipe: renaming("match"), files });
      const report = await runChecked(root, {});
      expect(report.actions[0]?.files[0]?.isJoint).toBe(true);
      const wanted = isAll
        ? text.replaceAll("old", "fresh").replace("fresh(7)", "old(7)")
        : text.replace("old(0)", "fresh(0)").replace("old(2)", "fresh(2)");
      expect(readText(root, "src/a.ts") === wanted).toBe(true);
      const applied = report.actions.filter(({ state }) => state === "applied");
      expect(applied).toHaveLength(isAll ? 99 : 2);
    },
  );

  it("are later actions that rest on an action which goes: `after: run`", async () => {
    const recipe = `${renaming().trimEnd()}\n  - { id: two, ast_edit: { paths: ["src/**"], per: file, ops: [{ pat: "fresh($A)", out: "last($A)" }] } }\n`;
    const policy = checkedPolicy(refuses("last(1)"), {
      after: "run",
      rule: "onCheckFailure: bisect",
    });
    const root = checkedTree(policy, { recipe, count: 3 });
    const report = await runChecked(root, {});
    expect(report.actions).toHaveLength(6);
    expect(["src/f0.ts", "src/f1.ts", "src/f2.ts"].map((path) => readText(root, path))).toEqual([
      "last(0);\n",
      "fresh(1);\n",
      "last(2);\n",
    ]);
    expect(report.actions.filter(({ state }) => state === "discarded")).toMatchObject([
      { step: "two", facts: { files: ["src/f1.ts"] } },
    ]);
  });

  it("is everything without proof: the runs are used up", async () => {
    const root = checkedTree(checkedPolicy("true", { more: "maxCheckRuns: 2" }));
    const report = await runChecked(root, {});
    expect(Object.values(statesOf(report))).toEqual([
      "applied",
      "applied",
      "discarded",
      "discarded",
    ]);
    expect(report.checks).toHaveLength(2);
    expect(report.actions[3]?.reason).toContain("the 2 runs of checks are used up (maxCheckRuns)");
    expect(besidesLoss(report.alerts).map(({ code }) => code)).toEqual(["check-limit"]);
    expect(readText(root, "src/f3.ts")).toBe("old(3);\n");
  });

  it("is everything without proof: the run was interrupted", async () => {
    const stop = new AbortController();
    const root = checkedTree(checkedPolicy("sleep 60", { after: "run" }));
    const before = snapshot(root);
    const onEvent = ({ type }: { type: string }) => {
      if (type === "check-started") setTimeout(() => stop.abort(130), 50);
    };
    const report = await runChecked(root, {}, onEvent, { interrupted: stop.signal });
    expect(new Set(Object.values(statesOf(report)))).toEqual(new Set(["discarded"]));
    expect(report.checks).toMatchObject([{ outcome: "stopped" }]);
    expect(snapshot(root)).toEqual(before);
  });

  it("is a broken check's whole rule: it fails without the actions, too", async () => {
    const policy = checkedPolicy("false", { after: "rule", rule: "onCheckFailure: bisect" });
    const root = checkedTree(policy);
    const report = await runChecked(root, {});
    expect(report.checks?.map(({ actionCount }) => actionCount)).toEqual([4, 0]);
    expect(report.actions[0]?.reason).toBe("Check `look` failed (exit code 1) without it, too.");
    expect(readText(root, "src/f0.ts")).toBe("old(0);\n");
  });

  it("ends the run with `fail`", async () => {
    const policy = checkedPolicy(refuses("fresh(1)"), { rule: "onCheckFailure: fail" });
    const root = checkedTree(policy);
    const report = await runChecked(root, {});
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
    expect(Object.values(statesOf(report))).toEqual([
      "applied",
      "discarded",
      "discarded",
      "discarded",
    ]);
    expect(report.checks).toHaveLength(2);
    expect(report.actions[3]?.reason).toContain("A check of the policy ended the run.");
  });
});

describe("a plan whose policy has checks", () => {
  async function planned(policy: string) {
    const root = checkedTree(policy);
    const plan = join(tempFolder(), "plan.json");
    expect((await cli(root, ["plan", "recipe.yaml", "-o", plan])).exitCode).toBe(0);
    return { root, plan };
  }

  it("is proved when it was written, and taken back as a whole", async () => {
    const { root, plan } = await planned(checkedPolicy(refuses("fresh(2)")));
    const before = snapshot(root);
    const { report } = await cliReport(root, ["apply", plan, "--allow-code"]);
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
    expect(new Set(Object.values(statesOf(report)))).toEqual(new Set(["discarded"]));
    expect(report.checks).toMatchObject([{ outcome: "failed", actionCount: 4 }]);
    expect(snapshot(root)).toEqual(before);
  });

  it("stands if the checks pass", async () => {
    const { root, plan } = await planned(checkedPolicy("true"));
    const { report } = await cliReport(root, ["apply", plan, "--allow-code"]);
    expect(report).toMatchObject({ outcome: "ok", exitCode: 0 });
    expect(report.actions[0]).toMatchObject({
      state: "applied",
      checks: [{ name: "look", outcome: "passed" }],
    });
    expect(readText(root, "src/f2.ts")).toBe("fresh(2);\n");
  });

  it("is refused if the policy with its checks is gone, and brings no command itself", async () => {
    const { root, plan } = await planned(checkedPolicy("true"));
    writeTree(root, {
      "sluice.policy.yaml": "version: 1\ndefault: { verdict: apply, reason: a }\n",
    });
    const before = snapshot(root);
    const { report } = await cliReport(root, ["apply", plan, "--allow-code", "--no-verify"]);
    expect(report.exitCode).toBe(1);
    expect(report.checks).toBeUndefined();
    expect(report.alerts[0]?.message).toContain("Name the policy with --policy FILE.");
    expect(snapshot(root)).toEqual(before);
  });
});
