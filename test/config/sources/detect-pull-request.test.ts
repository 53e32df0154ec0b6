import { expect, it } from "vitest";
import { CI_SYSTEMS } from "../../../src/config/sources/ci-systems.ts";
import { detectPullRequest } from "../../../src/config/sources/detect-pull-request.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";

it.each<[event: string, isOne: boolean]>([
  ["pull_request", true],
  ["pull_request_target", true],
  ["pull_request_review", true],
  ["push", false],
  ["merge_group", false],
  ["schedule", false],
])("takes the event %s of GitHub for a pull request: %s", (event, isOne) => {
  const env = { GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: "/e.json", GITHUB_BASE_REF: "main" };
  const job = { system: "GitHub", branch: "main", eventFile: "/e.json" };
  expect(detectPullRequest(env)).toEqual(isOne ? job : undefined);
});

it.each([
  ["GitHub (workflow_run)", { GITHUB_EVENT_NAME: "workflow_run", GITHUB_EVENT_PATH: "/e.json" }],
  ["GitHub (issue_comment)", { GITHUB_EVENT_NAME: "issue_comment", GITHUB_EVENT_PATH: "/e.json" }],
  ["TeamCity", { TEAMCITY_VERSION: "2025.07" }],
])("cannot tell if a job of %s checks out a pull request", (system, env) => {
  const eventFile = "GITHUB_EVENT_PATH" in env ? { eventFile: "/e.json" } : {};
  expect(detectPullRequest(env)).toEqual({ system, isUnclear: true, ...eventFile });
});

it.each(CI_SYSTEMS)("knows a pull request of $name, and its base", (system) => {
  const set = (condition: string | undefined, value: string) => {
    const [name = "", own] = (condition ?? "").split("=");
    return name === "" ? {} : { [name]: own ?? value };
  };
  const job = set(system.marks[0], "1");
  const pull = set(system.pulls[0], "7");
  const base = { ...set(system.commits?.[0], SHA), ...set(system.branches?.[0], "refs/heads/dev") };
  expect(detectPullRequest({ ...job, ...pull, ...base })).toEqual({
    system: system.name,
    ...(system.commits ? { commit: SHA } : {}),
    ...(system.branches ? { branch: "dev" } : {}),
  });
  expect(detectPullRequest({ ...job, ...base })).toBeUndefined();
  const isByValue = system.pulls[0]?.includes("=");
  if (!isByValue)
    expect(
      detectPullRequest({ ...job, ...base, ...set(system.pulls[0], "false") }),
    ).toBeUndefined();
});

it.each(["-x", "a b", "a;b", "$(x)", "../x", "a..b", "x`y`"])(
  "does not advise a command with the branch %s",
  (branch) => {
    const env = { TRAVIS: "true", TRAVIS_PULL_REQUEST: "3", TRAVIS_BRANCH: branch };
    expect(detectPullRequest(env)).toEqual({ system: "Travis CI" });
  },
);

it("takes no text for a commit that is no id", () => {
  const env = {
    GITLAB_CI: "1",
    CI_MERGE_REQUEST_ID: "1",
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: "HEAD",
  };
  expect(detectPullRequest(env)).toEqual({ system: "GitLab CI" });
});

it("never takes the merge base, which the author of the head chooses, for the base", () => {
  const env = {
    GITLAB_CI: "true",
    CI_MERGE_REQUEST_IID: "1",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: SHA,
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: "",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
  };
  expect(detectPullRequest(env)).toEqual({ system: "GitLab CI", branch: "main" });
  const tip = SHA.replace("0", "f");
  const merged = { ...env, CI_MERGE_REQUEST_TARGET_BRANCH_SHA: tip };
  expect(detectPullRequest(merged)).toMatchObject({ commit: tip });
});
