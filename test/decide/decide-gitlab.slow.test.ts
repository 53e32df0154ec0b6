import { expect, it } from "vitest";
import {
  branchOf,
  decidePolicy,
  decidingTree,
  gitlabNoteJob,
  say,
  statesOf,
} from "../support/deciding.ts";
import { editComment } from "../support/forge/forge-rules.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };

it("P3 decides on GitLab by the comment that the project has, whoever sends the webhook", async () => {
  const tree = await decidingTree(decidePolicy("{ by: write }"), FILES, { on: "gitlab" });
  const [a = "", b = ""] = tree.ids;
  expect(tree.list.body).toMatch(/^<!-- sluice held plan=\w{64} head=\w{40} at=\d+ run=77 -->\n/);
  expect(tree.list.body).not.toContain("- [ ]");
  const { tip } = branchOf(tree);
  const edited = say(tree, "olga", "Hello.");
  editComment(tree.forge.state, edited, "olga", `/sluice apply ${a} because yes`);
  const nothing = await gitlabNoteJob(tree, edited);
  expect(nothing.report.decisions).toEqual([]);
  const stranger = await gitlabNoteJob(tree, say(tree, "rita", `/sluice apply ${a} because yes`));
  expect(stranger.report.decisions).toMatchObject([{ state: "refused", by: "rita" }]);
  expect(branchOf(tree).tip).toBe(tip);
  const done = await gitlabNoteJob(tree, say(tree, "olga", `/sluice apply ${a} because yes`));
  expect(statesOf(done.report)).toEqual(["applied"]);
  const thrown = await gitlabNoteJob(tree, say(tree, "petra", `/sluice discard ${b} because no`));
  expect(statesOf(thrown.report)).toEqual(["discarded"]);
  expect(branchOf(tree).read("a.ts") + branchOf(tree).read("b.ts")).toBe("g(1);\nf(2);\n");
  expect(tree.list.body).toContain("**Nothing waits for a person any more**");
  const foreign = await gitlabNoteJob(tree, { ...edited, id: 999_999 });
  expect(foreign.report.alerts).toMatchObject([{ message: "The comment is gone." }]);
});
