import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CommentOptions, commentOn } from "../../src/command/comment/comment-on.ts";
import { changeOf, reportWith } from "../report/comment/report-with.ts";
import { type ForgeServer, startForgeServer } from "../support/forge-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { tempFolder } from "../support/temp-tree.ts";
import { virtualTime } from "../support/virtual-time.ts";

const HELD = reportWith([changeOf("src/a.ts", "a;\n", "b;\n", { state: "held" })], {
  ...{ outcome: "held", exitCode: 4 },
});
const QUIET = reportWith([]);

const forges = ["github", "gitlab"] as const;

/** A server, and legs of runs on it that a test starts. */
async function legsOn(forge: (typeof forges)[number]) {
  const server = await startForgeServer();
  const event = join(tempFolder(), "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  const time = virtualTime();
  /** One leg of `of`; its attempt is a number of GitHub or the id of a job of GitLab. */
  const leg =
    (index: number, { of = 3, run = 5, attempt = 1, report = HELD, over = {} as Over } = {}) =>
    () => {
      const github = {
        ...{ GITHUB_ACTIONS: "true", GITHUB_API_URL: server.url, GITHUB_REPOSITORY: "octo/demo" },
        ...{ GITHUB_EVENT_PATH: event, GITHUB_JOB: "sluice", GITHUB_SHA: "a".repeat(40) },
        ...{ GITHUB_RUN_ID: `${run}`, GITHUB_RUN_ATTEMPT: `${attempt}`, RUNNER_NAME: `${index}` },
        ...{ SLUICE_MATRIX: `{"node":${20 + index}}`, SLUICE_LEG: `${index}/${of}` },
      };
      const gitlab = {
        ...{ GITLAB_CI: "true", CI_API_V4_URL: `${server.url}/api/v4`, CI_PROJECT_ID: "42" },
        ...{ CI_MERGE_REQUEST_IID: "7", CI_PIPELINE_ID: `${run}`, CI_JOB_ID: `${attempt}` },
        ...{ CI_JOB_NAME: `sluice: [node: ${20 + index}]`, CI_NODE_TOTAL: `${of}` },
        ...{ CI_NODE_INDEX: `${index}`, CI_COMMIT_SHA: "a".repeat(40) },
      };
      const env = forge === "github" ? github : gitlab;
      const interrupted = new AbortController().signal;
      const world = { cwd: "/work", env, after: time.after, interrupted };
      const tokens = { github: "t", gitlab: "t" };
      const options = { root: "/work", tokens, when: "auto", suggestions: 0, ...over } as const;
      return commentOn(report, world, options);
    };
  const run = (...jobs: readonly ReturnType<typeof leg>[]) => time.run(jobs);
  return { server, time, leg, run };
}

type Over = Partial<CommentOptions>;

function shown({ comments }: ForgeServer): readonly string[] {
  const visible = comments.filter(
    ({ isMinimized, body }) => !isMinimized && !/^Outdated/.test(body),
  );
  return visible.map(({ body }) => body);
}

function namesIn(body = ""): readonly string[] {
  return [...body.matchAll(/^\*\*(node: \d+)\*\*: held\./gm)].map(([, name = ""]) => name);
}

describe.each(forges)("legs of a matrix on %s", (forge) => {
  it("add up in one comment, whichever was first", async () => {
    const { server, leg, run } = await legsOn(forge);
    await run(leg(1));
    expect(shown(server)[0]).toMatch(/### Sluice preview: held \(1 of 3 legs\)\n\n\*\*1\*\* held,/);
    expect(await run(leg(0))).toMatchObject([{ kind: "updated", notes: [] }]);
    await run(leg(2, { report: QUIET }));
    const [body, ...others] = shown(server);
    expect(others).toEqual([]);
    expect(body).toMatch(
      /### Sluice preview: held \(3 legs\)\n\n\*\*2\*\* held, over all of them\./,
    );
    expect(namesIn(body)).toEqual(["node: 20", "node: 21"]);
    expect(body).toContain("**node: 22**: ok. Nothing to change.");
    expect(body?.match(/<details><summary>Details/g)).toHaveLength(3);
  });

  it("start afresh in a new run, and never write over a newer run or attempt", async () => {
    const { server, leg, run } = await legsOn(forge);
    await run(leg(0), leg(1));
    await run(leg(0, { attempt: 2, report: QUIET }));
    expect(shown(server)[0]).toContain("**node: 20**: ok.");
    expect(namesIn(shown(server)[0])).toEqual(["node: 21"]);
    const before = shown(server);
    expect(await run(leg(0))).toMatchObject([{ kind: "older" }]);
    expect(await run(leg(1, { run: 4 }))).toMatchObject([{ kind: "older" }]);
    expect(shown(server)).toEqual(before);
    await run(leg(2, { run: 6 }));
    expect(namesIn(shown(server)[0])).toEqual(["node: 22"]);
  });

  it("leave out and tell a part that somebody changed; a ticked box is no change", async () => {
    const { server, leg, run } = await legsOn(forge);
    await run(leg(0));
    const [comment] = server.comments;
    if (comment === undefined) throw new Error("no comment");
    const [before, after] = comment.body.split("<summary>Details");
    comment.body = `${before}<summary>Trust me${after}`.replaceAll("\n", "\r\n");
    expect((await run(leg(1)))[0]?.notes).toEqual([expect.stringMatching(/^A part .* changed/)]);
    expect(namesIn(comment.body)).toEqual(["node: 21"]);
    comment.body = comment.body.replaceAll("\n", "\r\n");
    expect((await run(leg(0)))[0]?.notes).toEqual([]);
    expect(namesIn(comment.body)).toEqual(["node: 20", "node: 21"]);
  });

  it("are quiet together, and have comments of their own by ids of their own", async () => {
    const { server, leg, run } = await legsOn(forge);
    const quiet = { report: QUIET };
    expect(await run(leg(0, quiet), leg(1, quiet))).toMatchObject([
      { kind: "quiet" },
      { kind: "quiet" },
    ]);
    await run(leg(0, { over: { id: "a" } }));
    await run(leg(1, { over: { id: "b" } }));
    expect(shown(server).map(namesIn)).toEqual([["node: 20"], ["node: 21"]]);
    await run(leg(2, { over: { id: "b" } }));
    expect(shown(server).map(namesIn)[1]).toEqual(["node: 21", "node: 22"]);
  });

  it("that share no room have their lines without details", async () => {
    const { server, leg, run } = await legsOn(forge);
    for (const index of [0, 1]) await run(leg(index, { of: 200 }));
    expect(shown(server)[0]).toContain("(2 of 200 legs)");
    expect(shown(server)[0]).not.toContain("<details>");
    expect(namesIn(shown(server)[0])).toEqual(["node: 20", "node: 21"]);
  });

  it.each([
    [2, 20],
    [6, 4],
  ])("%d of them that meet in one moment are all there, by %d seeds", async (count, seeds) => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { server, time, leg, run } = await legsOn(forge);
      const random = seededRandom(seed);
      server.hold = () => time.sleep(random.below(700));
      const starts = Array.from({ length: count }, (_, index) => async () => {
        await time.sleep(random.below(3000));
        return await leg(index, { of: count })();
      });
      const outcomes = await time.run(starts);
      expect(shown(server), `seed ${seed}`).toHaveLength(1);
      expect(namesIn(shown(server)[0]), `seed ${seed}`).toHaveLength(count);
      expect(outcomes.flatMap(({ notes }) => notes)).toEqual([]);
    }
  });
});
