import { describe, expect, it } from "vitest";
import { fetchedName } from "../../../src/config/sources/base/fetch-advice.ts";
import { ciFactsOf } from "../../../src/config/surroundings/ci-facts.ts";
import {
  CI_SYSTEMS,
  type CiSystem,
  ciWorkspaces,
  isRunnerLog,
} from "../../../src/shared/ci/ci-systems.ts";
import { detectPullRequest, findCiJob } from "../../../src/shared/ci/find-ci-job.ts";

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
  ["TeamCity", { TEAMCITY_VERSION: "0" }],
])("cannot tell if a job of %s checks out a pull request", (system, env) => {
  const eventFile = "GITHUB_EVENT_PATH" in env ? { eventFile: "/e.json" } : {};
  expect(detectPullRequest(env)).toEqual({ system, isUnclear: true, ...eventFile });
});

/** Returns variables for which a condition holds. */
function set(condition: string | undefined, value: string): Record<string, string> {
  const [first = ""] = (condition ?? "").split("|");
  const [name = "", own] = first.replace("*=", "=").split("=");
  return name === "" ? {} : { [name]: own ?? value };
}

function marksOf({ marks }: CiSystem): Record<string, string> {
  return Object.assign({}, ...marks.map((mark) => set(mark, "1")));
}

const signsOf = (system: CiSystem) =>
  (system.pull?.signs ?? []).map((sign): [string, string, CiSystem] => [system.name, sign, system]);

describe("every row of the table", () => {
  it("has an id and marks of its own, and says what trust and facts ask", () => {
    const ids = CI_SYSTEMS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const marks = CI_SYSTEMS.map((system) => system.marks.join(" "));
    expect(new Set(marks).size).toBe(marks.length);
    const incomplete = CI_SYSTEMS.filter(
      ({ pull, event, signs, branches, tag }) =>
        pull === undefined && [event, signs, branches, tag].some((column) => column !== undefined),
    );
    expect(incomplete).toEqual([]);
  });

  it.each(CI_SYSTEMS)("is found by the marks of $id", (system) => {
    const job = findCiJob(marksOf(system));
    expect(job).toMatchObject({ kind: "known", system: { id: system.id } });
  });

  it.each(CI_SYSTEMS.flatMap(signsOf))(
    "finds a pull request of %s by %s, and its base",
    (_name, sign, system) => {
      const { commits, branches } = system.pull ?? {};
      const base = { ...set(commits?.[0], SHA), ...set(branches?.[0], "refs/heads/dev") };
      const marks = marksOf(system);
      const pull = set(sign, "7");
      const job = { ...marks, ...base, ...pull };
      expect(detectPullRequest(job)).toEqual({
        system: system.name,
        ...(commits ? { commit: SHA } : {}),
        ...(branches ? { branch: "dev" } : {}),
      });
      expect(detectPullRequest({ CI: "false", ...job })).toBeDefined();
      const [variable = ""] = Object.keys(pull);
      expect(detectPullRequest({ ...job, [variable]: "" })).toBeUndefined();
      expect(detectPullRequest({ ...job, [variable]: "false" })).toBeUndefined();
      const [mark = ""] = Object.keys(marks);
      if (system.pull?.marks === undefined && system.id !== "gitea_actions")
        expect(detectPullRequest({ ...job, [mark]: "" })).toBeUndefined();
    },
  );

  it.each(CI_SYSTEMS.flatMap(signsOf))(
    "has the facts of %s and trust agree on %s",
    async (_name, sign, system) => {
      const { commits, branches } = system.pull ?? {};
      const base = { ...set(commits?.[0], SHA), ...set(branches?.[0], "dev") };
      const job = { ...marksOf(system), ...base };
      const pull = await ciFactsOf({ ...job, ...set(sign, "7") }, async () => "topic");
      expect(pull).toMatchObject({
        provider: system.id,
        event: expect.stringMatching(/^pull_request/),
      });
      expect(pull.branch).toBe(branches && "dev");
      const other = await ciFactsOf(job, async () => "topic");
      expect(other.event).not.toBe("pull_request");
    },
  );

  it("takes no other value of an event for a pull request than trust does", async () => {
    for (const system of CI_SYSTEMS) {
      const { event } = system;
      for (const value of event?.words?.split(" ") ?? []) {
        const job = { ...marksOf(system), ...set(event?.variable, value.split("=")[0] ?? "") };
        const isPull = (await ciFactsOf(job, async () => "topic")).event === "pull_request";
        expect([system.id, value, isPull]).toEqual([
          system.id,
          value,
          detectPullRequest(job) !== undefined,
        ]);
      }
    }
  });
});

it("takes a job for one of a pull request whatever else is set, for trust and for the facts", async () => {
  const onTopic = async () => "topic";
  const gitlab = { CI: "false", GITLAB_CI: "true", CI_MERGE_REQUEST_IID: "3" };
  expect(detectPullRequest(gitlab)).toEqual({ system: "GitLab CI" });
  expect(await ciFactsOf(gitlab, onTopic)).toEqual({ provider: "gitlab", event: "pull_request" });
  const jenkins = { BUILD_ID: "1", CHANGE_ID: "7" };
  expect(detectPullRequest(jenkins)).toEqual({ system: "Jenkins" });
  expect(await ciFactsOf(jenkins, onTopic)).toEqual({
    provider: "jenkins",
    event: "pull_request",
    fork: false,
  });
  const github = { GITHUB_EVENT_NAME: "pull_request", GITLAB_CI: "true", GITHUB_BASE_REF: "main" };
  expect(detectPullRequest(github)).toEqual({ system: "GitHub", branch: "main" });
  expect(await ciFactsOf(github, onTopic)).toEqual({
    provider: "github_actions",
    event: "pull_request",
    branch: "main",
  });
  const marked = { GITLAB_CI: "false", CI_MERGE_REQUEST_IID: "3" };
  expect(detectPullRequest(marked)).toEqual({ system: "GitLab CI" });
});

it("takes what may be another system's variable for no job of Jenkins", async () => {
  expect(findCiJob({ BUILD_ID: "1" })).toEqual({ kind: "unknown" });
  expect(findCiJob({ CHANGE_ID: "7" })).toEqual({ kind: "none" });
  expect(findCiJob({ CI: "false", GITLAB_CI: "true" })).toEqual({ kind: "none" });
});

it("lists the workspaces of all systems, absolute and once", () => {
  expect(
    ciWorkspaces({
      GITHUB_WORKSPACE: "/w",
      WORKSPACE: "/j",
      CI_PROJECT_DIR: "here",
      DRONE_WORKSPACE: "/j",
    }),
  ).toEqual(["/w", "/j"]);
});

it("knows the runners that read commands in a log", () => {
  const logs = [
    { GITHUB_ACTIONS: "true" },
    { GITEA_ACTIONS: "true" },
    { TF_BUILD: "True" },
    { TEAMCITY_VERSION: "2026" },
  ];
  expect(logs.map(isRunnerLog)).toEqual([true, true, true, true]);
  expect([{}, { GITHUB_ACTIONS: "false" }, { GITLAB_CI: "true" }].map(isRunnerLog)).toEqual([
    false,
    false,
    false,
  ]);
});

it("quotes the name of a branch in the command that it advises", () => {
  const env = { TRAVIS: "true", TRAVIS_PULL_REQUEST: "3", TRAVIS_BRANCH: "a;$(x)'`y`" };
  const { branch } = detectPullRequest(env) ?? {};
  const origin = { name: "origin", address: "" };
  const fetched = fetchedName(`refs/remotes/origin/${branch}`, { all: [origin], main: origin });
  expect(fetched?.words).toBe(
    "origin '+refs/heads/a;$(x)'\\''`y`:refs/remotes/origin/a;$(x)'\\''`y`'",
  );
});

it.each(["-x", "a b", "../x", "a..b", "a\nb", "a~1", "a^{x}", "a:b", "a/", "@{-1}"])(
  "takes no branch of the name %j",
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
  expect(detectPullRequest(env)).toEqual({ system: "GitLab CI", branch: "main", parted: SHA });
  const tip = SHA.replace("0", "f");
  const merged = { ...env, CI_MERGE_REQUEST_TARGET_BRANCH_SHA: tip };
  expect(detectPullRequest(merged)).toMatchObject({ commit: tip });
});
