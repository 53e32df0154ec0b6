import { describe, expect, it } from "vitest";
import {
  branchOf,
  decideBy,
  decideJob,
  decidePolicy,
  decidingTree,
  listJob,
  say,
  statesOf,
} from "../support/deciding.ts";
import { isWrite } from "../support/forge/forge-server.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };
const TWO = "{ by: [olga, petra, zoe], count: 2 }";

describe("the list of what is held", () => {
  it("P3 P4 names plan, head and run, is written once, and never by the run of an older commit", async () => {
    const tree = await decidingTree(decidePolicy("{ by: write }"), FILES);
    const { body } = tree.list;
    expect(body).toMatch(
      /^<!-- sluice held plan=[0-9a-f]{64} head=[0-9a-f]{40} at=\d+ run=77 -->\n/,
    );
    const from = tree.forge.calls.length;
    expect((await listJob(tree)).exitCode).toBe(0);
    const { report } = await listJob(tree, { head: "c".repeat(40) });
    expect(report.alerts).toMatchObject([{ code: "not-decided" }]);
    expect(tree.forge.calls.slice(from).filter(isWrite)).toEqual([]);
    tree.forge.state.now += 40 * 86_400_000;
    await listJob(tree);
    expect(tree.list.body).not.toBe(body);
    expect(tree.pull.comments).toHaveLength(1);
  });
});

describe("a decision", () => {
  it("P3 is taken back by the same person's other command, or by an edit", async () => {
    const tree = await decidingTree(decidePolicy(TWO), FILES);
    const [a = ""] = tree.ids;
    const { tip } = branchOf(tree);
    await decideBy(tree, "olga", `/sluice apply ${a} because one`);
    const other = say(tree, "olga", `/sluice discard ${a} because I was wrong`);
    const { report } = await decideBy(tree, "petra", `/sluice apply ${a} because two`);
    expect(statesOf(report)).toEqual(["pending"]);
    await decideJob(tree, other, { sender: "olga" });
    const still = await decideBy(tree, "petra", `/sluice apply --all because again`);
    expect(statesOf(still.report)).toEqual(["pending", "pending"]);
    expect(branchOf(tree).tip).toBe(tip);
    const done = await decideBy(tree, "zoe", `/sluice apply ${a} because yes`);
    expect(statesOf(done.report)).toEqual(["applied"]);
  });
});
