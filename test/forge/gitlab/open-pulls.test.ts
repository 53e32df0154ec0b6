import { describe, expect, it } from "vitest";
import { openGitlabPulls } from "../../../src/forge/gitlab/open-pulls.ts";
import { startGitlabFace } from "../../support/forge/faces.ts";
import { addPull } from "../../support/forge/forge-rules.ts";
import { answering, isWrite } from "../../support/forge/forge-server.ts";
import { shaOf } from "../../support/forge/forge-state.ts";
import { numberOf } from "../../support/forge/gitlab-views.ts";
import { hastyOptions } from "../../support/forge/hasty-port.ts";

const MARKER = "<!-- sluice publish campaign=0123456789abcdef";
const NEW = { title: "Rename", body: MARKER, base: "main", branch: "topic", isDraft: false };
const ONE = "/api/v4/projects/octo%2Fdemo/merge_requests/1";

async function startPulls() {
  const face = await startGitlabFace();
  for (let at = 1; at <= 3; at += 1)
    face.demo.branches.set(`topic${at === 1 ? "" : at}`, shaOf(at));
  return face;
}

async function opened() {
  const started = await startPulls();
  const pull = await started.pulls.open(NEW);
  const stored = started.demo.pulls[0] ?? expect.fail();
  started.forge.calls.length = 0;
  return { ...started, pull, stored };
}

describe("the project", () => {
  it("may be named by its number, in whose answers its path stands", async () => {
    const { forge } = await startPulls();
    const options = { ...hastyOptions(forge), baseUrl: `${forge.url}/api/v4` };
    const project = `${numberOf("octo/demo")}`;
    const pulls = openGitlabPulls({ project }, options);
    expect(await pulls.open(NEW)).toMatchObject({ number: 1 });
    const other = openGitlabPulls({ project: "7" }, options);
    await expect(other.readRepository()).rejects.toMatchObject({ kind: "missing" });
    forge.distort = answering(`GET /api/v4/projects/${project}`, { id: 8 });
    await expect(openGitlabPulls({ project }, options).readRepository()).rejects.toMatchObject({
      message: `GitLab answered about octo/demo, and not about ${project}.`,
    });
  });

  it.each([
    ["another one", { path_with_namespace: "octo/other" }, "failed"],
    ["an empty one", { default_branch: null }, "missing"],
    ["one without a number", { id: "1" }, "failed"],
  ])("is not %s", async (_, change, kind) => {
    const { pulls, forge } = await startPulls();
    forge.distort = answering("GET /api/v4/projects/octo%2Fdemo", change);
    await expect(pulls.readRepository()).rejects.toMatchObject({ kind });
  });

  it("is asked for with the token in GitLab's own header, and not without", async () => {
    const { pulls, forge } = await startPulls();
    await pulls.readRepository();
    expect(forge.calls.map(({ headers }) => headers["private-token"])).toEqual(
      Array(2).fill(expect.stringMatching(/\w/)),
    );
    expect(forge.calls[0]?.headers.authorization).toBeUndefined();
  });
});

describe("a list", () => {
  it("is read to its end, also over pages that are short", async () => {
    const { pulls, forge, demo } = await startPulls();
    for (let at = 0; at < 95; at += 1)
      addPull(forge.state, demo, { branch: "topic", body: MARKER });
    forge.distort = (reply, { path }) => {
      if (!path.includes("&page=2")) return reply;
      return { ...reply, body: (reply.body as object[]).slice(0, 3) };
    };
    const found = (await pulls.findOpen(MARKER)).map(({ number }) => number);
    const whole = Array.from({ length: 95 }, (_, at) => at + 1);
    expect(found).toEqual(whole.filter((number) => number <= 43 || number > 80));
    const lists = forge.calls.filter(({ path }) => path.includes("per_page"));
    expect(lists).toHaveLength(3);
  });

  it.each([
    ["says nothing of a next page", {}],
    ["names the same page again", { "x-next-page": "1" }],
    ["names a page that is none", { "x-next-page": "2&private_token=x" }],
  ])("is not believed if it %s", async (_, headers) => {
    const { pulls, forge } = await startPulls();
    forge.distort = (reply, { path }) =>
      path.includes("per_page") ? { ...reply, headers } : reply;
    await expect(pulls.findOpen(MARKER)).rejects.toMatchObject({ kind: "failed" });
    expect(forge.calls.filter(({ path }) => path.includes("per_page"))).toHaveLength(1);
  });

  it("is counted by the time that the forge is asked for, and that it answers", async () => {
    const { pulls, forge, demo } = await startPulls();
    const { createdAt } = addPull(forge.state, demo, { branch: "topic", body: MARKER });
    expect(await pulls.countSince(MARKER, createdAt)).toBe(1);
    const since = encodeURIComponent(new Date(createdAt).toISOString());
    expect(forge.calls.at(-1)?.path).toContain(`&created_after=${since}&`);
    const old = { created_at: "2020-01-01T00:00:00.000Z" };
    forge.distort = answering("GET /api/v4/projects/octo%2Fdemo/merge_requests", old);
    expect(await pulls.countSince(MARKER, createdAt)).toBe(0);
  });

  it("is not taken in part, if it has over 3,000", async () => {
    const { pulls, forge, demo } = await startPulls();
    addPull(forge.state, demo, { branch: "topic" });
    forge.distort = (reply, { path }) => {
      const [, page] = /&page=(\d+)/.exec(path) ?? [];
      if (page === undefined) return reply;
      return { ...reply, headers: { "x-next-page": `${Number(page) + 1}` } };
    };
    await expect(pulls.findOpen("x")).rejects.toMatchObject({
      message: "GitLab lists merge requests on over 75 pages.",
    });
  });

  it.each([
    ["author", { author: { id: 1, username: "project_42_bot_0123456789abcdef" } }],
    ["source", { source_project_id: 1 }],
    ["target", { target_project_id: 1 }],
    ["source that is gone", { source_project_id: null }],
    ["branch", { source_branch: "topic2" }],
    ["base", { target_branch: "next" }],
  ])("from a server that ignores the filters has none of another %s", async (_, change) => {
    const { pulls, forge, demo } = await startPulls();
    addPull(forge.state, demo, { branch: "topic", body: MARKER });
    expect(await pulls.findOfBranch("topic", "main")).toHaveLength(1);
    forge.distort = answering("GET /api/v4/projects/octo%2Fdemo/merge_requests", change);
    expect(await pulls.findOfBranch("topic", "main")).toEqual([]);
  });

  it("has none that is over among the open ones", async () => {
    const { pulls, forge, demo } = await startPulls();
    addPull(forge.state, demo, { branch: "topic", body: MARKER });
    forge.distort = answering("GET /api/v4/projects/octo%2Fdemo/merge_requests", {
      state: "merged",
    });
    expect(await pulls.findOpen(MARKER)).toEqual([]);
  });

  it.each([
    { iid: 0 },
    { iid: 1.5 },
    { sha: "$(id)" },
    { created_at: "yesterday" },
    { state: "any" },
    { author: null },
    { labels: "a" },
  ])("is refused with a field that has another form: %o", async (change) => {
    const { pulls, forge, demo } = await startPulls();
    addPull(forge.state, demo, { branch: "topic", body: MARKER });
    forge.distort = answering("GET /api/v4/projects/octo%2Fdemo/merge_requests", change);
    await expect(pulls.findOpen(MARKER)).rejects.toMatchObject({
      kind: "failed",
      message: expect.stringContaining("does not have the expected form"),
    });
  });
});

it("finds what it opened if the answer is about that of another account", async () => {
  const { pulls, forge, demo } = await startPulls();
  const author = { id: 1, username: "eve" };
  forge.distort = (reply, call) =>
    call.method === "POST" ? { ...reply, body: { ...(reply.body as object), author } } : reply;
  expect(await pulls.open(NEW)).toMatchObject({ number: 1, title: "Rename" });
  expect(forge.calls.at(-1)?.method).toBe("GET");
  expect(demo.pulls).toHaveLength(1);
});

describe("the title", () => {
  it.each(["Draft: A", "[Draft] A", "(draft) A", "draft:A", "Draft: [Draft] Draft: A"])(
    "%j is shown without what makes a draft",
    async (title) => {
      const { pulls, stored } = await opened();
      Object.assign(stored, { title, isDraft: false });
      expect((await pulls.findOpen(MARKER))[0]?.title).toBe("A");
    },
  );

  it("makes no draft of its own", async () => {
    const { pulls, demo } = await startPulls();
    await pulls.open({ ...NEW, title: "[Draft] Rename" });
    expect(demo.pulls[0]).toMatchObject({ title: "Rename", isDraft: false });
  });

  it("stays that of a draft which a person has made one meanwhile", async () => {
    const { pulls, pull, stored } = await opened();
    stored.isDraft = true;
    await pulls.update({ ...pull, isDraft: false }, { title: "Other" });
    expect(stored).toMatchObject({ title: "Other", isDraft: true });
  });
});

describe("a text", () => {
  const HOSTILE = `${MARKER}\n/close\n  /merge\r\n/approve\n\r/merge\u2028/close\ntext / text`;

  it("gives GitLab no commands, and is read as it was written", async () => {
    const { pulls, demo } = await startPulls();
    const pull = await pulls.open({ ...NEW, body: HOSTILE });
    expect(demo.pulls[0]).toMatchObject({ state: "open" });
    // GitLab takes out \r before it looks for commands.
    expect(demo.pulls[0]?.body.replaceAll("\r", "")).not.toMatch(/^\//m);
    expect(pull.body).toBe(HOSTILE);
    expect((await pulls.findOpen(MARKER))[0]?.body).toBe(HOSTILE);
    await pulls.update(pull, { body: `${MARKER}\n/close` });
    expect(demo.pulls[0]).toMatchObject({ state: "open", body: `${MARKER}\n /close` });
    await pulls.comment(pull, "/close\nText");
    expect(demo.pulls[0]).toMatchObject({ state: "open", comments: [{ body: " /close\nText" }] });
  });
});

describe("checks", () => {
  const seen = async (pipeline: object | undefined, over: object = {}) => {
    const { pulls, forge } = await opened();
    const head_pipeline = pipeline && {
      sha: shaOf(1),
      ref: "topic",
      status: "success",
      ...pipeline,
    };
    forge.distort = answering(`GET ${ONE}`, { head_pipeline, ...over });
    return (await pulls.findOpen(MARKER))[0]?.checks;
  };

  it.each([
    ["of another commit, as after a push", { sha: shaOf(2) }, "unknown"],
    ["of a merged result", { sha: shaOf(3), ref: "refs/merge-requests/1/merge" }, "unknown"],
    ["that was skipped", { status: "skipped" }, "none"],
    ["that waits for a person", { status: "manual" }, "pending"],
    ["with a word that is new", { status: "levitating" }, "pending"],
    ["that is being stopped", { status: "canceling" }, "failure"],
  ])("of a pipeline %s", async (_, pipeline, checks) => {
    expect(await seen(pipeline)).toBe(checks);
  });

  it("of a head that has moved since it was listed are unknown", async () => {
    expect(await seen({ sha: shaOf(2) }, { sha: shaOf(2) })).toBe("unknown");
  });
});

describe("asking for reviews", () => {
  it("keeps those whom others asked, and names whom GitLab leaves out", async () => {
    const { pulls, pull, stored, demo, forge } = await opened();
    demo.rights.set("ada", "write").set("bob", "write");
    forge.state.accounts.add("eve");
    stored.reviewers.push("bob");
    const notAsked = await pulls.askReviewers(pull, ["ada", "eve", "nobody", "octo/core"]);
    expect(stored.reviewers.toSorted()).toEqual(["ada", "bob"]);
    expect(notAsked).toEqual([
      { name: "nobody", why: "GitLab has no such user." },
      { name: "octo/core", why: "GitLab asks people for reviews, and no groups." },
      { name: "eve", why: "GitLab left it out." },
    ]);
  });

  it("says so if GitLab takes one alone, or refuses", async () => {
    const { pulls, pull, demo, forge } = await opened();
    demo.rights.set("ada", "write").set("bob", "write");
    forge.state.reviewers = 1;
    expect(await pulls.askReviewers(pull, ["ada", "bob"])).toEqual([
      { name: "bob", why: "GitLab left it out." },
    ]);
    forge.intercept = (call) =>
      isWrite(call) ? { status: 400, body: { message: { reviewers: ["too many"] } } } : undefined;
    expect(await pulls.askReviewers(pull, ["bob"])).toEqual([
      { name: "bob", why: "GitLab refused it (400: reviewers too many)." },
    ]);
  });

  it("takes no user of another name", async () => {
    const { pulls, pull, forge, stored } = await opened();
    forge.distort = answering("GET /api/v4/users", { username: "eve" });
    forge.state.accounts.add("ada");
    expect(await pulls.askReviewers(pull, ["ada"])).toHaveLength(1);
    expect(stored.reviewers).toEqual([]);
  });
});

describe("merging when green", () => {
  it("waits for the pipeline of a new merge request, and never merges without one", async () => {
    const { pulls, pull, stored, forge, waits } = await opened();
    const before = waits.length;
    const none = { kind: "refused", message: expect.stringMatching(/would merge it at once/) };
    await expect(pulls.mergeWhenGreen(pull)).rejects.toMatchObject(none);
    expect(waits.slice(before)).toEqual([2000, 4000, 8000, 16_000]);
    await expect(pulls.mergeWhenGreen(pull)).rejects.toMatchObject(none);
    expect(waits.slice(before)).toHaveLength(4);
    expect(forge.calls.filter(isWrite)).toEqual([]);
    expect(stored.state).toBe("open");
  });

  it("goes on as soon as there is one", async () => {
    const { pulls, pull, stored, forge, waits } = await opened();
    const before = waits.length;
    forge.intercept = () => {
      if (forge.calls.length === 3) stored.checks = "PENDING";
      return undefined;
    };
    await pulls.mergeWhenGreen(pull);
    expect(stored).toMatchObject({ state: "open", autoMerge: {} });
    expect(waits.slice(before)).toEqual([2000, 4000, 1000]);
    expect(forge.calls.at(-1)?.body).toEqual({
      sha: shaOf(1),
      auto_merge: true,
      merge_when_pipeline_succeeds: true,
    });
  });

  it.each([
    ["failed", { status: "failed" }, /pipeline has failed/],
    ["was skipped", { status: "skipped" }, /runs no pipeline/],
    ["is of another commit", { sha: shaOf(5) }, /runs no pipeline/],
    [
      "is of the merged result of another",
      { sha: shaOf(5), ref: "refs/merge-requests/11/merge" },
      /no pipeline/,
    ],
  ])("is not asked for if the pipeline %s", async (_, over, message) => {
    const { pulls, pull, forge } = await opened();
    const head_pipeline = { sha: shaOf(1), ref: "topic", status: "running", ...over };
    forge.distort = answering(`GET ${ONE}`, { head_pipeline });
    await expect(pulls.mergeWhenGreen(pull)).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringMatching(message),
    });
    expect(forge.calls.filter(isWrite)).toEqual([]);
  });

  it("is asked for with the pipeline of the merged result", async () => {
    const { pulls, pull, stored, forge } = await opened();
    stored.checks = "PENDING";
    const ref = "refs/merge-requests/1/merge";
    const head_pipeline = { sha: shaOf(5), ref, status: "running" };
    forge.distort = answering(`GET ${ONE}`, { head_pipeline });
    await pulls.mergeWhenGreen(pull);
    expect(stored.autoMerge).toBeDefined();
  });

  it("is not asked for at another head than the one that was seen", async () => {
    const { pulls, pull, stored, demo, forge } = await opened();
    demo.branches.set("topic", shaOf(9));
    await pulls.findOpen(MARKER);
    stored.checks = "PENDING";
    await expect(pulls.mergeWhenGreen(pull)).rejects.toMatchObject({
      message: "The merge request has another head on GitLab.",
    });
    expect(forge.calls.filter(isWrite)).toEqual([]);
  });

  it("is not believed of an answer that does not say so", async () => {
    const { pulls, pull, stored, forge } = await opened();
    stored.checks = "PENDING";
    const silent = { merge_when_pipeline_succeeds: false };
    forge.distort = answering(`PUT ${ONE}/merge`, silent);
    await expect(pulls.mergeWhenGreen(pull)).rejects.toMatchObject({ kind: "failed" });
  });
});

it("says what GitLab says of each field", async () => {
  const { pulls, forge } = await startPulls();
  const message = { title: ["can't be blank", "is too short"], base: ["No."] };
  forge.intercept = (call) => (isWrite(call) ? { status: 400, body: { message } } : undefined);
  await expect(pulls.open(NEW)).rejects.toMatchObject({
    message: "GitLab refused it (400: title can't be blank; is too short; base No).",
  });
});
