import { describe, expect, it } from "vitest";
import { startGitlabFace } from "../../support/forge/faces.ts";
import { addComment, addPull } from "../../support/forge/forge-rules.ts";
import { answering, deedOf } from "../../support/forge/forge-server.ts";
import { shaOf } from "../../support/forge/forge-state.ts";
import { numberOf } from "../../support/forge/gitlab-views.ts";

const NOTES = "GET /api/v4/projects/octo%2Fdemo/merge_requests/1/notes";

async function startPeople() {
  const face = await startGitlabFace();
  face.demo.branches.set("topic", shaOf(1));
  const pull = addPull(face.forge.state, face.demo, { branch: "topic", author: "ada" });
  return { ...face, pull };
}

describe("a bot", () => {
  it("is the account of a token by its name, and others as GitLab says of each once", async () => {
    const { people, forge, pull } = await startPeople();
    const names = ["project_7_bot_ab12", "group_7_bot", "service_account_x", "ada", "projecta_bot"];
    for (const name of [...names, ...names]) addComment(forge.state, pull, name, "text");
    const bots = (await people.readThread(1)).map(({ author }) => author.isBot);
    expect(bots.slice(0, 5)).toEqual([true, true, true, false, false]);
    expect(bots.slice(5)).toEqual(bots.slice(0, 5));
    const asked = forge.calls.filter(({ path }) => path.includes("/users/"));
    expect(asked.map(({ path }) => path)).toEqual(
      names.slice(2).map((name) => `/api/v4/users/${numberOf(name)}`),
    );
  });

  it.each([
    ["hides it", { status: 404, body: { message: "404 User Not Found" } }],
    ["does not say", { status: 200, body: { id: numberOf("ada"), username: "ada" } }],
    ["answers about another", { status: 200, body: { id: 1, username: "ada", bot: false } }],
  ])("is everybody of whom GitLab %s", async (_, reply) => {
    const { people, forge } = await startPeople();
    forge.intercept = ({ path }) => (path.includes("/users/") ? reply : undefined);
    expect((await people.readPull(1)).author).toEqual({ login: "ada", isBot: true });
  });
});

describe("a thread", () => {
  it("has no notes of GitLab itself, and none on lines", async () => {
    const { people, pull } = await startPeople();
    const note = { author: "ada", createdAt: pull.createdAt, isMinimized: false };
    pull.comments.push(
      { ...note, id: 1, body: "changed the title", kind: "system" },
      { ...note, id: 2, body: "on a line", kind: "diff" },
      { ...note, id: 3, body: "text" },
    );
    expect((await people.readThread(1)).map(({ body }) => body)).toEqual(["text"]);
  });

  it("tells an edit in the same second, and what an import says that somebody wrote", async () => {
    const { people, forge, pull } = await startPeople();
    const note = addComment(forge.state, pull, "ada", "text");
    note.edited = { by: "ada", at: note.createdAt + 1 };
    addComment(forge.state, pull, "ada", "text");
    expect((await people.readThread(1)).map(({ isEdited }) => isEdited)).toEqual([true, false]);
    forge.distort = answering(/\/notes$/, { imported: true });
    expect((await people.readThread(1)).map(({ isEdited }) => isEdited)).toEqual([true, true]);
  });

  it("is its own by the number of the account, whatever its name", async () => {
    const { people, forge, pull, viewer } = await startPeople();
    addComment(forge.state, pull, viewer, "text");
    forge.distort = answering(/\/notes$/, { author: { id: 1, username: viewer } });
    expect((await people.readThread(1))[0]).toMatchObject({ isOwn: false });
  });

  it.each([
    ["of another merge request", { noteable_iid: 2 }],
    ["without a time", { created_at: "yesterday" }],
    ["without an author", { author: null }],
  ])("is refused with a note %s", async (_, change) => {
    const { people, forge, pull } = await startPeople();
    addComment(forge.state, pull, "ada", "text");
    forge.distort = answering(/\/notes$/, change);
    await expect(people.readThread(1)).rejects.toMatchObject({ kind: "failed" });
  });

  it("of the longest notes is read in smaller pages", async () => {
    const { people, forge, pull } = await startPeople();
    const bodies = Array.from({ length: 25 }, (_, at) => `${at}`);
    for (const body of bodies) addComment(forge.state, pull, "ada", body);
    const long = { status: 200, body: "x".repeat(16 * 1024 * 1024 + 1) };
    forge.intercept = ({ path }) => (/per_page=(100&|10&page=2)/.test(path) ? long : undefined);
    expect((await people.readThread(1)).map(({ body }) => body)).toEqual(bodies);
    const sizes = forge.calls.flatMap(({ path }) => /per_page=\d+&page=\d+/.exec(path)?.[0] ?? []);
    const ones = Array.from({ length: 10 }, (_, at) => `per_page=1&page=${at + 11}`);
    const tens = [1, 2, 3].map((page) => `per_page=10&page=${page}`);
    expect(sizes).toEqual([
      "per_page=100&page=1",
      ...tens.slice(0, 2),
      ...ones,
      "per_page=10&page=3",
    ]);
    forge.intercept = ({ path }) => (path.includes("per_page=") ? long : undefined);
    await expect(people.readThread(1)).rejects.toMatchObject({ kind: "too-large" });
  });

  it("of 50 pages is read, and of more is not read in part", async () => {
    const { people, forge, pull } = await startPeople();
    forge.state.pageSize = 1;
    for (let at = 0; at < 50; at += 1) addComment(forge.state, pull, "ada", `${at}`);
    expect(await people.readThread(1)).toHaveLength(50);
    expect(forge.calls.filter((call) => deedOf(call) === NOTES)).toHaveLength(50);
    addComment(forge.state, pull, "ada", "one more");
    await expect(people.readThread(1)).rejects.toMatchObject({
      message: "The merge request has over 50 notes.",
    });
  });
});

it("a merge request of another number or project is not taken for it", async () => {
  const { people, forge } = await startPeople();
  for (const change of [{ iid: 2 }, { target_project_id: 5 }]) {
    forge.distort = answering(/merge_requests\/1$/, change);
    await expect(people.readPull(1)).rejects.toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/^GitLab answered about !\d of project \d+, and not about !1/),
    });
  }
});

describe("a right", () => {
  it.each([
    [{ access_level: 50 }, "admin"],
    [{ access_level: 40 }, "write"],
    [{ access_level: 30 }, "write"],
    [{ access_level: 29 }, "read"],
    [{ access_level: 5 }, "none"],
    [{ access_level: 50, state: "blocked" }, "none"],
    [{ access_level: 50, membership_state: "awaiting" }, "none"],
  ])("of a member with %o is %s", async (member, right) => {
    const { people, forge, demo } = await startPeople();
    demo.rights.set("ada", "write");
    forge.distort = answering(/\/members\//, member);
    expect(await people.permissionOf("ada")).toBe(right);
  });

  it("is not made up of another account, or of a project that the token may not see", async () => {
    const { people, forge, demo } = await startPeople();
    demo.rights.set("ada", "admin");
    forge.distort = answering(/\/members\//, { id: 1 });
    await expect(people.permissionOf("ada")).rejects.toMatchObject({ kind: "failed" });
    forge.distort = answering(/\/users$/, { username: "root" });
    expect(await people.permissionOf("ada")).toBe("none");
    const hidden = await startPeople();
    hidden.forge.intercept = () => ({ status: 404, body: { message: "404 Project Not Found" } });
    await expect(hidden.people.permissionOf("ada")).rejects.toMatchObject({ kind: "missing" });
  });

  it("is asked for by a name that stays a name, in any case", async () => {
    const { people, forge, demo } = await startPeople();
    demo.rights.set("ada", "write");
    expect(await people.permissionOf("Ada")).toBe("write");
    await people.permissionOf("../x?y&z#");
    expect(forge.calls.at(-1)?.path).toBe("/api/v4/users?username=..%2Fx%3Fy%26z%23");
  });
});

describe("a membership", () => {
  it("is of the group itself, and not of one that it is in", async () => {
    const { people, forge } = await startPeople();
    forge.state.teams.set("octo", { members: new Set(["eve"]), invited: new Set() });
    forge.state.teams.set("octo/core", { members: new Set(["ada"]), invited: new Set() });
    expect(await people.isMember("octo/core", "eve")).toBe(false);
    expect(await people.isMember("octo/core", "ada")).toBe(true);
    expect(await people.isMember("octo", "eve")).toBe(true);
    expect(await people.isMember("octo/core", "nobody")).toBe(false);
    forge.calls.length = 0;
    for (const name of ["", "octo/", "/x", "octo//core"])
      expect(await people.isMember(name, "ada")).toBeUndefined();
    expect(forge.calls).toEqual([]);
  });

  it("is unknown of a group that has another name now", async () => {
    const { people, forge } = await startPeople();
    forge.state.teams.set("octo/core", { members: new Set(), invited: new Set() });
    forge.distort = answering(/\/groups\/[^/]*$/, { full_path: "octo/other" });
    expect(await people.isMember("octo/core", "ada")).toBeUndefined();
  });
});
