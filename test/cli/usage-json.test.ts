import { describe, expect, it } from "vitest";
import { reportSchema } from "../../src/model/report/report-schema.ts";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const FILES = { "a.ts": "a(1);\n" };

describe("a command line that is invalid, with --format json", () => {
  it.each<[line: string, command: string, told: string]>([
    ["run r.yaml --polcy x --format json", "run", "Unknown option or argument: polcy"],
    ["preview r.yaml --format=json --since", "preview", "--since: the value is missing."],
    ["--format json plan r.yaml", "plan", "`plan` needs a file for the plan."],
    ["apply --format json", "apply", "Arguments of `apply` are missing."],
    [
      "preview r.yaml --format json --report json=a.ts",
      "preview",
      "--report: a.ts exists and is not a report. Name another path, or remove the file.",
    ],
    ["preview --format json --format json r", "preview", "--format: given twice."],
  ])("sluice %s: prints one report, with the outcome invalid", async (line, command, told) => {
    const { exitCode, stdout, stderr } = await cli(tempTree(FILES), line.split(" "));
    const report = reportSchema.parse(JSON.parse(stdout));
    expect({ exitCode, outcome: report.outcome, ofReport: report.exitCode }).toEqual({
      exitCode: 2,
      outcome: "invalid",
      ofReport: 2,
    });
    expect(report.run.command).toBe(command);
    expect(report.diagnostics.map(({ message }) => message)).toEqual([told]);
    expect(stderr).toContain(told);
  });

  it.each<[line: string, told: string]>([
    ["runs --keep 3 --format json", "--keep needs --prune."],
    ["list --format json --halp", "Unknown option or argument: halp"],
    ["list --format json --trust all --base main", "--base is for --trust base"],
    ["policy lint --format json --timeout 5x", "--timeout: invalid duration `5x`."],
    ["runn --format json", "Unknown command `runn`."],
  ])("sluice %s: prints one object with its diagnostics", async (line, told) => {
    const { exitCode, stdout } = await cli(tempTree(FILES), line.split(" "));
    expect(exitCode).toBe(2);
    const product = JSON.parse(stdout);
    expect(product).toMatchObject({ formatVersion: "1.0", outcome: "invalid", exitCode: 2 });
    expect(product.diagnostics[0].message).toContain(told);
  });

  it.each(["run r --polcy x", "run r --polcy x -- --format json", "runs --keep json"])(
    "sluice %s: prints nothing on standard output without it",
    async (line) => {
      const { exitCode, stdout } = await cli(tempTree(FILES), line.split(" "));
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    },
  );
});
