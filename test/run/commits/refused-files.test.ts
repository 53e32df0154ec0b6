import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { policyOf, RECIPE, runCommitting, stateOf } from "../../support/commit-run.ts";
import { git, tempRepository } from "../../support/temp-tree.ts";

it("leaves out the commit of a group as a whole, and names every file that stands in its way", async () => {
  const root = tempRepository({
    "recipe.yaml": RECIPE,
    "sluice.policy.yaml": policyOf("{ per: rule }"),
    "src/a.ts": "f(1);\n",
    "src/z.ts": "h(2);\n",
  });
  for (let index = 0; index < 7; index += 1)
    writeFileSync(join(root, `src/new${index}.ts`), `f(${index});\n`);
  const report = await runCommitting(root);
  expect(report.exitCode).toBe(1);
  expect(report.commits).toMatchObject([{ group: "second", files: ["src/z.ts"] }]);
  const faults = [0, 1, 2, 3, 4].map(
    (index) => `src/new${index}.ts was not committed before the run`,
  );
  expect(report.alerts.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^No commit of 1 action of `first` was made /),
  ]);
  expect(report.alerts[0]?.message).toContain(`: ${faults.join("; ")}; and 2 more files.`);
  expect(stateOf(root).status).toContain(" M src/a.ts");
});

it.each(["{ per: rule }", '{ per: rule, branch: "b/${{ group }}" }'])(
  "makes the commits of other groups (%s) if git cannot add a file of one",
  async (commits) => {
    const step = (id: string, path: string) =>
      `  - { id: ${id}, tool: write_file, with: { path: "${path}", content: "x\\n" } }\n`;
    const rule = (id: string) =>
      `  - { id: ${id}, when: { step: [${id}] }, verdict: apply, reason: R. }\n`;
    const ids = ["below", "good", "name"];
    const root = tempRepository({
      "recipe.yaml": `version: 1\nname: r\nsteps:\n${step("below", "src/a/b.js")}${step("name", "src/utf16.txt")}${step("good", "src/c.js")}`,
      "sluice.policy.yaml": `version: 1\ndefault: { verdict: hold, reason: No. }\ncommits: ${commits}\nrules:\n${ids.map(rule).join("")}`,
      "src/a": "f();\n",
      ".gitattributes": "utf16.txt working-tree-encoding=UTF-16\n",
    });
    rmSync(join(root, "src/a"));
    const report = await runCommitting(root);
    expect(report.exitCode).toBe(1);
    expect(report.commits).toMatchObject([{ group: "good", files: ["src/c.js"] }]);
    expect(report.alerts.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /`below` .*: src\/a\/b\.js is in a folder that is a file in the last commit\.$/,
      ),
      expect.stringMatching(
        /`name` .*: git cannot add its files: fatal: BOM is required in 'src\/utf16\.txt' [^.]*\.$/,
      ),
    ]);
    const branch = commits.includes("branch") ? "b/good" : "main";
    expect(git(root, "show", "--format=", "--name-only", branch)).toBe("src/c.js\n");
    const staged = git(root, "diff", "--cached", "--name-only");
    expect(staged).toBe("");
  },
);
