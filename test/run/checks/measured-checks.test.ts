import { describe, expect, it } from "vitest";
import { checkedTree, runChecked, statesOf } from "../../support/checked-tree.ts";
import { readText } from "../../support/temp-tree.ts";

function policy(check: string, { rule = "", top = "" } = {}): string {
  return `version: 1
default: { verdict: hold, reason: No rule. }
${top}
checks:
  look: { ${check}, shell: true, timeout: 5s }
rules:
  - { id: all, verdict: apply, reason: All., checks: [look]${rule} }
`;
}

/** Each file that says `fresh(2)` is an error twice, and each that says `old` once. */
const ERRORS = `run: "grep -rhE 'old|fresh.2' src | sed 's/^old/error/; s/^fresh.*/error\\\\nerror/'; exit 1"`;

/** Finds `fresh(2)` and `old(1)`, and prints SARIF. */
const SCANNER = `
const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
const results = readdirSync("src").flatMap((name) => {
  const rule = { "old(1);": "no-old", "fresh(2);": "no-two" }[readFileSync("src/" + name, "utf8").trim()];
  const artifactLocation = { uri: "src/" + name };
  const physicalLocation = { artifactLocation, region: { startLine: 1 } };
  return rule ? [{ ruleId: rule, locations: [{ physicalLocation }] }] : [];
});
const sarif = JSON.stringify({ runs: [{ tool: { driver: { name: "scan" } }, results }] });
process.argv[2] ? writeFileSync(process.argv[2], sarif) : process.stdout.write(sarif);
`;

const FILES = { "scan.cjs": SCANNER };

describe("a check with `count`", () => {
  it("E4 passes if there are not more lines than before, and keeps each number in the report", async () => {
    const root = checkedTree(policy(`${ERRORS}, count: error`));
    const report = await runChecked(root, {});
    expect(statesOf(report)).toEqual({
      "src/f0.ts": "applied",
      "src/f1.ts": "applied",
      "src/f2.ts": "discarded",
      "src/f3.ts": "applied",
    });
    expect(report.actions[2]?.reason).toBe("Check `look` failed (3 lines, and 2 before).");
    expect(readText(root, "src/f2.ts")).toBe("old(2);\n");
    expect(report.checks?.map(({ isBefore = false, counted }) => [isBefore, counted])).toEqual([
      [true, { of: "lines", before: 4 }],
      [false, { of: "lines", before: 4, after: 3 }],
      [false, { of: "lines", before: 3, after: 2 }],
      [false, { of: "lines", before: 2, after: 3 }],
      [true, { of: "lines", before: 2 }],
      [false, { of: "lines", before: 2, after: 1 }],
    ]);
  });

  it.each<[why: string, run: string, reason: string]>([
    ["fails", "exit 3", "failed (exit code 3, and no line with `error` on standard output)"],
    ["fails with such a line", "echo error >&2; exit 3", "failed (exit code 3, and no line"],
    ["is killed", "echo error; kill -9 $$", "failed (SIGKILL)"],
    ["takes too long", "sleep 9", "failed (it did not end within its time limit)"],
  ])("E4 never takes a program that %s for one that found nothing", async (_why, run, reason) => {
    const check = policy(`run: "${run}", count: error`).replace("5s", "300ms");
    const root = checkedTree(check, { count: 2 });
    const report = await runChecked(root, {});
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1 });
    expect(Object.values(statesOf(report))).toEqual(["discarded", "discarded"]);
    const why = `before the changes, it ${reason}`;
    expect(report.actions[1]?.reason).toContain(`Check \`look\` did not prove it: ${why}`);
    expect(report.checks).toHaveLength(1);
    expect(readText(root, "src/f0.ts")).toBe("old(0);\n");
  });

  it("finds the guilty action of a rule, compared with the tree before all of them", async () => {
    const check = `run: "grep -rn 'fresh.2' src; true", count: fresh(2), after: rule`;
    const root = checkedTree(policy(check, { rule: ", onCheckFailure: bisect" }));
    const report = await runChecked(root, {});
    expect(statesOf(report)).toMatchObject({ "src/f1.ts": "applied", "src/f2.ts": "discarded" });
    const [before, ...others] = report.checks ?? [];
    expect(before).toMatchObject({ isBefore: true, counted: { before: 0 }, actionCount: 1 });
    expect(others.map(({ counted }) => counted?.before)).toEqual(others.map(() => 0));
  });

  it("proves a transaction as a whole", async () => {
    const more = `${ERRORS.replace("fresh.2", "fresh")}, count: error`;
    const root = checkedTree(policy(more, { top: "transaction: run" }));
    const report = await runChecked(root, {});
    expect(report.actions[0]?.reason).toBe("Check `look` failed (8 lines, and 4 before).");
    expect(readText(root, "src/f0.ts")).toBe("old(0);\n");
  });
});

describe("a check with `sarif`", () => {
  it("takes back an action with a new finding, and names its place and rule", async () => {
    const check = policy('run: "node scan.cjs", sarif: "-", after: rule');
    const bisecting = check.replace("checks: [look]", "checks: [look], onCheckFailure: bisect");
    const root = checkedTree(bisecting, { files: FILES });
    const report = await runChecked(root, {});
    expect(statesOf(report)).toMatchObject({ "src/f1.ts": "applied", "src/f2.ts": "discarded" });
    expect(report.actions[2]?.reason).toBe(
      "Check `look` failed (1 finding is new: src/f2.ts:1 no-two) with it, and passes without it.",
    );
    expect(report.checks?.[1]).toMatchObject({
      counted: { of: "findings", before: 1, after: 1 },
      findingsAdded: ["src/f2.ts:1 no-two"],
      findingsRemoved: ["src/f1.ts:1 no-old"],
    });
  });

  it("applies only the action that takes the finding away, with `removed`", async () => {
    const check = policy('run: "node scan.cjs out.sarif", sarif: out.sarif, removed: ["no-o*"]');
    const root = checkedTree(check, { files: FILES });
    const report = await runChecked(root, {});
    expect(statesOf(report)).toEqual({
      "src/f0.ts": "discarded",
      "src/f1.ts": "applied",
      "src/f2.ts": "discarded",
      "src/f3.ts": "discarded",
    });
    expect(report.actions[3]?.reason).toBe("Check `look` failed (no finding of `no-o*` is gone).");
    expect(report.alerts.map(({ code }) => code)).not.toContain("check-wrote");
  });

  it.each<[why: string, run: string, from: string, reason: string]>([
    ["prints nothing", "true", '"-"', "its report is empty"],
    ["fails", "node scan.cjs; exit 2", '"-"', "exit code 2"],
    ["writes no report", "true", "old.sarif", "it did not write the file of its report"],
    ["prints something else", "echo hi", '"-"', "its report is no JSON"],
  ])(
    "E4 never takes a scanner that %s for one that found nothing",
    async (_why, run, from, reason) => {
      const files = { ...FILES, "old.sarif": '{"runs":[{"results":[]}]}' };
      const root = checkedTree(policy(`run: "${run}", sarif: ${from}`), { files, count: 1 });
      const report = await runChecked(root, {});
      expect(report.exitCode).toBe(1);
      expect(report.actions[0]).toMatchObject({ state: "discarded", ruleId: "checks" });
      expect(report.actions[0]?.reason).toContain(`it failed (${reason}`);
    },
  );
});
