import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makePlan } from "../../src/plan-file/plan.ts";
import {
  branchOf,
  decideBy,
  decideJob,
  decidePolicy,
  decidingTree,
  receiptsIn,
  say,
  statesOf,
  tick,
} from "../support/deciding.ts";
import { addPull, editComment } from "../support/forge/forge-rules.ts";

const FILES = { "a.ts": "f(1);\n", "b.ts": "f(2);\n" };

describe("decidePlan, of strangers", () => {
  it("asks owners by the CODEOWNERS of the base, and says of a team that it is not known", async () => {
    const owners = { CODEOWNERS: "a.ts @olga\nb.ts @acme/security\n" };
    const tree = await decidingTree(
      decidePolicy("{ by: owners }"),
      { ...FILES, CODEOWNERS: "* @petra\n" },
      { base: owners },
    );
    const [a = "", b = ""] = tree.ids;
    const { state, demo } = { state: tree.forge.state, demo: tree.demo };
    demo.teams.add("acme/security");
    state.teams.set("acme/security", { members: new Set(["petra"]), invited: new Set() });
    state.may.readMembers = false;
    const unknown = await decideBy(tree, "petra", `/sluice apply ${b} because yes`);
    expect(unknown.report.decisions).toMatchObject([
      { state: "refused", why: expect.stringContaining("may not read the members") },
    ]);
    state.may.readMembers = true;
    const other = await decideBy(tree, "petra", `/sluice apply ${a} because yes`);
    expect(statesOf(other.report)).toEqual(["refused"]);
    const own = await decideBy(tree, "petra", `/sluice apply ${b} because yes`);
    expect(statesOf(own.report)).toEqual(["applied"]);
    const olga = await decideBy(tree, "olga", `/sluice apply ${a} because yes`);
    expect(statesOf(olga.report)).toEqual(["applied"]);
    expect(branchOf(tree).read("a.ts") + branchOf(tree).read("b.ts")).toBe("g(1);\ng(2);\n");
  });

  it("writes nothing of a plan that is not the listed one, or that others have made", async () => {
    const strict = `rules:
  - { id: strict, when: { anyFile: ["a.ts"] }, verdict: hold, reason: Ask., approvals: { by: [zoe] } }
`;
    const tree = await decidingTree(decidePolicy("{ by: write }", strict), FILES);
    const [a = "", b = ""] = tree.ids;
    const { tip } = branchOf(tree);
    const refused = await decideBy(tree, "olga", `/sluice apply ${a} because yes`);
    expect(statesOf(refused.report)).toEqual(["refused"]);
    // Another plan says that a rule holds it which asks for less; its list is forged, too.
    const { digest: _digest, kind: _kind, formatVersion: _format, ...content } = tree.plan;
    const actions = content.actions.map((one) => ({ ...one, ruleId: "default" }));
    const forged = makePlan({ ...content, actions });
    writeFileSync(tree.planFile, JSON.stringify(forged));
    const unlisted = await decideBy(tree, "olga", `/sluice apply ${a} because yes`);
    expect([unlisted.exitCode, ...statesOf(unlisted.report)]).toEqual([3]);
    expect(tree.pull.comments.at(-1)?.body).toContain("another plan");
    const body = tree.list.body.replaceAll(tree.plan.digest, forged.digest);
    editComment(tree.forge.state, tree.list, "rita", body);
    const listed = await decideBy(tree, "olga", `/sluice apply ${a} because yes`);
    expect(listed.report.decisions).toMatchObject([
      { state: "refused", why: expect.stringContaining("by the rule that the plan names") },
    ]);
    const thrown = await decideBy(tree, "olga", `/sluice discard ${a} because no`);
    expect(statesOf(thrown.report)).toEqual(["refused"]);
    // Edits that no recipe makes are not written, either.
    const second = tree.plan.actions.find(({ id }) => id === b);
    const edits = second?.files[0]?.edits.map((edit) => ({ ...edit, text: "evil" })) ?? [];
    const file = { ...second?.files[0], edits };
    const evil = makePlan({
      ...content,
      actions: tree.plan.actions.map((one) =>
        one.id === b ? ({ ...one, files: [file] } as typeof one) : one,
      ),
    });
    writeFileSync(tree.planFile, JSON.stringify(evil));
    const now = tree.list.body.replaceAll(forged.digest, evil.digest);
    editComment(tree.forge.state, tree.list, "rita", now);
    const wrong = await decideBy(tree, "olga", `/sluice apply ${b} because yes`);
    expect(statesOf(wrong.report)).toEqual(["refused"]);
    expect(branchOf(tree).tip).toBe(tip);
  });

  it("decides nothing with a policy of the head, on a fork, or where no comment is", async () => {
    const tree = await decidingTree(decidePolicy("{ by: [olga] }"), FILES);
    const [a = ""] = tree.ids;
    const { tip } = branchOf(tree);
    const said = say(tree, "olga", `/sluice apply ${a} because yes`);
    const untrusted = await decideJob(tree, said, { sender: "olga" }, "--trust", "all");
    expect(untrusted.exitCode).toBe(2);
    const fork = addPull(tree.forge.state, tree.demo, {
      ...{ branch: "topic", author: "ann", from: "ann/demo" },
    });
    fork.comments.push(...tree.pull.comments);
    const onFork = { ...tree, pull: fork };
    const refused = await decideJob(onFork, said, { sender: "olga" });
    expect(refused.report.decisions).toMatchObject([
      { state: "refused", why: expect.stringContaining("fork") },
    ]);
    expect(receiptsIn(onFork)).toHaveLength(1);
    tree.pull.state = "closed";
    const closed = await decideJob(tree, said, { sender: "olga" });
    expect(closed.report.alerts).toMatchObject([{ code: "not-decided" }]);
    tree.pull.state = "open";
    tree.pull.comments.splice(tree.pull.comments.indexOf(said), 1);
    const gone = await decideJob(tree, said, { sender: "olga" });
    expect(gone.report.alerts).toMatchObject([{ message: "The comment is gone." }]);
    expect(branchOf(tree).tip).toBe(tip);
    expect(readFileSync(tree.planFile, "utf8")).toContain(a);
  });

  it("takes no tick for another list", async () => {
    const tree = await decidingTree(decidePolicy("{ by: [petra] }"), FILES);
    const [a = ""] = tree.ids;
    const { tip } = branchOf(tree);
    const before = tick(tree, "petra", a).replaceAll(tree.plan.digest, "0".repeat(64));
    tree.list.body = tree.list.body.replaceAll(tree.plan.digest, "0".repeat(64));
    const other = await decideJob(tree, tree.list, { sender: "petra", before });
    expect(other.exitCode).toBe(3);
    expect(branchOf(tree).tip).toBe(tip);
  });
});
