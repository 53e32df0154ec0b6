import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CommentOptions, commentOn } from "../../src/command/comment/comment-on.ts";
import type { Environment } from "../../src/model/world.ts";
import { changeOf, reportWith } from "../report/comment/report-with.ts";
import { type ForgeReply, type ForgeServer, startForgeServer } from "../support/forge-server.ts";
import { tempFolder } from "../support/temp-tree.ts";

const TOKEN = "ghs_secret0123456789";
const HELD = changeOf("src/a.ts", "a;\n", "b;\n", { state: "held" });
const REPORT = reportWith([HELD], { outcome: "held", exitCode: 4 });

/** The variables of a job for the pull request 7 of octo/demo. */
function githubJob(server: Pick<ForgeServer, "url">, event?: unknown): Environment {
  const file = join(tempFolder(), "event.json");
  const pull = { pull_request: { number: 7, head: { sha: "a".repeat(40) } } };
  writeFileSync(file, typeof event === "string" ? event : JSON.stringify(event ?? pull));
  return {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: server.url,
    GITHUB_REPOSITORY: "octo/demo",
    GITHUB_EVENT_PATH: file,
    GITHUB_WORKSPACE: "/work",
    GITHUB_WORKFLOW: "Codemods --> x",
    GITHUB_JOB: "sluice",
  };
}

function gitlabJob(server: Pick<ForgeServer, "url">): Environment {
  return {
    GITLAB_CI: "true",
    CI_API_V4_URL: `${server.url}/api/v4`,
    CI_PROJECT_ID: "42",
    CI_MERGE_REQUEST_IID: "7",
    CI_PROJECT_DIR: "/work",
  };
}

/** Long waits are limits, and longer than a busy machine takes for an answer. */
const LONG = 20_000;

/** Comments, with waits that are by default a hundredth of the real ones, and limits that are a 25th. */
function comment(
  env: Environment,
  over: Partial<CommentOptions> = {},
  { report = REPORT, stopped = new AbortController().signal, haste = 100, patience = 25 } = {},
) {
  const after = (milliseconds: number) =>
    AbortSignal.timeout(milliseconds / (milliseconds < LONG ? haste : Math.min(haste, patience)));
  const world = { cwd: "/work", env, after, interrupted: stopped };
  const options = {
    root: "/work",
    tokens: { github: TOKEN, gitlab: TOKEN },
    when: "auto",
    suggestions: 10,
    ...over,
  } as const;
  return commentOn(report, world, options);
}

const jobs = [
  ["GitHub", githubJob],
  ["GitLab", gitlabJob],
] as const;

describe.each(jobs)("commentOn on %s", (name, jobOf) => {
  it("makes one comment, updates it, and writes nothing if it says the same", async () => {
    const server = await startForgeServer();
    const env = jobOf(server);
    expect(await comment(env)).toMatchObject({ kind: "created", notes: [] });
    const other = { report: reportWith([HELD], { outcome: "failed", exitCode: 1 }) };
    expect(await comment(env, {}, other)).toMatchObject({ kind: "updated", notes: [] });
    expect(server.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining("### Sluice preview: failed"),
    ]);
    server.requests.length = 0;
    expect(await comment(env, {}, other)).toMatchObject({ kind: "updated" });
    expect(
      server.requests.filter(
        ({ method, body }) => method === "PUT" || /mutation/.test(body?.query),
      ),
    ).toEqual([]);
  });

  it("P4 leaves a comment of a newer run as it is, and names the commit that a comment is about", async () => {
    const server = await startForgeServer();
    const job = (run: string) => ({
      ...jobOf(server),
      ...{ GITHUB_RUN_ID: run, CI_PIPELINE_ID: run, CI_COMMIT_SHA: "a".repeat(40) },
    });
    await comment(job("200"));
    const other = { report: reportWith([HELD], { outcome: "failed", exitCode: 1 }) };
    expect(await comment(job("100"), {}, other)).toMatchObject({
      kind: "older",
      notes: ["The comment is of a newer run, about commit aaaaaaaaaa, and stays as it is."],
    });
    expect(server.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/### Sluice preview: held\n\n.* For commit aaaaaaaaaa\.\n/),
    ]);
    expect(await comment(job("300"), {}, other)).toMatchObject({ kind: "updated" });
  });

  it("keeps the comments of several uses apart", async () => {
    const server = await startForgeServer();
    for (const id of ["one", "two", "one"]) await comment(jobOf(server), { id });
    await comment(jobOf(server), { root: "/work/web" });
    expect(server.comments).toHaveLength(3);
  });

  it("tells of two jobs of a run that share one", async () => {
    if (name === "GitLab") return; // Its jobs have names of their own.
    const server = await startForgeServer();
    const job = (runner: string) => ({
      ...jobOf(server),
      ...{
        GITHUB_RUN_ID: "1",
        GITHUB_RUN_ATTEMPT: "1",
        RUNNER_NAME: runner,
      },
    });
    expect(await comment(job("a"))).toMatchObject({ kind: "created", notes: [] });
    const told = "Another job or step of the same run had written this comment";
    expect((await comment(job("b"))).notes).toEqual([expect.stringContaining(told)]);
    expect(server.comments.at(-1)?.body).toContain(told);
  });

  it("updates the newest of several, hides the others, and leaves those of other authors alone", async () => {
    const server = await startForgeServer();
    server.pageSize = 2;
    await comment(jobOf(server));
    const [first] = server.comments;
    const own = `${first?.body.split("\n")[0]}\nearlier`;
    server.add("Looks good!", "alice");
    const forged = server.add(own, "mallory");
    const newest = server.add(own);
    server.add("Thanks.", "alice");
    expect(await comment(jobOf(server))).toMatchObject({ kind: "updated", notes: [] });
    expect(newest.body).toContain("### Sluice preview: held");
    expect(forged).toMatchObject({ body: own, isMinimized: false });
    if (name === "GitHub") expect(first?.isMinimized).toBe(true);
    else expect(first?.body).toMatch(/^Outdated: /);
  });

  it("says nothing where there is nothing to say, unless it has a comment or is asked to", async () => {
    const server = await startForgeServer();
    const report = reportWith([]);
    expect(await comment(jobOf(server), {}, { report })).toEqual({ kind: "quiet", notes: [] });
    expect(server.comments).toEqual([]);
    await comment(jobOf(server));
    expect(await comment(jobOf(server), {}, { report })).toMatchObject({ kind: "updated" });
    expect(server.comments[0]?.body).toContain("Nothing to change.");
    await comment(jobOf(server), { when: "always", id: "other" }, { report });
    expect(server.comments).toHaveLength(2);
  });

  const refusals: readonly (readonly [string, ForgeReply, RegExp, number])[] = [
    [
      "403 of a token that reads only",
      { status: 403, body: { message: "Resource not accessible by integration" } },
      /\(403: Resource not accessible by integration\)\. (Give|Set) /,
      1,
    ],
    [
      "401",
      { status: 401, body: { message: `Bad credentials ${TOKEN}` } },
      /does not accept the token \(401: Bad credentials \[redacted\]\)/,
      1,
    ],
    [
      "404",
      { status: 404, body: { message: "Not Found" } },
      /does not show it to this token \(404: Not Found\)/,
      1,
    ],
    [
      "422",
      { status: 422, body: { message: "Validation Failed" } },
      /refused it \(422: Validation Failed\)/,
      1,
    ],
    [
      "429 with a short wait",
      { status: 429, headers: { "retry-after": "1" } },
      /limits the rate of requests \(429\)/,
      3,
    ],
    [
      "429 with a long wait",
      { status: 429, headers: { "retry-after": "3600" } },
      /limits the rate of requests/,
      1,
    ],
    [
      "403 of a rate limit",
      {
        status: 403,
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999" },
      },
      /limits the rate of requests/,
      1,
    ],
    [
      "403 of a secondary rate limit",
      { status: 403, body: { message: "You have exceeded a secondary rate limit" } },
      /limits the rate of requests \(403: You/,
      1,
    ],
    ["500", { status: 500, body: "<html>" }, /failed \(500\)/, 3],
    ["200 without JSON", { status: 200, body: "<html>hello" }, /is not JSON \(200\)/, 1],
    [
      "200 with another form",
      { status: 200, body: { data: { viewer: 1 }, id: "x" } },
      /does not have the expected form/,
      1,
    ],
    ["200 with null", { status: 200, body: "null" }, /does not have the expected form/, 1],
    [
      "a redirect to another server",
      { status: 307, headers: { location: "http://evil.test/x" } },
      /redirects to evil\.test, to which the token is not sent/,
      1,
    ],
    [
      "a redirect in a circle",
      { status: 307, headers: { location: "/circle" } },
      /redirects to 127/,
      4,
    ],
    ["a connection that is closed", { status: 200, breaks: true }, /cannot be reached: /, 3],
    ["no answer", { status: 200, hangs: true }, /cannot be reached: no answer within 20 s/, 3],
    [
      "nonsense with control characters",
      { status: 400, body: { message: `a\n::error::b\x1b[2J${"x".repeat(5000)}` } },
      /refused it \(400: a.::error::b/u,
      1,
    ],
  ];

  it.each(refusals)("is no fault at %s: a note says why", async (_case, reply, note, requests) => {
    const server = await startForgeServer();
    server.intercept = () => reply;
    // Where nothing answers, no answer can come too late.
    const patience = "hangs" in reply ? 100 : 25;
    const outcome = await comment(jobOf(server), {}, { patience });
    expect(outcome).toMatchObject({ kind: "none", notes: [expect.stringMatching(note)] });
    expect(outcome.notes.join()).toMatch(
      /^There is no comment on the (pull|merge) request\. .{1,600}$/u,
    );
    expect(outcome.notes.join()).not.toContain(TOKEN);
    expect(server.requests).toHaveLength(requests);
    expect(server.comments).toEqual([]);
  });

  it("does not read an answer that is too large", async () => {
    const server = await startForgeServer();
    server.intercept = () => ({ status: 200, body: `"${"x".repeat(17 * 1024 * 1024)}"` });
    expect(await comment(jobOf(server), {}, { haste: 1 })).toMatchObject({
      kind: "none",
      notes: [expect.stringContaining("is too large.")],
    });
    expect(server.requests).toHaveLength(1);
  });

  it("asks again after a failure that passes", async () => {
    const server = await startForgeServer();
    const replies: ForgeReply[] = [
      { status: 502, headers: { "x-ratelimit-reset": "99999999999" } },
      { status: 429, headers: { "retry-after": "0" } },
    ];
    server.intercept = () => replies.shift();
    expect(await comment(jobOf(server))).toMatchObject({ kind: "created" });
  });

  it("does not make a comment twice if it cannot know that there is none", async () => {
    const server = await startForgeServer();
    server.intercept = ({ method, path }) =>
      method === "POST" && /(comments|notes)$/.test(path) ? { status: 502 } : undefined;
    expect(await comment(jobOf(server))).toMatchObject({ kind: "none" });
    expect(server.requests.filter(({ path }) => /(comments|notes)$/.test(path))).toHaveLength(1);
  });

  it("updates what it can, and notes duplicates that cannot be hidden", async () => {
    const server = await startForgeServer();
    await comment(jobOf(server));
    const [first] = server.comments;
    for (const _each of [2, 3]) server.add(first?.body ?? "");
    const newest = server.add(first?.body.replace("held", "old") ?? "");
    server.intercept = ({ method, path, body }) =>
      body?.query?.includes("minimizeComment") ||
      (method === "PUT" && !path.endsWith(`/notes/${newest.id}`))
        ? { status: 403, body: { message: "no" } }
        : undefined;
    expect(await comment(jobOf(server))).toMatchObject({
      kind: "updated",
      notes: [
        expect.stringMatching(/^An older comment is not hidden\. The token .* \(403: no\)\./),
      ],
    });
    expect(newest.body).toBe(first?.body);
  });

  it("stops with the run", async () => {
    const server = await startForgeServer();
    const controller = new AbortController();
    server.intercept = () => {
      controller.abort();
      return { status: 200, hangs: true };
    };
    expect(await comment(jobOf(server), {}, { stopped: controller.signal })).toMatchObject({
      kind: "none",
      notes: [expect.stringContaining("or the run was stopped")],
    });
  });

  it("asks no server without a token, or without a pull request", async () => {
    const server = await startForgeServer();
    expect((await comment(jobOf(server), { tokens: { github: "", gitlab: "" } })).notes[0]).toMatch(
      /^There is no token\. (Give|Set)/,
    );
    const push = { ...jobOf(server), GITHUB_EVENT_PATH: "", CI_MERGE_REQUEST_IID: "" };
    expect(await comment(push)).toEqual({ kind: "no-pull", notes: [] });
    expect(server.requests).toEqual([]);
    expect(await comment(push, { number: 7 })).toMatchObject({ kind: "created" });
  });

  it("refuses addresses and names that are none", async () => {
    const server = await startForgeServer();
    const faults = [
      { GITHUB_API_URL: "file:///etc", CI_API_V4_URL: "file:///etc" },
      { GITHUB_API_URL: "https://u:p@x.test", CI_API_V4_URL: "https://u:p@x.test" },
      { GITHUB_REPOSITORY: "../x", CI_PROJECT_ID: "" },
      { GITHUB_ACTIONS: "", GITLAB_CI: "" },
    ];
    for (const fault of faults)
      expect(await comment({ ...jobOf(server), ...fault })).toMatchObject({ kind: "none" });
    expect(server.requests).toEqual([]);
  });
});

describe("commentOn on GitHub", () => {
  it("finds the API of an Enterprise Server, and follows a redirect on it", async () => {
    const server = await startForgeServer();
    server.intercept = ({ path }) =>
      path === "/api/graphql" ? { status: 308, headers: { location: "/graphql" } } : undefined;
    const env = { ...githubJob(server), GITHUB_API_URL: `${server.url}/api/v3/` };
    expect(await comment(env)).toMatchObject({ kind: "created" });
    expect(server.requests.map(({ path }) => path).slice(0, 2)).toEqual([
      "/api/graphql",
      "/graphql",
    ]);
    expect(server.requests.at(-1)?.path).toMatch(/^\/(api\/)?graphql|^\/api\/v3\/repos/);
  });

  it("reads an error in an answer of GraphQL", async () => {
    const server = await startForgeServer();
    const errors = [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }];
    server.intercept = () => ({ status: 200, body: { data: null, errors } });
    expect((await comment(githubJob(server))).notes[0]).toMatch(
      /GitHub refused it \(Resource not accessible by integration\)\. Give the job/,
    );
  });

  it("shows no token that an error of GraphQL repeats", async () => {
    const server = await startForgeServer();
    server.intercept = ({ headers }) => {
      const errors = [{ type: "FORBIDDEN", message: `No: ${headers.authorization}` }];
      return { status: 200, body: { data: null, errors } };
    };
    expect((await comment(githubJob(server))).notes[0]).toContain("(No: Bearer [redacted])");
  });

  it("makes a new comment if a person has hidden the last one", async () => {
    const server = await startForgeServer();
    await comment(githubJob(server));
    for (const one of server.comments) one.isMinimized = true;
    expect(await comment(githubJob(server))).toMatchObject({ kind: "created" });
  });

  it("takes the number from a comment on the pull request, too", async () => {
    const server = await startForgeServer();
    const event = { issue: { number: 7, pull_request: {} } };
    expect(await comment(githubJob(server, event))).toMatchObject({ kind: "created" });
  });

  it.each([
    ["is no JSON", "{"],
    ["is a list", []],
    ["is about an issue", { issue: { number: 7 } }],
    ["has a number that is none", { pull_request: { number: "7/../8" } }],
    ["has a number below 1", { pull_request: { number: 0 } }],
  ])("asks no server if the event %s", async (_case, event) => {
    const server = await startForgeServer();
    expect(await comment(githubJob(server, event))).toEqual({ kind: "no-pull", notes: [] });
    expect(server.requests).toEqual([]);
  });
});

describe("suggestions on GitHub", () => {
  async function serverWithDiff(): Promise<ForgeServer> {
    const server = await startForgeServer();
    for (let index = 0; index < 120; index += 1) server.patches.set(`other/${index}.ts`, undefined);
    server.patches.set("src/a.ts", "@@ -1 +1 @@\n-z;\n+a;");
    return server;
  }

  it("are made once, on the lines of the diff", async () => {
    const server = await serverWithDiff();
    expect(await comment(githubJob(server))).toMatchObject({ kind: "created", suggestions: 1 });
    expect(server.reviews).toEqual([
      {
        commit_id: "a".repeat(40),
        event: "COMMENT",
        comments: [
          {
            path: "src/a.ts",
            line: 1,
            side: "RIGHT",
            body: expect.stringContaining("```suggestion\nb;\n```"),
          },
        ],
      },
    ]);
    server.pageSize = 1;
    server.threads.unshift({ body: "Nice.", author: "someone" });
    expect(await comment(githubJob(server))).toMatchObject({ kind: "updated", suggestions: 0 });
    expect(server.reviews).toHaveLength(1);
  });

  it("are made also if another author has written their marker", async () => {
    const server = await serverWithDiff();
    await comment(githubJob(server));
    const forged = server.threads.map(({ body }) => ({ body, author: "someone" }));
    server.threads.splice(0, 1, ...Array.from({ length: 20 }, () => forged).flat());
    expect(await comment(githubJob(server))).toMatchObject({ kind: "updated", suggestions: 1 });
  });

  it("are not made on a head that the job does not know, nor if there may be none", async () => {
    const server = await serverWithDiff();
    server.head = "b".repeat(40);
    expect(await comment(githubJob(server))).toMatchObject({ suggestions: 0 });
    server.head = "a".repeat(40);
    expect(await comment(githubJob(server), { suggestions: 0 })).toMatchObject({ suggestions: 0 });
    expect(await comment(githubJob(server), { root: "/elsewhere" })).toMatchObject({
      suggestions: 0,
    });
    expect(server.reviews).toEqual([]);
  });

  it("leave the comment as it is if they are refused", async () => {
    const server = await serverWithDiff();
    server.intercept = ({ path }) =>
      path.endsWith("/reviews")
        ? { status: 422, body: { message: "line must be part of the diff" } }
        : undefined;
    expect(await comment(githubJob(server))).toMatchObject({
      kind: "created",
      suggestions: 0,
      notes: ["There are no suggestions. GitHub refused it (422: line must be part of the diff)."],
    });
  });
});
