import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  branchOf,
  decideBy,
  decideJob,
  decidePolicy,
  decidingTree,
  forcePush,
  listJob,
  pushToBranch,
  receiptsIn,
  say,
  statesOf,
  tick,
} from "../support/deciding.ts";
import { editComment } from "../support/forge/forge-rules.ts";
import { git } from "../support/temp-tree.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };
const TWO = "{ by: [olga, petra, zoe], count: 2 }";

describe("the list of what is held", () => {
  it("has the state of each action after a decision, and a box again for the next person", async () => {
    const tree = await decidingTree(decidePolicy("{ by: [olga] }"), FILES);
    const [a = "", b = ""] = tree.ids;
    const before = tick(tree, "rita", a);
    await decideJob(tree, tree.list, { sender: "rita", before });
    expect(tree.list.body).toContain(`- [ ] \`${a.slice(0, 12)}\` **refused**`);
    await decideBy(tree, "olga", `/sluice discard ${b} because no`);
    expect(tree.list.body).toContain(`- \`${b.slice(0, 12)}\` **discarded**`);
    expect(tree.list.body).toContain("**1 action waits for a person**");
    const again = tick(tree, "olga", a);
    await decideJob(tree, tree.list, { sender: "olga", before: again });
    expect(tree.list.body).toContain(`- \`${a.slice(0, 12)}\` **applied**`);
    expect(tree.list.body).toContain("**Nothing waits for a person any more**");
  });

  it("has no boxes where one person is not enough, and a tick made up counts for nothing", async () => {
    const tree = await decidingTree(decidePolicy(TWO), FILES);
    const [a = ""] = tree.ids;
    expect(tree.list.body).not.toContain("- [ ]");
    const box = (mark: string) =>
      tree.list.body.replace(`- \`${a.slice(0, 12)}\``, `- [${mark}] \`${a.slice(0, 12)}\``);
    const before = box(" ");
    editComment(tree.forge.state, tree.list, "olga", box("x"));
    const { report } = await decideJob(tree, tree.list, { sender: "olga", before });
    expect(report.decisions).toMatchObject([
      { state: "refused", why: "A box is for one person, and 2 are wanted: write a comment." },
    ]);
  });
});

describe("a decision", () => {
  it("P3 is no use of a commit that somebody took away, and no trailer of a stranger is one", async () => {
    const tree = await decidingTree(decidePolicy("{ by: write }"), FILES);
    const [a = "", b = ""] = tree.ids;
    const { tip } = branchOf(tree);
    await decideBy(tree, "olga", `/sluice apply ${a} because yes`);
    expect(branchOf(tree).tip).not.toBe(tip);
    forcePush(tree, tip);
    const again = await decideBy(tree, "petra", `/sluice apply ${a} because still yes`);
    expect(statesOf(again.report)).toEqual(["applied"]);
    expect(branchOf(tree).read("a.ts")).toBe("g(1);\n");
    const message = `By hand\n\nSluice-Plan: ${tree.plan.digest.slice(0, 16)}\nSluice-Approved: ${b} by olga`;
    pushToBranch(tree, "c.ts", "c();\n", message);
    const real = await decideBy(tree, "olga", `/sluice apply ${b} because yes`);
    expect(statesOf(real.report)).toEqual(["applied"]);
    expect(branchOf(tree).read("b.ts")).toBe("g(2);\n");
  });

  it("P3 waits for a job that runs again if git does not reach the branch, or cannot sign", async () => {
    const policy = decidePolicy("{ by: write }", "commits: { per: run, sign: true }\n");
    const tree = await decidingTree(policy, FILES);
    const said = say(tree, "olga", `/sluice apply ${tree.ids[0]} because yes`);
    const away = await decideJob({ ...tree, remote: "/nowhere/app.git" }, said, { sender: "olga" });
    const message = expect.stringMatching(/^The branches of \/nowhere\/app.git cannot be read: /);
    expect(away.report.alerts).toMatchObject([{ code: "not-decided", message }]);
    const unsigned = await decideJob(tree, said, { sender: "olga" });
    const why = expect.stringMatching(/^No commit was made: /);
    expect(unsigned.report.decisions).toMatchObject([{ state: "failed", why }]);
    expect([away.exitCode, unsigned.exitCode]).toEqual([1, 1]);
    expect(receiptsIn(tree)).toEqual([]);
  });

  it("P3 counts only if the pull request goes to the branch whose policy says who decides", async () => {
    const tree = await decidingTree(decidePolicy("{ by: write }"), FILES);
    tree.pull.base = "other";
    const { report } = await decideBy(tree, "olga", "/sluice apply --all because yes");
    expect(report.decisions).toEqual([]);
    expect(tree.pull.comments.at(-1)?.body).toContain("does not go to the default branch");
    expect((await listJob(tree)).report.alerts).toMatchObject([{ code: "not-decided" }]);
  });

  it("P3 is no use of a commit that was reverted, or whose trailers say what it does not have", async () => {
    const tree = await decidingTree(decidePolicy("{ by: write }"), FILES);
    const [a = "", b = ""] = tree.ids;
    await decideBy(tree, "olga", `/sluice apply ${a} because yes`);
    pushToBranch(tree, "a.ts", "f(1);\n", "Revert it");
    const again = await decideBy(tree, "petra", `/sluice apply ${a} because still yes`);
    expect(statesOf(again.report)).toEqual(["applied"]);
    expect(branchOf(tree).read("a.ts")).toBe("g(1);\n");
    const email = git(tree.bare, "log", "-1", "--format=%ce", "topic").trim();
    const message = `Mine\n\nSluice-Plan: ${tree.plan.digest.slice(0, 16)}\nSluice-Approved: ${b} by petra`;
    pushToBranch(tree, "c.ts", "c();\n", message, email);
    const real = await decideBy(tree, "olga", `/sluice apply ${b} because yes`);
    expect(statesOf(real.report)).toEqual(["applied"]);
    expect(branchOf(tree).read("b.ts")).toBe("g(2);\n");
  });

  it("P3 counts only by a policy of the default branch, whatever --base names", async () => {
    const tree = await decidingTree(decidePolicy("{ by: [olga] }"), FILES);
    const { tip } = branchOf(tree);
    writeFileSync(join(tree.root, "README.md"), "Mine\n");
    git(tree.root, "commit", "--quiet", "--all", "-m", "Mine");
    const said = say(tree, "olga", `/sluice apply ${tree.ids[0]} because yes`);
    const head = git(tree.root, "rev-parse", "HEAD").trim();
    const own = await decideJob(tree, said, { sender: "olga" }, "--base", head);
    expect(own.report.diagnostics).toMatchObject([
      { message: expect.stringContaining("one of the default branch") },
    ]);
    expect(branchOf(tree).tip).toBe(tip);
  });
});
