import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type GithubEvent, readGithubEvent } from "../../src/files/github-event.ts";
import { tempTree } from "../support/temp-tree.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";
const own = { id: 1 };
const fork = { id: 2 };

function eventFile(text: string): string {
  const file = join(tempTree({}), "event.json");
  writeFileSync(file, text);
  return file;
}

describe("the file of an event of GitHub", () => {
  const rows: readonly (readonly [string, unknown, GithubEvent])[] = [
    [
      "a pull request",
      {
        pull_request: {
          number: 7,
          head: { sha: SHA, repo: fork },
          base: { sha: SHA, ref: "main", repo: own },
        },
      },
      { number: 7, head: SHA, base: SHA, branch: "main", isForkPull: true },
    ],
    [
      "a pull request whose source was deleted",
      { pull_request: { number: 7, head: { repo: null } } },
      { number: 7, isForkPull: true },
    ],
    [
      "a comment on a pull request",
      { issue: { number: 8, pull_request: {} } },
      { number: 8, isIssue: false },
    ],
    ["a comment on an issue", { issue: { number: 8 } }, { isIssue: true }],
    [
      "a workflow run of a fork, with a pull request into another repository",
      {
        repository: own,
        workflow_run: {
          head_repository: fork,
          pull_requests: [{ base: { sha: SHA, repo: fork } }],
        },
      },
      { isForkRun: true },
    ],
    [
      "a workflow run with one base",
      {
        repository: own,
        workflow_run: {
          head_repository: own,
          pull_requests: [{ base: { sha: SHA, repo: own } }, { base: { sha: SHA, repo: own } }],
        },
      },
      { base: SHA, isForkRun: false },
    ],
    [
      "a workflow run with two bases",
      {
        repository: own,
        workflow_run: {
          pull_requests: [
            { base: { sha: SHA, repo: own } },
            { base: { sha: SHA.replace("0", "f"), repo: own } },
          ],
        },
      },
      {},
    ],
    [
      "texts that are no numbers, ids or names",
      {
        pull_request: {
          number: "7",
          head: { sha: "HEAD", repo: "x" },
          base: { sha: "--upload-pack=x", ref: 1, repo: [] },
        },
        issue: { number: 8, pull_request: {} },
      },
      { isIssue: false },
    ],
    ["other shapes", { pull_request: [], issue: null, workflow_run: { pull_requests: 3 } }, {}],
  ];

  it.each(rows)("tells of %s", async (_name, payload, event) => {
    expect(await readGithubEvent(eventFile(JSON.stringify(payload)))).toEqual(event);
  });

  it.each(["", "no JSON", "[]", "null", "7"])(
    "tells nothing if it has the text %j",
    async (text) => {
      expect(await readGithubEvent(eventFile(text))).toBeUndefined();
    },
  );

  it("tells nothing if it is missing, no file or not named", async () => {
    const folder = join(tempTree({}), "event.json");
    mkdirSync(folder);
    for (const file of [undefined, "", folder, join(folder, "missing")])
      expect(await readGithubEvent(file)).toBeUndefined();
  });
});
