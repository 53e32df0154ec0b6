import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ciFactsOf } from "../../../src/config/surroundings/ci-facts.ts";
import type { CiFacts } from "../../../src/model/policy/ci-facts.ts";
import { tempTree } from "../../support/temp-tree.ts";

type Variables = Readonly<Record<string, string>>;

const onTopic = async () => "topic";
const factsIn = (env: Variables) => ciFactsOf(env, onTopic);

/** Adds what is known of a job without a pull request. */
const withPull = (facts: CiFacts, { event = facts.event ?? "" } = {}): CiFacts =>
  facts.fork !== false || event.startsWith("pull_request")
    ? facts
    : { ...facts, labels: [], draft: false };

describe("the facts of CI", () => {
  const gitlab = { CI: "true", GITLAB_CI: "true" };
  const azure = { TF_BUILD: "True" };
  const buildkite = { BUILDKITE: "true", BUILDKITE_REPO: "git@github.com:acme/app.git" };
  const pull = { BUILDKITE_PULL_REQUEST: "7", BUILDKITE_PULL_REQUEST_BASE_BRANCH: "main" };
  const travis = { TRAVIS: "true", TRAVIS_REPO_SLUG: "acme/app", TRAVIS_BRANCH: "main" };
  const jenkins = { JENKINS_URL: "https://ci.example", BUILD_ID: "1" };
  const ghprb = { ...jenkins, ghprbPullId: "7", ghprbTargetBranch: "main" };
  const rows: readonly (readonly [string, Variables, CiFacts])[] = [
    ["no CI", {}, { event: "none", provider: "none", fork: false, branch: "topic" }],
    [
      "a shell that says it is no CI",
      { CI: "false", TRAVIS: "true" },
      { event: "none", provider: "none", fork: false, branch: "topic" },
    ],
    ["a system that is not known", { CI: "true" }, {}],
    [
      "GitLab, a push",
      { ...gitlab, CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" },
      { provider: "gitlab", event: "push", branch: "main", fork: false },
    ],
    [
      "GitLab, a schedule",
      { ...gitlab, CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" },
      { provider: "gitlab", event: "schedule", branch: "main", fork: false },
    ],
    [
      "GitLab, started by hand for a tag",
      { ...gitlab, CI_PIPELINE_SOURCE: "web", CI_COMMIT_TAG: "v1" },
      { provider: "gitlab", event: "workflow_dispatch", fork: false },
    ],
    [
      "GitLab, a source of the future",
      { ...gitlab, CI_PIPELINE_SOURCE: "constructor", CI_COMMIT_BRANCH: "main" },
      { provider: "gitlab", branch: "main", fork: false },
    ],
    [
      "GitLab, a merge request of the project",
      {
        ...gitlab,
        CI_PIPELINE_SOURCE: "merge_request_event",
        CI_MERGE_REQUEST_IID: "7",
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
        CI_MERGE_REQUEST_PROJECT_PATH: "acme/app",
        CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: "acme/app",
      },
      { provider: "gitlab", event: "pull_request", branch: "main", fork: false },
    ],
    [
      "GitLab, a merge request of a fork",
      {
        ...gitlab,
        CI_MERGE_REQUEST_IID: "7",
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
        CI_MERGE_REQUEST_PROJECT_PATH: "acme/app",
        CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: "eve/app",
      },
      { provider: "gitlab", event: "pull_request", branch: "main", fork: true },
    ],
    [
      "Azure, a push",
      { ...azure, BUILD_REASON: "IndividualCI", BUILD_SOURCEBRANCH: "refs/heads/a/b" },
      { provider: "azure_pipelines", event: "push", branch: "a/b", fork: false },
    ],
    [
      "Azure, a pull request of a fork",
      {
        ...azure,
        BUILD_REASON: "PullRequest",
        BUILD_SOURCEBRANCH: "refs/pull/7/merge",
        SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/main",
        SYSTEM_PULLREQUEST_ISFORK: "True",
      },
      { provider: "azure_pipelines", event: "pull_request", branch: "main", fork: true },
    ],
    [
      "Azure, a tag",
      { ...azure, BUILD_REASON: "Manual", BUILD_SOURCEBRANCH: "refs/tags/v1" },
      { provider: "azure_pipelines", event: "workflow_dispatch", fork: false },
    ],
    [
      "Buildkite, a pull request of the repository",
      { ...buildkite, ...pull, BUILDKITE_PULL_REQUEST_REPO: "https://github.com/Acme/app.git" },
      { provider: "buildkite", event: "pull_request", branch: "main", fork: false },
    ],
    [
      "Buildkite, a pull request of a fork",
      { ...buildkite, ...pull, BUILDKITE_PULL_REQUEST_REPO: "git://github.com/eve/app.git" },
      { provider: "buildkite", event: "pull_request", branch: "main", fork: true },
    ],
    [
      "Buildkite, a webhook for a tag",
      {
        ...buildkite,
        BUILDKITE_PULL_REQUEST: "false",
        BUILDKITE_SOURCE: "webhook",
        BUILDKITE_BRANCH: "v1",
        BUILDKITE_TAG: "v1",
      },
      { provider: "buildkite", event: "push", fork: false },
    ],
    [
      "CircleCI, a pull request of a fork",
      {
        CI: "true",
        CIRCLECI: "true",
        CIRCLE_PULL_REQUEST: "https://github.com/acme/app/pull/7",
        CIRCLE_PR_REPONAME: "app",
      },
      { provider: "circle", event: "pull_request", fork: true },
    ],
    [
      "Travis, a pull request",
      { ...travis, TRAVIS_PULL_REQUEST: "7", TRAVIS_PULL_REQUEST_SLUG: "eve/app" },
      { provider: "travis", event: "pull_request", branch: "main", fork: true },
    ],
    [
      "Travis, a schedule",
      { ...travis, TRAVIS_PULL_REQUEST: "false", TRAVIS_EVENT_TYPE: "cron" },
      { provider: "travis", event: "schedule", branch: "main", fork: false },
    ],
    [
      "Jenkins, a change of the repository",
      { ...jenkins, CHANGE_ID: "7", CHANGE_TARGET: "main" },
      { provider: "jenkins", event: "pull_request", branch: "main", fork: false },
    ],
    [
      "Jenkins, a change of a fork",
      { ...jenkins, CHANGE_ID: "7", CHANGE_TARGET: "main", CHANGE_FORK: "eve" },
      { provider: "jenkins", event: "pull_request", branch: "main", fork: true },
    ],
    [
      "Jenkins with the builder of pull requests, of a fork",
      {
        ...ghprb,
        ghprbAuthorRepoGitUrl: "https://github.com/eve/app.git",
        ghprbGhRepository: "acme/app",
      },
      { provider: "jenkins", event: "pull_request", branch: "main", fork: true },
    ],
    [
      "Jenkins with the builder of pull requests, of the repository",
      {
        ...ghprb,
        ghprbAuthorRepoGitUrl: "https://github.com/acme/app.git",
        ghprbGhRepository: "acme/app",
      },
      { provider: "jenkins", event: "pull_request", branch: "main", fork: false },
    ],
    [
      "Jenkins with the builder of pull requests, which does not tell whose it is",
      ghprb,
      { provider: "jenkins", event: "pull_request", branch: "main" },
    ],
    [
      "Jenkins with the plugin for GitLab, a merge request of a fork",
      {
        ...jenkins,
        gitlabMergeRequestIid: "7",
        gitlabTargetBranch: "main",
        gitlabSourceRepoHttpUrl: "https://gitlab.example/eve/app.git",
        gitlabTargetRepoHttpUrl: "https://gitlab.example/acme/app.git",
      },
      { provider: "jenkins", event: "pull_request", branch: "main", fork: true },
    ],
    [
      "Jenkins, a branch: nothing says what started it",
      { ...jenkins, GIT_BRANCH: "origin/main" },
      { provider: "jenkins", branch: "main", fork: false },
    ],
    [
      "Drone, a pull request: nothing says where it comes from",
      { DRONE: "true", DRONE_BUILD_EVENT: "pull_request", DRONE_TARGET_BRANCH: "main" },
      { provider: "drone", event: "pull_request", branch: "main" },
    ],
    [
      "Woodpecker, by hand",
      { CI: "woodpecker", CI_PIPELINE_EVENT: "manual", CI_COMMIT_BRANCH: "main" },
      { provider: "woodpecker", event: "workflow_dispatch", branch: "main", fork: false },
    ],
    [
      "Cirrus, a schedule",
      { CIRRUS_CI: "true", CIRRUS_CRON: "nightly", CIRRUS_BRANCH: "main" },
      { provider: "cirrus", event: "schedule", branch: "main", fork: false },
    ],
    [
      "AppVeyor, a push",
      { APPVEYOR: "True", APPVEYOR_REPO_BRANCH: "main", APPVEYOR_REPO_TAG: "false" },
      { provider: "appveyor", event: "push", branch: "main", fork: false },
    ],
    ["TeamCity, which tells nothing", { TEAMCITY_VERSION: "2026.1" }, { provider: "teamcity" }],
    [
      "Heroku, by the path of its Node",
      { NODE: "/app/.heroku/node/bin/node" },
      { provider: "heroku" },
    ],
  ];

  it.each(rows)("tell of %s", async (_name, env, facts) => {
    expect(await factsIn(env)).toEqual(withPull(facts));
  });
});

describe("the facts of a job of GitHub", () => {
  const own = { id: 1 };
  const fork = { id: 2 };
  const onMain = { GITHUB_REF: "refs/heads/main", GITHUB_REF_NAME: "main" };
  const pullOf = (repo: unknown) => ({
    pull_request: { head: { repo }, base: { ref: "main", repo: own } },
  });
  const rows: readonly (readonly [string, Variables, unknown, CiFacts])[] = [
    ["push", onMain, {}, { branch: "main", fork: false }],
    ["push", { GITHUB_REF: "refs/tags/v1", GITHUB_REF_NAME: "v1" }, {}, { fork: false }],
    ["workflow_dispatch", onMain, {}, { branch: "main", fork: false }],
    ["pull_request", { GITHUB_BASE_REF: "main" }, pullOf(own), { branch: "main", fork: false }],
    ["pull_request", { GITHUB_BASE_REF: "main" }, pullOf(fork), { branch: "main", fork: true }],
    ["pull_request", { GITHUB_BASE_REF: "main" }, pullOf(null), { branch: "main", fork: true }],
    ["pull_request", { GITHUB_BASE_REF: "main" }, "no JSON", { branch: "main" }],
    ["pull_request_target", {}, pullOf(fork), { branch: "main", fork: true }],
    ["pull_request_review", {}, pullOf(own), { branch: "main", fork: false }],
    [
      "workflow_run",
      onMain,
      { repository: own, workflow_run: { head_repository: fork } },
      { fork: true },
    ],
    ["issue_comment", onMain, { issue: { pull_request: {} } }, { branch: "main" }],
    ["issue_comment", onMain, { issue: {} }, { branch: "main", fork: false }],
    ["issue_comment", onMain, { issue: null }, { branch: "main" }],
  ];

  it.each(rows)("%s %j", async (event, env, payload, facts) => {
    const file = join(tempTree({}), "event.json");
    writeFileSync(file, typeof payload === "string" ? payload : JSON.stringify(payload));
    const job = { CI: "true", GITHUB_ACTIONS: "true", GITHUB_EVENT_PATH: file, ...env };
    const provider = "github_actions";
    expect(await factsIn({ ...job, GITHUB_EVENT_NAME: event })).toEqual({
      provider,
      event,
      ...withPull(facts, { event }),
    });
    expect(await factsIn({ ...job, GITHUB_EVENT_NAME: event, GITEA_ACTIONS: "true" })).toEqual({
      provider: "gitea_actions",
      event,
      ...withPull(facts, { event }),
    });
  });
});

describe("the facts of a pull request in the event of GitHub", () => {
  const whole = {
    user: { login: "renovate[bot]" },
    labels: [{ name: "area/ui: \u{1f98a}" }, { name: "codemod" }],
    head: { ref: "feat/x", repo: { id: 1 } },
    base: { ref: "main", repo: { id: 1 } },
    draft: true,
  };
  const known = {
    author: "renovate[bot]",
    labels: ["area/ui: \u{1f98a}", "codemod"],
    source: "feat/x",
    draft: true,
  };

  it.each<[what: string, pull: object, facts: CiFacts]>([
    ["are those that it tells", whole, known],
    [
      "are unknown if their form is another",
      { ...whole, user: "me", labels: "x", draft: "no", head: { ref: 7 } },
      {},
    ],
    [
      "have no labels if one of them is none",
      { ...whole, labels: [{ name: "a" }, {}] },
      { ...known, labels: undefined as never },
    ],
    [
      "have no name that is endless",
      { ...whole, user: { login: "x".repeat(2000) } },
      { ...known, author: undefined as never },
    ],
    ["know that there are no labels", { ...whole, labels: [] }, { ...known, labels: [] }],
  ])("%s", async (_what, pull_request, facts) => {
    const file = join(tempTree({}), "event.json");
    writeFileSync(file, JSON.stringify({ pull_request }));
    const job = {
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_PATH: file,
      GITHUB_EVENT_NAME: "pull_request",
    };
    const { author, labels, source, draft } = await factsIn(job);
    expect({ author, labels, source, draft }).toEqual(facts);
  });
});
