import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckOptions, checkOn } from "../../src/command/comment/check-on.ts";
import type { ActionReport } from "../../src/model/report/report.ts";
import type { CommentedReport } from "../../src/report/comment/commented-report.ts";
import { changeOf, reportWith } from "../report/comment/report-with.ts";
import { addPull } from "./forge/forge-rules.ts";
import { startForge } from "./forge/forge-server.ts";
import { addRepository, shaOf } from "./forge/forge-state.ts";
import { githubFace } from "./forge/github.ts";
import { seededRandom } from "./seeded-random.ts";
import { tempFolder } from "./temp-tree.ts";
import { virtualTime } from "./virtual-time.ts";

export const HEAD = shaOf(1);
export const TOKEN = "ghs_secret0123456789";
export const RUNS = "/repos/octo/demo/check-runs";

/** Actions that are held, or would be applied, one a file. */
export function actionsOf(
  count: number,
  state: ActionReport["state"] = "held",
): readonly ActionReport[] {
  const over = { state, reason: "a person must look", ruleId: "public-api" };
  return Array.from({ length: count }, (_, at) => changeOf(`src/${at}.ts`, "a;\n", "b;\n", over));
}

export const HELD = reportWith(actionsOf(1));
export const FAILED = reportWith(actionsOf(1), { outcome: "held", exitCode: 4 });
export const QUIET = reportWith([]);

/** A leg of a matrix, or a job without one, of run 5. */
interface Job {
  readonly report?: CommentedReport;
  /** Undefined without a matrix. */
  readonly leg?: number;
  readonly of?: number;
  readonly run?: number;
  readonly attempt?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly event?: unknown;
  readonly over?: Partial<CheckOptions>;
  readonly interrupted?: AbortSignal;
}

/** GitHub with pull request 1, and jobs on its head. */
export async function checksOn() {
  const forge = await startForge(githubFace);
  forge.state.viewer = "github-actions[bot]";
  const demo = addRepository(forge.state, "octo/demo");
  demo.branches.set("topic", HEAD);
  addPull(forge.state, demo, { branch: "topic" });
  const time = virtualTime();
  const job = (given: Job) => async () => {
    const { report = HELD, leg, of = 3, run = 5, attempt = 1, env = {}, over = {} } = given;
    const event = join(tempFolder(), "event.json");
    const pull = { pull_request: { number: 1, head: { sha: HEAD } } };
    writeFileSync(event, JSON.stringify(given.event ?? pull));
    const matrix = { SLUICE_MATRIX: `{"node":${20 + (leg ?? 0)}}`, SLUICE_LEG: `${leg}/${of}` };
    const variables = {
      ...{ GITHUB_ACTIONS: "true", GITHUB_API_URL: forge.url, GITHUB_REPOSITORY: "octo/demo" },
      ...{ GITHUB_EVENT_PATH: event, GITHUB_WORKFLOW: "CI", GITHUB_JOB: "sluice" },
      ...{ GITHUB_SHA: shaOf(9), GITHUB_RUN_ID: `${run}`, GITHUB_RUN_ATTEMPT: `${attempt}` },
      ...{ RUNNER_NAME: `${leg}`, ...(leg === undefined ? {} : matrix), ...env },
    };
    const { interrupted = new AbortController().signal } = given;
    const world = { cwd: "/work", env: variables, after: time.after, interrupted };
    const tokens = { github: TOKEN, gitlab: "" };
    return await checkOn(report, world, { root: "/work", tokens, ...over });
  };
  const run = (...jobs: readonly Job[]) => time.run(jobs.map(job));
  return { forge, demo, time, job, run };
}

type Checks = Awaited<ReturnType<typeof checksOn>>;

export function shown({ demo }: Checks) {
  return demo.checks.map(({ status, conclusion, title }) => [status, conclusion, title]);
}

export function legsIn(summary = ""): readonly string[] {
  return [...summary.matchAll(/^\*\*node: (\d+)\*\*: /gm)].map(([, name = ""]) => name);
}

/** Lets so many legs, each with so many annotations, meet in one moment. */
export async function legsThatMeet(actions: readonly number[], seed: number) {
  const checks = await checksOn();
  const { forge, time, job } = checks;
  const random = seededRandom(seed);
  forge.around = async (_call, answer) => {
    await time.sleep(random.below(350));
    const reply = await answer();
    await time.sleep(random.below(350));
    return reply;
  };
  const starts = actions.map((count, leg) => async () => {
    await time.sleep(random.below(3000));
    return await job({ leg, of: actions.length, report: reportWith(actionsOf(count)) })();
  });
  const outcomes = await time.run(starts);
  const newest = checks.demo.checks.at(-1);
  return {
    legs: legsIn(newest?.summary).length,
    end: newest?.conclusion,
    annotations: newest?.annotations.length,
    areOthersEmpty: checks.demo.checks
      .slice(0, -1)
      .every(({ summary }) => summary.startsWith("Another check run")),
    notes: outcomes.flatMap(({ notes }) => notes),
  };
}

/** What such legs leave. */
export function allOf(actions: readonly number[]) {
  const annotations = actions.reduce((sum, count) => sum + count, 0);
  return { legs: actions.length, end: "neutral", annotations, areOthersEmpty: true, notes: [] };
}
