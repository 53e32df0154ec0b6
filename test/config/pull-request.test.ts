import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { commitAll, git, tempFolder, tempRepository, writeTree } from "../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: s, ast_edit: { paths: ["**/*.ts"], per: match, ops: [{ pat: "f($A)", out: "g($A)" }] } }
`;
const policy = (name: string) => `version: 1
default: { verdict: discard, reason: "${name}: a line of others." }
rules: [{ id: own, when: { touchesChangedLines: true }, verdict: apply, reason: "${name}: an own line." }]
`;

/** A clone as CI makes it: main has moved on after the last push of the pull request, and again after CI merged. */
function played() {
  const root = tempRepository({
    "r.yaml": RECIPE,
    "sluice.policy.yaml": policy("old"),
    "shared.ts": "a();\nb();\nc();\nd();\ne();\n",
    "other.ts": "x();\n",
  });
  const commit = (files: Readonly<Record<string, string>>) => {
    writeTree(root, files);
    commitAll(root);
    return git(root, "rev-parse", "HEAD").trim();
  };
  const base = git(root, "rev-parse", "HEAD").trim();
  git(root, "checkout", "-q", "-b", "feature");
  const head = commit({ "mine.ts": "f(1);\n", "shared.ts": "a();\nb();\nc();\nd();\nf(2);\n" });
  git(root, "checkout", "-q", "main");
  const others = { "other.ts": "f(91);\n", "shared.ts": "f(92);\nb();\nc();\nd();\ne();\n" };
  const now = commit({ ...others, "sluice.policy.yaml": policy("now") });
  git(root, "checkout", "-q", "--detach");
  git(root, "merge", "-q", "--no-ff", "-m", "Merge", "feature");
  const merge = git(root, "rev-parse", "HEAD").trim();
  git(root, "checkout", "-q", "main");
  const tip = commit({ "later.ts": "f(93);\n", "other.ts": "f(91); f(94);\n" });
  git(root, "update-ref", "refs/remotes/origin/main", tip);
  const event = join(tempFolder(), "event.json");
  const sides = { base: { sha: base, ref: "main" }, head: { sha: head } };
  writeFileSync(event, JSON.stringify({ pull_request: { number: 1, ...sides } }));
  const github = {
    ...{ GITHUB_ACTIONS: "true", GITHUB_EVENT_NAME: "pull_request", GITHUB_EVENT_PATH: event },
    ...{ GITHUB_BASE_REF: "main", GITHUB_SHA: merge },
  };
  const gitlab = {
    ...{ GITLAB_CI: "true", CI_MERGE_REQUEST_ID: "1", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" },
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
  };
  const sha = { CI_MERGE_REQUEST_TARGET_BRANCH_SHA: now, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head };
  return {
    root,
    /** By the place of the checkout: the commit, and the variables of the job. */
    jobs: {
      "GitHub's merge": [merge, github],
      "GitLab's merged result": [merge, { ...gitlab, ...sha, CI_COMMIT_SHA: merge }],
      "GitLab's head": [head, { ...gitlab, CI_COMMIT_SHA: head }],
    },
  } as const;
}

it("a job for a pull request sees only the pull request, by the policy of now, whatever others did on main", async () => {
  const { root, jobs } = played();
  const log = join(tempFolder(), "annotations.txt");
  const OWN = ["mine.ts", "shared.ts"].map((file) => `✔ would apply ${file} — now: an own line.`);
  for (const [name, [commit, job]] of Object.entries(jobs)) {
    git(root, "checkout", "-q", "--detach", commit);
    const env = { PATH: process.env.PATH, CI: "true", ...job };
    const argv = ["preview", "r.yaml", "--since", "pull-request", "--check"];
    const { exitCode, stdout } = await cli(root, [...argv, "--report", `github=${log}`], { env });
    const lines = stdout.split("\n");
    const others =
      name === "GitLab's head" ? [] : ["✘ discarded shared.ts — now: a line of others."];
    const verdicts = lines.filter((line) => /^[✔✘]/.test(line)).map((line) => line.split(" [")[0]);
    expect([name, exitCode, verdicts]).toEqual([name, 1, [...OWN, ...others]]);
    const places = readFileSync(log, "utf8").matchAll(/^::notice file=([^,]+),line=(\d+)/gm);
    expect([...places].map(([, file, line]) => `${file}:${line}`)).toEqual([
      "mine.ts:1",
      "shared.ts:5",
    ]);
    expect(stdout).toMatch(
      others.length === 0
        ? /Limited to 2 files: --since pull-request \(\w+, where the head parted from the target branch\)/
        : /Limited to 2 files: --since pull-request \(\w+, with which CI merged the head\)/,
    );
  }
});
