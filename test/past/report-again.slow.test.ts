import { expect, it } from "vitest";
import { REPORT_FORMATS } from "../../src/model/report/formats.ts";
import { DECIDED_TREE } from "../support/decided-tree.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, tempRepository } from "../support/temp-tree.ts";

const RUN = ["run", "recipe.yaml", "--policy", "p.yaml"];
const into = (folder: string) => REPORT_FORMATS.map((name) => `--report=${name}=${folder}/${name}`);
const timeless = (text: string) => text.replace(/"durationMs": ?\d+/, '"durationMs":0');

it("sluice report writes what the run itself has written, in every format, and nothing else", async () => {
  const root = tempRepository(DECIDED_TREE);
  expect((await cli(root, [...RUN, ...into("a")])).exitCode).toBe(4);
  const before = snapshot(root);
  const { exitCode, stdout, stderr } = await cli(root, ["report", "last", ...into("b")]);
  const advice = "Patch: b/patch. To apply it elsewhere: git apply b/patch\n";
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: advice, stderr: "" });
  for (const name of REPORT_FORMATS) {
    const [one, other] = ["a", "b"].map((folder) => timeless(readText(root, `${folder}/${name}`)));
    expect(other, name).toBe(one);
    expect(other === "", name).toBe(false);
  }
  const written = Object.keys(snapshot(root)).filter((path) => !(path in before));
  expect(written.sort()).toEqual(REPORT_FORMATS.map((name) => `b/${name}`).sort());
  // The same of the report that the run wrote, named by its path; and on standard output.
  const again = await cli(root, ["report", "a/json", "--format", "markdown"]);
  expect(again.stdout).toBe(readText(root, "a/markdown"));
  const shown = await cli(root, ["report", "test-run", "--format", "csv"]);
  expect(shown.stdout).toBe(readText(root, "a/csv"));
});
