import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { legOf, useOf } from "../../src/command/comment/job-of.ts";
import {
  findRunMark,
  isOlder,
  isOtherLeg,
  type RunMark,
  readRunMark,
  runMarkLine,
} from "../../src/command/comment/run-mark.ts";
import { tempFolder } from "../support/temp-tree.ts";

const [OLD, NEW] = ["a".repeat(40), "b".repeat(40)];
const AT = "2026-01-01T00:00:00.000Z";

/** OLD is in the history of NEW. */
async function isAncestor(commit: string, of: string): Promise<boolean> {
  return commit === OLD && of === NEW;
}

describe("isOlder", () => {
  it.each<[what: string, mine: RunMark, theirs: RunMark, isMineOlder: boolean]>([
    ["an earlier run", { run: 1, commit: NEW }, { run: 2, commit: OLD }, true],
    [
      "a later run of an earlier commit, after a force push",
      { run: 2, commit: OLD },
      { run: 1, commit: NEW },
      false,
    ],
    ["a second attempt", { run: 1, attempt: 2 }, { run: 1, attempt: 1 }, false],
    ["an attempt before", { run: 1, attempt: 1 }, { run: 1, attempt: 2 }, true],
    ["a commit in the history", { commit: OLD, at: AT }, { commit: NEW }, true],
    ["a commit after it", { commit: NEW, at: "2025" }, { commit: OLD, at: AT }, false],
    ["an earlier start, if nothing else is known", { at: "2025" }, { at: AT }, true],
    ["a comment of an earlier version", { run: 1, commit: OLD, at: AT }, {}, false],
    ["nothing known", {}, { run: 9, commit: NEW, at: AT }, false],
  ])("decides: %s", async (_what, mine, theirs, isMineOlder) => {
    expect(await isOlder(mine, theirs, isAncestor)).toBe(isMineOlder);
  });
});

describe("the line of a run", () => {
  it("says what it was told, and can be read again", () => {
    const mark = { commit: NEW, run: 200, attempt: 2, job: "0123456789abcdef", at: AT };
    const line = runMarkLine(mark);
    expect(readRunMark(`<!-- sluice comment x -->\n${line}\n\n### Sluice`)).toEqual(mark);
    expect(readRunMark("<!-- sluice comment x -->\n\n### Sluice")).toEqual({});
    expect(readRunMark("<!-- sluice run commit=--> run=1e9 at=never __proto__=1 -->")).toEqual({});
  });

  it("has the head of the pull request, not the commit that merges it, and the number of the run", async () => {
    const file = join(tempFolder(), "event.json");
    const event = (value: unknown) => writeFileSync(file, JSON.stringify(value));
    const job = { GITHUB_SHA: OLD, GITHUB_RUN_ID: "5", GITHUB_EVENT_PATH: file };
    const root = tempFolder();
    event({ pull_request: { number: 7, head: { sha: NEW } } });
    expect(await findRunMark(job, root, AT)).toMatchObject({ commit: NEW, run: 5, at: AT });
    event({ workflow_run: { id: 3, head_sha: NEW } });
    const after = { ...job, GITHUB_EVENT_NAME: "workflow_run" };
    expect(await findRunMark(after, root, AT)).toMatchObject({ commit: NEW, run: 3 });
    event({ issue: { number: 7, pull_request: {} } });
    const comment = { ...job, GITHUB_EVENT_NAME: "issue_comment" };
    expect((await findRunMark(comment, root, AT)).commit).toBeUndefined();
    const gitlab = { GITLAB_CI: "true", CI_COMMIT_SHA: NEW, CI_PIPELINE_ID: "8", CI_JOB_ID: "9" };
    expect(await findRunMark(gitlab, root, AT)).toEqual({
      commit: NEW,
      run: 8,
      attempt: 9,
      at: AT,
    });
  });
});

describe("legs of a matrix", () => {
  it("are known by the values that the Action hands over", () => {
    const env = { SLUICE_MATRIX: '{ "os": "linux", "node": 20 }' };
    expect(legOf(env)).toEqual({ name: "node: 20, os: linux", legs: 0, index: undefined });
    expect(legOf({ ...env, SLUICE_LEG: "0/3" })).toMatchObject({ legs: 3, index: 0 });
    for (const text of ["null", "{}", "", "x", undefined])
      expect(legOf({ SLUICE_MATRIX: text })).toBeUndefined();
  });

  it("are known by the names of GitLab's jobs, which are one use", () => {
    const job = (name: string, total: string | undefined = "2") => ({
      ...{ GITLAB_CI: "true", CI_JOB_NAME: name, CI_NODE_TOTAL: total, CI_NODE_INDEX: "1" },
    });
    expect(legOf(job("test: [20, linux]"))).toEqual({ name: "20, linux", legs: 2, index: 1 });
    expect(legOf(job("test 1/2"))).toMatchObject({ name: "1/2" });
    expect(useOf(job("test: [20, linux]"), "")).toBe(useOf(job("test 1/2"), ""));
    expect(legOf(job("test: [a]", "1"))).toBeUndefined();
    expect(legOf(job("test"))).toBeUndefined();
  });

  it("are told apart from a second attempt and from another run", () => {
    const mine = { run: 1, attempt: 1, job: "a" };
    expect(isOtherLeg(mine, { ...mine, job: "b" })).toBe(true);
    expect(isOtherLeg(mine, mine)).toBe(false);
    expect(isOtherLeg(mine, { run: 1, attempt: 2, job: "b" })).toBe(false);
    expect(isOtherLeg({}, {})).toBe(false);
  });
});
