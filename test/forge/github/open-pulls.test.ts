import { describe, expect, it } from "vitest";
import { openGithubPulls } from "../../../src/forge/github/open-pulls.ts";
import { addPull } from "../../support/forge/forge-rules.ts";
import { deedOf } from "../../support/forge/forge-server.ts";
import { shaOf } from "../../support/forge/forge-state.ts";
import { startGithub } from "../../support/forge/hasty-port.ts";

const NAME = { owner: "octo", repository: "demo" };
const MARKER = "<!-- sluice publish campaign=0123456789abcdef";
const NEW = { title: "Rename", body: MARKER, base: "main", branch: "topic", isDraft: false };

async function startPulls() {
  const { forge, demo, port, waits } = await startGithub();
  for (let at = 1; at <= 3; at += 1) demo.branches.set(`topic${at === 1 ? "" : at}`, shaOf(at));
  return { forge, demo, waits, pulls: openGithubPulls(NAME, port) };
}

describe("the repository", () => {
  it.each([
    ["github-actions[bot]", undefined, { isJobToken: true, mayPush: undefined }],
    ["sluice-app[bot]", undefined, { isJobToken: false, mayPush: undefined }],
    ["github-actions", "maintain", { isJobToken: false, mayPush: true }],
    ["ada", "read", { isJobToken: false, mayPush: false }],
    ["ada", "write", { isJobToken: false, mayPush: true }],
  ] as const)("of the token of %s with the right %s", async (login, right, found) => {
    const { pulls, forge, demo } = await startPulls();
    forge.state.viewer = login;
    demo.defaultBranch = "trunk";
    if (right !== undefined) demo.rights.set(login, right);
    const viewer = { login, isBot: login.endsWith("]") };
    expect(await pulls.readRepository()).toMatchObject({
      viewer,
      defaultBranch: "trunk",
      ...found,
    });
    await pulls.readRepository();
    expect(forge.calls).toHaveLength(1);
  });

  it("says nothing of the right of an app that may only read by itself", async () => {
    const { pulls, forge } = await startPulls();
    const set = (from: string) =>
      from.replace('"viewerPermission":null', '"viewerPermission":"READ"');
    forge.distort = (reply) => ({ ...reply, body: set(JSON.stringify(reply.body)) });
    expect((await pulls.readRepository()).mayPush).toBeUndefined();
  });

  it("is not another one, none, or an empty one", async () => {
    const { pulls, forge } = await startPulls();
    const distorted = async (from: string, to: string) => {
      forge.distort = (reply) => ({ ...reply, body: JSON.stringify(reply.body).replace(from, to) });
      return await pulls.readRepository();
    };
    await expect(distorted('"octo/demo"', '"octo/other"')).rejects.toMatchObject({
      message: "GitHub answered about octo/other, and not about octo/demo.",
    });
    await expect(distorted('{"name":"main"}', "null")).rejects.toMatchObject({ kind: "missing" });
    await expect(distorted("MERGE", "MERGE")).resolves.toBeDefined();
    const none = openGithubPulls({ ...NAME, owner: "eve" }, (await startGithub()).port);
    await expect(none.readRepository()).rejects.toMatchObject({ kind: "missing" });
  });
});

describe("open pull requests", () => {
  it("are those of the account with the marker, from branches of the repository, oldest first", async () => {
    const { pulls, forge, demo } = await startPulls();
    const own = { branch: "topic", body: `${MARKER} -->\ntext` };
    addPull(forge.state, demo, { ...own, labels: ["bot"], reviewers: ["ada", "octo/core"] });
    addPull(forge.state, demo, { ...own, author: "eve" });
    addPull(forge.state, demo, { ...own, author: "sluice-app" });
    addPull(forge.state, demo, { ...own, author: undefined });
    addPull(forge.state, demo, { ...own, from: "sluice-app/demo" });
    addPull(forge.state, demo, { ...own, state: "merged" });
    addPull(forge.state, demo, { ...own, body: "" });
    addPull(forge.state, demo, { ...own, branch: "topic2", isDraft: true, checks: "SUCCESS" });
    const found = await pulls.findOpen(MARKER);
    expect(found.map(({ number }) => number)).toEqual([1, 8]);
    expect(found[0]).toEqual({
      number: 1,
      id: demo.pulls[0]?.nodeId,
      url: "https://github.test/octo/demo/pull/1",
      title: "A change",
      body: `${MARKER} -->\ntext`,
      state: "open",
      isDraft: false,
      base: "main",
      branch: "topic",
      head: shaOf(1),
      createdAt: demo.pulls[0]?.createdAt,
      labels: ["bot"],
      reviewers: ["ada", "octo/core"],
      checks: "none",
      mergesItself: false,
    });
    expect(found[1]).toMatchObject({ isDraft: true, checks: "success" });
  });

  it("are read in pages of 40, with one question about checks", async () => {
    const { pulls, forge, demo } = await startPulls();
    const all = Array.from({ length: 85 }, () => ({ branch: "topic", body: MARKER }));
    for (const pull of all) addPull(forge.state, demo, pull);
    expect((await pulls.findOpen(MARKER)).map(({ number }) => number)).toEqual(
      all.map((_, at) => at + 1),
    );
    expect(forge.calls.map(deedOf)).toEqual([
      "query viewer",
      ...Array(3).fill("GET /repos/octo/demo/pulls"),
      "query nodes",
    ]);
  });

  it("say what their checks say, unless the token may not see it or the head has moved", async () => {
    const { pulls, forge, demo } = await startPulls();
    const pull = addPull(forge.state, demo, { branch: "topic", body: MARKER });
    const checks = async () => (await pulls.findOpen(MARKER)).map((one) => one.checks)[0];
    const seen = [];
    for (const state of ["EXPECTED", "PENDING", "SUCCESS", "FAILURE", "ERROR"] as const) {
      pull.checks = state;
      seen.push(await checks());
    }
    expect(seen).toEqual(["pending", "pending", "success", "failure", "failure"]);
    forge.state.may.readChecks = false;
    expect(await checks()).toBe("unknown");
    forge.state.may.readChecks = true;
    forge.intercept = (call) => {
      if (deedOf(call) === "query nodes") demo.branches.set("topic", shaOf(9));
      return undefined;
    };
    expect(await checks()).toBe("unknown");
  });

  it("are not read in part, if there are over 3,000", async () => {
    const { pulls, forge, demo } = await startPulls();
    addPull(forge.state, demo, { branch: "topic", author: "eve" });
    let page: unknown;
    forge.distort = (reply, { path }) => {
      if (!path.includes("/pulls")) return reply;
      page ??= JSON.stringify(Array(40).fill((reply.body as object[])[0]));
      return { ...reply, body: page };
    };
    await expect(pulls.findOpen(MARKER)).rejects.toMatchObject({
      message: "GitHub lists 3000 pull requests or more.",
    });
    expect(forge.calls).toHaveLength(76);
  });

  it("of another repository fail the reading", async () => {
    const { pulls, forge, demo } = await startPulls();
    addPull(forge.state, demo, { branch: "topic", body: MARKER });
    forge.distort = (reply) => ({
      ...reply,
      body: JSON.stringify(reply.body).replaceAll('"full_name":"octo/demo"', '"full_name":"a/b"'),
    });
    await expect(pulls.findOpen(MARKER)).rejects.toMatchObject({ kind: "failed" });
  });
});

it("takes only those of the branch, also from a server that ignores the filter", async () => {
  const { pulls, forge, demo } = await startPulls();
  for (const branch of ["topic", "topic2"]) addPull(forge.state, demo, { branch, body: MARKER });
  const all = `${forge.url}/repos/octo/demo/pulls?state=all`;
  const headers = { authorization: "Bearer x", "user-agent": "test" };
  const body = await (await fetch(all, { headers })).text();
  forge.intercept = ({ path }) => (path.includes("head=") ? { status: 200, body } : undefined);
  expect((await pulls.findOfBranch("topic", "main")).map(({ number }) => number)).toEqual([1]);
  expect(await pulls.findOfBranch("topic", "next")).toEqual([]);
});

describe("opening", () => {
  it.each([
    ["an unknown branch", { branch: "none" }, /head invalid/],
    ["an unknown base", { base: "none" }, /base invalid/],
    ["no commits", { branch: "main" }, /No commits between main and main/],
    ["a body that is too long", { body: "x".repeat(65_537) }, /body is too long/],
  ])("is refused for %s", async (_, over, message) => {
    const { pulls, demo } = await startPulls();
    const refused = { kind: "refused", message: expect.stringMatching(message) };
    await expect(pulls.open({ ...NEW, ...over })).rejects.toMatchObject(refused);
    expect(demo.pulls).toEqual([]);
  });

  it("is refused without drafts, and to a token that may not", async () => {
    const { pulls, forge, demo } = await startPulls();
    demo.hasDrafts = false;
    await expect(pulls.open({ ...NEW, isDraft: true })).rejects.toMatchObject({
      message: expect.stringContaining("Draft pull requests are not supported"),
    });
    forge.state.may.openPulls = false;
    const calls = forge.calls.length;
    await expect(pulls.open(NEW)).rejects.toMatchObject({
      kind: "denied",
      message: expect.stringContaining("not permitted to create or approve pull requests"),
    });
    expect(forge.calls).toHaveLength(calls + 1);
  });
});

async function opened() {
  const started = await startPulls();
  const pull = await started.pulls.open(NEW);
  const [stored] = started.demo.pulls;
  if (stored === undefined) throw new Error("There is no pull request.");
  started.forge.calls.length = 0;
  return { ...started, pull, stored };
}

describe("changing", () => {
  it("does what is given, a second apart", async () => {
    const { pulls, pull, stored, waits, forge } = await opened();
    await pulls.update(pull, { title: "New", body: "Text" });
    expect(stored).toMatchObject({ title: "New", body: "Text", state: "open" });
    await pulls.update(pull, { state: "closed" });
    expect(stored).toMatchObject({ title: "New", state: "closed" });
    await pulls.setDraft(pull, true);
    expect(stored.isDraft).toBe(true);
    await pulls.setDraft(pull, false);
    expect(stored.isDraft).toBe(false);
    await pulls.addLabels(pull, ["a", "b"]);
    await pulls.addLabels(pull, ["b"]);
    await pulls.addLabels(pull, []);
    expect(stored.labels).toEqual(["a", "b"]);
    forge.distort = (reply) => ({ ...reply, body: { message: "Later" } });
    await expect(pulls.addLabels(pull, ["c"])).rejects.toMatchObject({ kind: "failed" });
    forge.distort = (reply) => reply;
    await pulls.comment(pull, "Closed: nothing is left.");
    expect(stored.comments).toMatchObject([{ body: "Closed: nothing is left." }]);
    expect(forge.calls).toHaveLength(8);
    expect(waits).toEqual(Array(9).fill(1000));
  });

  it("waits for the primary limit of GraphQL, which is told in an answer that succeeds", async () => {
    const { pulls, pull, stored, waits, forge } = await opened();
    Object.assign(forge.limits, { remaining: 0, reset: 120 });
    forge.intercept = () => {
      if (forge.calls.length === 2) forge.limits.remaining = undefined;
      return undefined;
    };
    await pulls.setDraft(pull, true);
    expect(stored.isDraft).toBe(true);
    expect(waits).toEqual([1000, 121_000, 1000]);
  });
});

describe("asking for reviews", () => {
  it("asks people and teams at once, and nobody twice", async () => {
    const { pulls, pull, stored, demo, forge } = await opened();
    demo.rights.set("ada", "write");
    demo.teams.add("octo/core");
    expect(await pulls.askReviewers(pull, ["ada", "octo/core", "ada"])).toEqual([]);
    expect(stored.reviewers).toEqual(["ada", "octo/core"]);
    expect(forge.calls).toHaveLength(1);
    const again = { ...pull, reviewers: stored.reviewers };
    expect(await pulls.askReviewers(again, ["Ada", "octo/core"])).toEqual([]);
    expect(forge.calls).toHaveLength(1);
  });

  it("loses nobody for one that GitHub does not take", async () => {
    const { pulls, pull, stored, demo } = await opened();
    demo.rights.set("ada", "write").set("bob", "read");
    demo.teams.add("octo/core");
    const names = ["ada", "eve", "octo/core", "octo/gone", "bob"];
    const notAsked = await pulls.askReviewers(pull, names);
    expect(stored.reviewers).toEqual(["ada", "octo/core", "bob"]);
    expect(notAsked.map(({ name }) => name)).toEqual(["eve", "octo/gone"]);
    expect(notAsked[0]?.why).toMatch(/^GitHub refused it \(422: Reviews may only be requested/);
  });

  it("does not ask itself, a team of others, or what is no name", async () => {
    const { pulls, pull, forge } = await opened();
    const names = ["sluice-app[bot]", "acme/core", "octo/a/b", "/x", "octo/"];
    const notAsked = await pulls.askReviewers(pull, names);
    expect(notAsked.map(({ name }) => name)).toEqual(names);
    expect(forge.calls).toEqual([]);
  });
});

describe("merging when green", () => {
  it("asks with the head that was seen, in a way that the repository allows", async () => {
    const { pulls, pull, stored, demo } = await opened();
    await pulls.mergeWhenGreen(pull);
    expect(stored.autoMerge).toEqual({ method: "MERGE" });
    demo.branches.set("topic", shaOf(9));
    await expect(pulls.mergeWhenGreen(pull)).rejects.toMatchObject({
      message: expect.stringContaining("Head branch was modified"),
    });
  });

  it.each([
    [["REBASE", "SQUASH"], "REBASE"],
    [["SQUASH"], "SQUASH"],
  ] as const)("takes of %s the one that keeps most", async (merges, method) => {
    const { pulls, demo } = await startPulls();
    demo.merges = merges;
    await pulls.mergeWhenGreen(await pulls.open(NEW));
    expect(demo.pulls[0]?.autoMerge).toEqual({ method });
  });

  it("says why the forge does not", async () => {
    const { pulls, pull, demo } = await opened();
    demo.isWaiting = false;
    await expect(pulls.mergeWhenGreen(pull)).rejects.toMatchObject({
      kind: "refused",
      message: "GitHub refused it (Pull request is in clean status).",
    });
  });
});
