import { describe, expect, it } from "vitest";
import { FACES } from "../support/forge/faces.ts";
import { addComment, addPull, editComment } from "../support/forge/forge-rules.ts";
import { isWrite } from "../support/forge/forge-server.ts";
import { type StoredPull, shaOf } from "../support/forge/forge-state.ts";

// What callers may rely on, whichever the forge.

const MARKER = "<!-- sluice publish campaign=0123456789abcdef";
const NEW = { title: "Rename", body: MARKER, base: "main", branch: "topic", isDraft: false };

describe.each(FACES)("pull requests of %s", (name, startFace) => {
  async function start() {
    const face = await startFace();
    for (let at = 1; at <= 3; at += 1)
      face.demo.branches.set(`topic${at === 1 ? "" : at}`, shaOf(at));
    const pull = async () => {
      const opened = await face.pulls.open(NEW);
      const stored = face.demo.pulls[0] ?? expect.fail();
      face.forge.calls.length = 0;
      return { opened, stored };
    };
    const add = (over: Partial<StoredPull>) =>
      addPull(face.forge.state, face.demo, { branch: "topic", body: MARKER, ...over });
    return { ...face, pull, add };
  }

  it("are of a repository that is asked for once", async () => {
    const { pulls, demo, viewer, forge } = await start();
    demo.defaultBranch = "trunk";
    const known = {
      viewer: { login: viewer, isBot: true },
      defaultBranch: "trunk",
      mayPush: undefined,
      isJobToken: false,
    };
    expect(pulls.name).toBe(name);
    expect(await pulls.readRepository()).toMatchObject(known);
    const calls = forge.calls.length;
    await pulls.readRepository();
    expect(forge.calls).toHaveLength(calls);
  });

  it.each([
    ["write", true],
    ["maintain", true],
    ["read", false],
  ] as const)("are of a person with the right %s", async (right, mayPush) => {
    const { pulls, demo, forge } = await start();
    forge.state.viewer = "ada";
    demo.rights.set("ada", right);
    const viewer = { login: "ada", isBot: false };
    expect(await pulls.readRepository()).toMatchObject({ viewer, mayPush });
  });

  it("are found with the marker, of the account and the repository, the oldest first", async () => {
    const { pulls, add, demo } = await start();
    add({ body: `${MARKER} -->\ntext`, labels: ["bot"], reviewers: ["ada"] });
    demo.rights.set("ada", "write");
    add({ author: "eve" });
    add({ author: undefined });
    add({ from: "eve/demo" });
    add({ from: undefined });
    add({ state: "merged" });
    add({ state: "closed" });
    add({ body: "" });
    add({ branch: "topic2", isDraft: true, checks: "SUCCESS" });
    const found = await pulls.findOpen(MARKER);
    expect(found.map(({ number }) => number)).toEqual([1, 9]);
    expect(found[0]).toMatchObject({
      url: expect.stringMatching(/^https:.*\/octo\/demo\/.*1$/),
      title: "A change",
      body: `${MARKER} -->\ntext`,
      state: "open",
      isDraft: false,
      base: "main",
      branch: "topic",
      head: shaOf(1),
      createdAt: demo.pulls[0]?.createdAt,
      labels: ["bot"],
      reviewers: ["ada"],
      checks: "none",
      mergesItself: false,
    });
    expect(found[1]).toMatchObject({ title: "A change", isDraft: true, checks: "success" });
  });

  it("say what their checks say, unless the token may not see it", async () => {
    const { pulls, add, forge } = await start();
    const pull = add({});
    const checks = async () => (await pulls.findOpen(MARKER)).map((one) => one.checks)[0];
    const seen = [];
    for (const state of ["EXPECTED", "PENDING", "SUCCESS", "FAILURE", "ERROR"] as const) {
      pull.checks = state;
      seen.push(await checks());
    }
    expect(seen).toEqual(["pending", "pending", "success", "failure", "failure"]);
    forge.state.may.readChecks = false;
    expect(await checks()).toBe("unknown");
  });

  it("are found by branch and base, also those that are over, and counted by their time", async () => {
    const { pulls, add } = await start();
    const first = add({ state: "closed" });
    add({ branch: "topic2" });
    add({ state: "merged" });
    add({ author: "eve" });
    add({ base: "next" });
    const found = await pulls.findOfBranch("topic", "main");
    expect(found.map(({ number, state }) => [number, state])).toEqual([
      [3, "merged"],
      [1, "closed"],
    ]);
    expect(await pulls.countSince(MARKER, first.createdAt)).toBe(4);
    expect(await pulls.countSince(MARKER, first.createdAt + 1)).toBe(3);
    expect(await pulls.countSince("<!-- other", 0)).toBe(0);
  });

  it("are of commits, each of which can be read", async () => {
    const { pulls, demo, forge } = await start();
    const [authoredAt, committedAt] = [
      Date.parse("2026-11-02T08:00:00Z"),
      Date.parse("2026-11-03"),
    ];
    const commit = { message: "A\n\nB: c", committerEmail: "a@b.test", authoredAt, committedAt };
    const sha = "c".repeat(40);
    demo.commitOf = (asked) => (asked === sha ? { ...commit, sha, parents: 2 } : undefined);
    expect(await pulls.readCommit(sha)).toEqual({ ...commit, parents: 2 });
    await expect(pulls.readCommit("d".repeat(40))).rejects.toMatchObject({ kind: "missing" });
    const other = { sha: "e".repeat(40), id: "e".repeat(40) };
    forge.distort = (reply) => ({ ...reply, body: { ...(reply.body as object), ...other } });
    await expect(pulls.readCommit(sha)).rejects.toThrow(/answered about another commit/);
  });

  it("are opened once, and not taken from another account", async () => {
    const { pulls, demo, viewer } = await start();
    const first = await pulls.open({ ...NEW, isDraft: true });
    expect(first).toMatchObject({ number: 1, title: "Rename", isDraft: true, body: MARKER });
    expect(demo.pulls).toMatchObject([{ title: "Rename", author: viewer, isDraft: true }]);
    expect(await pulls.open({ ...NEW, title: "Other" })).toMatchObject({ number: 1 });
    expect(demo.pulls).toHaveLength(1);
    const other = await start();
    other.add({ author: "eve" });
    await expect(other.pulls.open(NEW)).rejects.toMatchObject({
      kind: "refused",
      isUncertain: false,
      message: expect.stringMatching(/already exists/),
    });
  });

  it.each([
    ["a server that fails", { status: 502 }],
    ["a connection that breaks", { status: 201, breaks: true }],
    ["half a JSON", { status: 201, body: '{"number": 1' }],
    ["an answer about another branch", "other"],
  ] as const)("are found after %s, and not opened twice", async (_, reply) => {
    const { pulls, forge, demo } = await start();
    forge.distort = (done, call) => {
      if (!isWrite(call)) return done;
      if (reply !== "other") return reply;
      return { ...done, body: JSON.stringify(done.body).replace('"topic"', '"x"') };
    };
    expect(await pulls.open(NEW)).toMatchObject({ number: 1, branch: "topic" });
    expect(demo.pulls).toHaveLength(1);
    expect(forge.calls.filter(isWrite)).toHaveLength(1);
  });

  it("are of unknown outcome if nothing is found, and refused to a token that may not", async () => {
    const { pulls, forge } = await start();
    forge.intercept = (call) => (isWrite(call) ? { status: 502 } : undefined);
    await expect(pulls.open(NEW)).rejects.toMatchObject({ kind: "failed", isUncertain: true });
    forge.intercept = () => undefined;
    forge.state.may.writePulls = false;
    await expect(pulls.open(NEW)).rejects.toMatchObject({ kind: "denied", isUncertain: false });
  });

  it("are changed in what is given alone", async () => {
    const { pulls, pull } = await start();
    const { opened, stored } = await pull();
    await pulls.update(opened, { title: "New", body: "Text" });
    expect(stored).toMatchObject({ title: "New", body: "Text", state: "open", isDraft: false });
    await pulls.setDraft(opened, true);
    expect(stored).toMatchObject({ title: "New", isDraft: true });
    await pulls.update(opened, { title: "Newer" });
    expect(stored).toMatchObject({ title: "Newer", body: "Text", isDraft: true });
    await pulls.setDraft(opened, false);
    expect(stored).toMatchObject({ title: "Newer", isDraft: false });
    await pulls.addLabels(opened, ["a", "b"]);
    await pulls.addLabels(opened, ["b"]);
    await pulls.addLabels(opened, []);
    expect(stored.labels).toEqual(["a", "b"]);
    await pulls.comment(opened, "Closed: nothing is left.");
    expect(stored.comments).toMatchObject([{ body: "Closed: nothing is left." }]);
    await pulls.update(opened, { state: "closed" });
    expect(stored).toMatchObject({ title: "Newer", state: "closed" });
    await pulls.update(opened, { state: "open" });
    expect(stored.state).toBe("open");
  });

  it("are written a second apart, and each thing once if the forge limits the rate", async () => {
    const { pulls, pull, forge, waits } = await start();
    const { opened, stored } = await pull();
    Object.assign(forge.limits, { writes: 1, retryAfter: undefined });
    await pulls.comment(opened, "1");
    await pulls.comment(opened, "2");
    expect(stored.comments.map(({ body }) => body)).toEqual(["1", "2"]);
    expect(waits).toEqual([1000, 1000, 60_000, 1000]);
    Object.assign(forge.limits, { writes: 0, retryAfter: 7 });
    await pulls.comment(opened, "3");
    expect(waits.slice(4)).toEqual([7000, 1000]);
    expect(stored.comments).toHaveLength(3);
  });

  it("are not believed of another pull request", async () => {
    const { pulls, pull, forge, demo } = await start();
    const { opened } = await pull();
    demo.rights.set("ada", "write");
    forge.distort = (reply, call) => {
      if (!isWrite(call)) return reply;
      const body = JSON.stringify(reply.body);
      const other = body.replace(/"(number|iid)":1/g, '"$1":2').replaceAll(opened.id, "PR_other");
      return { ...reply, body: other };
    };
    await expect(pulls.update(opened, { body: "x" })).rejects.toMatchObject({ isUncertain: true });
    await expect(pulls.setDraft(opened, true)).rejects.toMatchObject({ kind: "failed" });
    await expect(pulls.askReviewers(opened, ["ada"])).rejects.toBeDefined();
  });

  it("ask people for reviews, nobody twice, and lose nobody for one that is not taken", async () => {
    const { pulls, pull, demo, forge, viewer } = await start();
    const { opened, stored } = await pull();
    demo.rights.set("ada", "write").set("bob", "read");
    const notAsked = await pulls.askReviewers(opened, ["ada", "eve", "bob", viewer, "ada"]);
    expect(stored.reviewers.toSorted()).toEqual(["ada", "bob"]);
    expect(notAsked.map((one) => one.name).toSorted()).toEqual(["eve", viewer].toSorted());
    expect(notAsked.every(({ why }) => /^[A-Z].*\.$/.test(why))).toBe(true);
    forge.calls.length = 0;
    const again = { ...opened, reviewers: stored.reviewers };
    expect(await pulls.askReviewers(again, ["ada", "bob"])).toEqual([]);
    expect(forge.calls.filter(isWrite)).toEqual([]);
  });

  it("merge themselves when the checks succeed, at the head that was seen alone", async () => {
    const { pulls, pull, demo } = await start();
    const { opened, stored } = await pull();
    stored.checks = "PENDING";
    await pulls.mergeWhenGreen(opened);
    expect(stored).toMatchObject({ autoMerge: { method: "MERGE" }, state: "open" });
    expect((await pulls.findOpen(MARKER))[0]?.mergesItself).toBe(true);
    demo.branches.set("topic", shaOf(9));
    await expect(pulls.mergeWhenGreen(opened)).rejects.toMatchObject({ kind: "refused" });
  });

  it.each([
    ["does not offer it", { hasAutoMerge: false }],
    ["has it as a draft", { isDraft: true }],
  ])("do not merge themselves if the forge %s", async (_, how) => {
    const { pulls, pull, demo } = await start();
    const { opened, stored } = await pull();
    stored.checks = "PENDING";
    Object.assign("isDraft" in how ? stored : demo, how);
    await expect(pulls.mergeWhenGreen(opened)).rejects.toMatchObject({ kind: "refused" });
    expect(stored).toMatchObject({ state: "open", autoMerge: undefined });
  });
});

describe.each(FACES)("people of %s", (_, startFace) => {
  async function start() {
    const face = await startFace();
    face.demo.branches.set("topic", shaOf(1));
    const pull = addPull(face.forge.state, face.demo, { branch: "topic", author: "ada" });
    return { ...face, pull };
  }

  it("are the authors of pull requests, from here or elsewhere", async () => {
    const { people, forge, demo } = await start();
    const here = { state: "open", head: shaOf(1), branch: "topic", base: "main" };
    expect(await people.readPull(1)).toEqual({
      ...here,
      number: 1,
      author: { login: "ada", isBot: false },
    });
    addPull(forge.state, demo, { branch: "main", from: "eve/demo", author: "eve" });
    const gone = { branch: "main", from: undefined, author: undefined, state: "merged" } as const;
    addPull(forge.state, demo, gone);
    expect(await people.readPull(2)).toMatchObject({ branch: undefined });
    expect(await people.readPull(3)).toMatchObject({
      branch: undefined,
      author: { login: "ghost", isBot: true },
      state: "merged",
    });
    await expect(people.readPull(4)).rejects.toMatchObject({ kind: "missing" });
  });

  it("write a thread, which is read whole, with who wrote and whether it was edited", async () => {
    const { people, forge, pull, viewer } = await start();
    const { state } = forge;
    addComment(state, pull, "ada", "as written");
    editComment(state, addComment(state, pull, "ada", "a"), "ada", "edited");
    editComment(state, addComment(state, pull, viewer, "a"), "eve", "edited by another");
    addComment(state, pull, viewer, "own");
    addComment(state, pull, undefined, "gone");
    const thread = await people.readThread(1);
    expect(
      thread.map((one) => [one.body, one.author.login, one.author.isBot, one.isEdited, one.isOwn]),
    ).toEqual([
      ["as written", "ada", false, false, false],
      ["edited", "ada", false, true, false],
      ["edited by another", viewer, true, true, true],
      ["own", viewer, true, false, true],
      ["gone", "ghost", true, false, false],
    ]);
    expect(thread[0]?.createdAt).toBe(pull.comments[0]?.createdAt);
    for (let at = 5; at < 215; at += 1) addComment(state, pull, "ada", `${at}`);
    const bodies = (await people.readThread(1)).map(({ body }) => body);
    expect(bodies.slice(5)).toEqual(Array.from({ length: 210 }, (_one, at) => `${at + 5}`));
  });

  it("have rights of the moment, in four steps", async () => {
    const { people, demo, forge } = await start();
    const rights = ["admin", "maintain", "write", "triage", "read"] as const;
    for (const right of rights) demo.rights.set(right, right);
    forge.state.accounts.add("eve");
    const found = [];
    for (const login of [...rights, "eve", "nobody"]) found.push(await people.permissionOf(login));
    expect(found).toEqual(["admin", "write", "write", "read", "read", "none", "none"]);
    demo.rights.delete("admin");
    forge.state.accounts.add("admin");
    expect(await people.permissionOf("admin")).toBe("none");
    forge.state.may.readRights = false;
    await expect(people.permissionOf("eve")).rejects.toMatchObject({ kind: "denied" });
  });

  it("are members of a team at this moment, and not because they were invited", async () => {
    const { people, forge } = await start();
    const team = { members: new Set(["ada"]), invited: new Set(["bob"]) };
    forge.state.teams.set("octo/core", team);
    forge.state.accounts.add("ada").add("eve");
    const isMember = (login: string) => people.isMember("octo/core", login);
    expect([await isMember("ada"), await isMember("bob"), await isMember("eve")]).toEqual([
      true,
      false,
      false,
    ]);
    team.members.delete("ada");
    expect(await isMember("ada")).toBe(false);
    for (const name of ["octo/none", "octo/", "/x", "octo/core/members"])
      expect(await people.isMember(name, "ada")).toBeUndefined();
    forge.state.may.readMembers = false;
    expect(await isMember("ada")).toBeUndefined();
    forge.intercept = () => ({ status: 403, body: { message: "403 Forbidden" } });
    expect(await isMember("ada")).toBeUndefined();
    forge.intercept = () => ({ status: 500 });
    await expect(isMember("ada")).rejects.toMatchObject({ kind: "failed" });
  });

  it("get a comment once, and its address is returned", async () => {
    const { people, forge, pull, viewer } = await start();
    expect(await people.comment(1, "Done.")).toMatch(/^https:.*\/octo\/demo\/.*\/1#.*\d$/);
    expect(pull.comments.map(({ body, author }) => [author, body])).toEqual([[viewer, "Done."]]);
    forge.intercept = (call) => (isWrite(call) ? { status: 502 } : undefined);
    await expect(people.comment(1, "Again.")).rejects.toMatchObject({ isUncertain: true });
    expect(forge.calls.filter(isWrite)).toHaveLength(2);
  });
});
