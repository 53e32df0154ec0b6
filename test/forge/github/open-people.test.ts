import { describe, expect, it } from "vitest";
import { openGithubPeople } from "../../../src/forge/github/open-people.ts";
import { addComment, addPull, editComment } from "../../support/forge/forge-rules.ts";
import { deedOf, isWrite } from "../../support/forge/forge-server.ts";
import { shaOf } from "../../support/forge/forge-state.ts";
import { startGithub } from "../../support/forge/hasty-port.ts";

const NAME = { owner: "octo", repository: "demo" };

async function startPeople() {
  const { forge, demo, port } = await startGithub();
  demo.branches.set("topic", shaOf(1));
  const pull = addPull(forge.state, demo, { branch: "topic", author: "ada" });
  return { forge, demo, pull, people: openGithubPeople(NAME, port) };
}

describe("a pull request", () => {
  it("is read with its author, head and branch", async () => {
    const { people } = await startPeople();
    expect(await people.readPull(1)).toEqual({
      number: 1,
      author: { login: "ada", isBot: false },
      state: "open",
      head: shaOf(1),
      branch: "topic",
      base: "main",
    });
  });

  it("of a fork, of one that is gone, and of an author who is gone has no branch here", async () => {
    const { people, forge, demo } = await startPeople();
    addPull(forge.state, demo, { branch: "main", from: "eve/demo", head: shaOf(2) });
    const gone = { branch: "main", from: undefined, author: undefined, state: "merged" } as const;
    addPull(forge.state, demo, { ...gone, head: shaOf(3) });
    expect(await people.readPull(2)).toMatchObject({
      branch: undefined,
      author: { login: "sluice-app[bot]", isBot: true },
    });
    expect(await people.readPull(3)).toMatchObject({
      branch: undefined,
      author: { isBot: true },
      state: "merged",
    });
    await expect(people.readPull(4)).rejects.toMatchObject({ kind: "missing" });
  });

  it("of another number or repository is not taken for it", async () => {
    const { people, forge } = await startPeople();
    for (const change of [{ number: 2 }, { base: { repo: { full_name: "octo/other" } } }]) {
      forge.distort = (reply) => {
        const body = reply.body as { base: object };
        const base = { ...body.base, ...("base" in change ? change.base : {}) };
        return { ...reply, body: { ...body, ...change, base } };
      };
      await expect(people.readPull(1)).rejects.toMatchObject({
        kind: "failed",
        message: expect.stringMatching(
          /^GitHub answered about octo\/(demo#2|other#1), and not about octo\/demo#1/,
        ),
      });
    }
  });
});

describe("a thread", () => {
  it("is read whole, the oldest first, over pages", async () => {
    const { people, forge, pull } = await startPeople();
    for (let at = 0; at < 95; at += 1) addComment(forge.state, pull, "ada", `${at}`);
    const thread = await people.readThread(1);
    expect(thread.map(({ body }) => Number(body))).toEqual([...Array(95).keys()]);
    expect(forge.calls.map(deedOf)).toEqual(["query viewer", "query viewer", "query viewer"]);
  });

  it("tells edits by anybody, apps, and the account of the token", async () => {
    const { people, forge, pull } = await startPeople();
    const { state } = forge;
    addComment(state, pull, "ada", "as written");
    editComment(state, addComment(state, pull, "ada", "a"), "ada", "edited");
    editComment(state, addComment(state, pull, "sluice-app[bot]", "a"), "eve", "edited by another");
    addComment(state, pull, "sluice-app[bot]", "own");
    addComment(state, pull, "other-app[bot]", "other app");
    addComment(state, pull, "sluice-app", "a person of that name");
    addComment(state, pull, undefined, "gone");
    const thread = await people.readThread(1);
    const seen = thread.map((one) => [
      one.body,
      one.author.login,
      one.author.isBot,
      one.isEdited,
      one.isOwn,
    ]);
    expect(seen).toEqual([
      ["as written", "ada", false, false, false],
      ["edited", "ada", false, true, false],
      ["edited by another", "sluice-app[bot]", true, true, true],
      ["own", "sluice-app[bot]", true, false, true],
      ["other app", "other-app[bot]", true, false, false],
      ["a person of that name", "sluice-app", false, false, false],
      ["gone", "ghost", true, false, false],
    ]);
    expect(thread[0]?.createdAt).toBe(pull.comments[0]?.createdAt);
    state.viewer = "ada";
    expect((await people.readThread(1)).map(({ isOwn }) => isOwn).indexOf(true)).toBe(0);
  });

  it("of 125 pages is read, and of more is not read in part", async () => {
    const { people, forge, pull } = await startPeople();
    forge.state.pageSize = 1;
    for (let at = 0; at < 125; at += 1) addComment(forge.state, pull, "ada", `${at}`);
    expect(await people.readThread(1)).toHaveLength(125);
    addComment(forge.state, pull, "ada", "one more");
    await expect(people.readThread(1)).rejects.toMatchObject({
      message: "The pull request has over 125 comments.",
    });
  });

  it("of the longest comments is within the bound of an answer", async () => {
    const { people, forge, pull } = await startPeople();
    for (let at = 0; at < 40; at += 1)
      addComment(forge.state, pull, "eve", "\u{1F4A5}".repeat(65_536));
    expect(await people.readThread(1)).toHaveLength(40);
  });

  it("of another pull request is not taken for it", async () => {
    const { people, forge } = await startPeople();
    forge.distort = (reply) => ({
      ...reply,
      body: JSON.stringify(reply.body).replace('"number":1', '"number":2'),
    });
    await expect(people.readThread(1)).rejects.toMatchObject({ kind: "failed" });
  });
});

describe("a right", () => {
  it("is not made up if the token may not see it, or the answer is about another", async () => {
    const { people, forge, demo } = await startPeople();
    demo.rights.set("ada", "read");
    forge.state.may.readRights = false;
    await expect(people.permissionOf("ada")).rejects.toMatchObject({ kind: "denied" });
    forge.state.may.readRights = true;
    forge.intercept = () => ({ status: 404, body: { message: "Not Found" } });
    await expect(people.permissionOf("ada")).rejects.toMatchObject({ kind: "missing" });
    const admin = { permission: "admin", user: { login: "root" } };
    forge.intercept = () => ({ status: 200, body: admin });
    await expect(people.permissionOf("ada")).rejects.toMatchObject({ kind: "failed" });
    forge.intercept = () => ({ status: 200, body: { ...admin, permission: "god" } });
    await expect(people.permissionOf("root")).rejects.toMatchObject({ kind: "failed" });
  });

  it("is asked for by a name that stays a name", async () => {
    const { people, forge } = await startPeople();
    await people.permissionOf("../../x?y#z[bot]");
    expect(forge.calls[0]?.path).toBe(
      "/repos/octo/demo/collaborators/..%2F..%2Fx%3Fy%23z%5Bbot%5D/permission",
    );
  });
});

describe("a membership", () => {
  it("is unknown of a team that the token may not see, or that is none", async () => {
    const { people, forge } = await startPeople();
    expect(await people.isMember("octo/none", "ada")).toBeUndefined();
    for (const name of ["octo", "octo/", "/x", "octo/core/memberships"])
      expect(await people.isMember(name, "ada")).toBeUndefined();
    forge.state.teams.set("octo/core", { members: new Set(["ada"]), invited: new Set() });
    forge.state.may.readMembers = false;
    expect(await people.isMember("octo/core", "ada")).toBeUndefined();
    forge.intercept = () => ({ status: 403, body: { message: "Resource not accessible" } });
    expect(await people.isMember("octo/core", "ada")).toBeUndefined();
    forge.intercept = () => ({ status: 500 });
    await expect(people.isMember("octo/core", "ada")).rejects.toMatchObject({ kind: "failed" });
  });
});

it("a comment is made once, and its address returned", async () => {
  const { people, forge, pull } = await startPeople();
  expect(await people.comment(1, "Done.")).toMatch(/^https:\/\/github\.test\/octo\/demo\/pull\/1#/);
  expect(pull.comments.map(({ body, author }) => [author, body])).toEqual([
    ["sluice-app[bot]", "Done."],
  ]);
  await expect(people.comment(1, "x".repeat(65_537))).rejects.toMatchObject({
    kind: "refused",
    message: expect.stringContaining("body is too long"),
  });
  forge.intercept = () => ({ status: 502 });
  await expect(people.comment(1, "Again.")).rejects.toMatchObject({ isUncertain: true });
  expect(forge.calls.filter(isWrite)).toHaveLength(3);
});
