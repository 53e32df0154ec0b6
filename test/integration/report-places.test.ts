import { expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";

const WRITES = `version: 1
steps:
  - { tool: write_file, with: { path: out.csv, content: "precious" } }
`;

it("writes no report over a file that the run itself has made, and fails for it", async () => {
  const root = tempTree({ "r.yaml": WRITES });
  const argv = ["run", "r.yaml", "--policy", "apply-all", "--report", "csv=out.csv"];
  const { exitCode, report } = await cliReport(root, argv);
  expect([exitCode, report.outcome]).toEqual([1, "failed"]);
  expect(report.alerts.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^The report out\.csv cannot be written: a file was made or changed there/,
    ),
  ]);
  expect(readText(root, "out.csv")).toBe("precious");
  expect(await cli(root, ["undo"])).toMatchObject({ exitCode: 0 });
});

it("replaces the report of an earlier run", async () => {
  const root = tempTree({ "r.yaml": WRITES });
  const argv = ["preview", "r.yaml", "--report", "csv=report.csv"];
  for (let times = 0; times < 2; times += 1)
    expect(await cliReport(root, argv)).toMatchObject({ exitCode: 0 });
});
