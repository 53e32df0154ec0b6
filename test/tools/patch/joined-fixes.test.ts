import { expect, it } from "vitest";
import { cli, cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const changeOf = (uri: string) => ({
  artifactLocation: { uri },
  replacements: [
    {
      deletedRegion: { startLine: 1, startColumn: 1, endColumn: 4 },
      insertedContent: { text: "two" },
    },
  ],
});
const results = [["a.txt", "b.txt"], ["c.txt"]].map((paths) => ({
  fixes: [{ artifactChanges: paths.map(changeOf) }],
}));
const FILES = {
  "a.txt": "one;\n",
  "b.txt": "one;\n",
  "c.txt": "one;\n",
  "scan.sarif": JSON.stringify({ version: "2.1.0", runs: [{ results }] }),
};

/** The files of each action, and the warnings. */
async function preview(keys: string) {
  const step = `{ id: fixes, patch: scan.sarif, as: sarif${keys} }`;
  const root = tempTree({ ...FILES, "r.yaml": `version: 1\nname: r\nsteps:\n  - ${step}\n` });
  const { report } = await cliReport(root, ["preview", "r.yaml"]);
  return {
    actions: report.actions.map(({ files }) => files.map(({ path }) => path)),
    alerts: report.alerts.map(({ message }) => message),
  };
}

it.each(["file", "hunk"])("makes one action of a fix over several files, per %s", async (per) => {
  expect(await preview(`, per: ${per}`)).toEqual({
    actions: [["a.txt", "b.txt"], ["c.txt"]],
    alerts: ["2 fixes name no text that they replace: their base is not proved."],
  });
});

it("refuses fixes of which none can be done, with their reasons and exit code 1", async () => {
  const root = tempTree({ ...FILES, "a.txt": "", "c.txt": "" });
  const { exitCode, stdout } = await cli(root, ["propose", "scan.sarif", "--policy", "apply-all"]);
  expect(stdout).toContain(
    "scan.sarif is refused as a whole: a.txt (line 1) its range 1:1 is not in",
  );
  expect(exitCode).toBe(1);
});

it("does no half of a fix of which `paths` leaves a file out", async () => {
  const { actions, alerts } = await preview(', paths: ["a.txt", "c.txt"]');
  expect(actions).toEqual([["c.txt"]]);
  expect(alerts).toContain("scan.sarif has files outside of `paths`: b.txt.");
});
