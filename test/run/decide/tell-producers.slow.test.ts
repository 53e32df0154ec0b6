import { describe, expect, it } from "vitest";
import type { RunRequest } from "../../../src/request/request.ts";
import { cli } from "../../support/run-cli.ts";
import { runWith } from "../../support/run-request.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
tools: [t.mjs]
steps: [{ id: s, tool: t, with: {}, timeout: 100ms }]
`;
const policyOf = (verdict: string) =>
  `version: 1\ndefault: { verdict: ${verdict}, reason: Words of the policy. }\n`;

/** A tool with two actions; each call of `reject` is a line of the file `told`. */
const toolOf = ({
  apply = "",
  reject = "",
  then = "",
}) => `import { appendFileSync } from "node:fs";
export default (pi) => ({
  name: "t", description: "A tool.", parameters: pi.zod.object({}),
  async execute() {
    for (const label of ["one", "two"])
      pi.pushPendingAction({
        label, details: { files: [label + ".txt"] },
        apply() { ${apply} },
        reject(reason) { appendFileSync(pi.cwd + "/told", label + ": " + reason + "\\n"); ${reject} },
      });
    ${then}
  },
});
`;

async function run(
  tool: Parameters<typeof toolOf>[0],
  verdict: string,
  request: Partial<RunRequest> = {},
  interrupted = new AbortController().signal,
) {
  const root = tempTree({
    "recipe.yaml": RECIPE,
    "t.mjs": toolOf(tool),
    "p.yaml": policyOf(verdict),
    told: "",
  });
  const given = { policy: "p.yaml", allowCode: true, ...request };
  const report = await runWith(root, given, undefined, { interrupted });
  const lines = readText(root, "told").trim().split("\n");
  return { root, report, told: lines.filter((line) => line !== "").sort() };
}

const both = (reason: string) => [`one: ${reason}`, `two: ${reason}`];

describe("reject is called once for every action that does not end applied", () => {
  it("R28 for those that the policy discards, and for none that is applied", async () => {
    expect((await run({}, "discard")).told).toEqual(both("Words of the policy."));
    expect((await run({}, "apply")).told).toEqual([]);
  });

  it("R28 for those that are held, at the end of their run, and not again when they are discarded", async () => {
    const { root, report, told } = await run({}, "hold");
    expect([report.exitCode, report.totals.held]).toEqual([4, 2]);
    expect(told).toEqual(both("Words of the policy."));
    const [one] = report.actions;
    const argv = ["resolve", report.run.id, one?.id ?? "", "discard", "--reason", "No."];
    expect((await cli(root, argv, { newRunId: () => "later" })).exitCode).toBe(0);
    expect(readText(root, "told").trim().split("\n")).toHaveLength(2);
  });

  it("R28 R29 for those whose apply failed, with its error; they are held, and the run has failed", async () => {
    const { report, told } = await run({ apply: 'throw new Error("full");' }, "apply");
    expect(told).toEqual(both("Apply failed: full"));
    expect(report).toMatchObject({ exitCode: 1, totals: { held: 2, failed: 0 } });
    const held = { state: "held", ruleId: "apply-failed", applyError: "Apply failed: full" };
    expect(report.actions).toMatchObject([held, held]);
  });

  it("R28 for those that a transaction of the whole run leaves out", async () => {
    const policy = "p.yaml\n"; // Written below.
    const root = tempTree({
      "recipe.yaml": RECIPE,
      "t.mjs": toolOf({}),
      "p.yaml": `${policyOf("apply")}transaction: run\n`,
      told: "",
    });
    await runWith(root, { policy: policy.trim(), allowCode: true });
    expect(readText(root, "told")).toMatch(/^one: The run is one transaction.*\ntwo: .*\n$/);
  });

  it.each([
    ["hold", 130],
    ["apply", 143],
  ])(
    "R28 for those that a signal stops (%s, %i): once, though it fires in the call",
    async (verdict, code) => {
      const controller = new AbortController();
      process.once("sluice-test-told", () => controller.abort(code));
      const then = 'process.emit("sluice-test-told");';
      const { report, told } = await run({ then }, verdict, {}, controller.signal);
      expect(report.exitCode).toBe(code);
      expect(report.actions.map(({ state }) => state)).toEqual(["discarded", "discarded"]);
      expect(told.map((line) => line.slice(0, 4))).toEqual(["one:", "two:"]);
    },
  );

  it("R28 for none if the signal came before the start: nothing was queued, and nothing hangs", async () => {
    const { report, told } = await run({}, "apply", {}, AbortSignal.abort(130));
    expect([report.exitCode, report.actions, told]).toEqual([130, [], []]);
  });

  it("R28 for none in a preview, which ends no action", async () => {
    expect((await run({}, "discard", { command: "preview" })).told).toEqual([]);
  });

  it.each([
    ["throws", 'throw new Error("broken");', "its `reject` failed: broken"],
    ["never settles", "return new Promise(() => {});", "its `reject` failed: It took longer"],
  ])(
    "R28 R14 a reject that %s is a warning at the end, and does not keep the run",
    async (_how, reject, words) => {
      const { report, told } = await run({ reject }, "hold");
      expect(told).toEqual(both("Words of the policy."));
      expect(report.exitCode).toBe(4);
      const alert = {
        level: "warn",
        code: "reject-failed",
        message: expect.stringContaining(words),
      };
      expect(report.alerts).toMatchObject([alert, alert]);
    },
  );
});
