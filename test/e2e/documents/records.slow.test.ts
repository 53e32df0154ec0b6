import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempTree } from "../../support/temp-tree.ts";
import { command } from "./support/command.ts";
import { converse, DONE, edit } from "./support/converse.ts";
import { editRun } from "./support/edit-run.ts";
import { results } from "./support/provider.ts";

const SOURCE = { sourceToolName: "ast_edit", label: "AST Edit: 1 replacement in 1 file" };
const FILES = { "a.ts": "old(1);\n" };

describe("the records of an action", () => {
  it("R34 have its source tool and its label: the report, the events, the plan, the past run", async () => {
    const { root, report } = await editRun({ files: FILES, policy: "hold-all" });
    expect(report.actions).toMatchObject([SOURCE]);
    const argv = ["r", "--policy", "hold-all"];
    const events = await command(root, "preview", ...argv, "--format", "jsonl");
    const told = events.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const type of ["action-queued", "action-ended"]) {
      const event = told.find((line) => line.type === type);
      expect(JSON.stringify(event)).toContain(SOURCE.label);
      expect(JSON.stringify(event)).toContain('"sourceToolName":"ast_edit"');
    }
    await command(root, "plan", ...argv, "-o", "plan.json");
    const planned = JSON.parse(readFileSync(join(root, "plan.json"), "utf8"));
    expect(planned.actions).toMatchObject([SOURCE]);
    const shown = await command(root, "runs", report.run.id, "--format", "json");
    expect(shown.stdout).toContain(SOURCE.label);
    expect(shown.stdout).toContain('"sourceToolName": "ast_edit"');
  });

  it("A20 A21 say to a model that the edit is staged, not applied, with the whole diff", async () => {
    const { requests } = await converse([{ calls: [edit("src/a.ts")] }, DONE], {
      step: "tools: [ast_edit]",
      files: { "src/a.ts": "old(1);\nkeep();\nold(2);\n" },
      policy: "version: 1\ndefault: { verdict: hold, reason: Ask. }\n",
    });
    const [text = ""] = requests.slice(1, 2).flatMap(results);
    expect(text).toMatch(/staged, not applied/i);
    for (const line of ["-old(1);", "+fresh(1);", "-old(2);", "+fresh(2);"])
      expect(text).toContain(line);
  });
});

it("R18 never lists resolve to people: a step cannot call it, and no near name suggests it", async () => {
  const recipe = (tool: string) =>
    `version: 1\nname: r\nsteps:\n  - { id: s, tool: ${tool}, with: {} }\n`;
  const root = tempTree({
    ".sluice/recipes/r.yaml": recipe("resolve"),
    ".sluice/recipes/near.yaml": recipe("resolv"),
  });
  const own = await command(root, "preview", "r");
  const near = await command(root, "preview", "near");
  expect([own.status, near.status]).toEqual([2, 2]);
  expect(own.stderr).toContain("no tool `resolve`");
  expect(near.stdout + near.stderr).not.toMatch(/\bresolve\b/);
});
