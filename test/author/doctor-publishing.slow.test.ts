import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { examined, FILES } from "../support/examined-tree.ts";
import { tempFolder, tempRepository } from "../support/temp-tree.ts";

type Variables = Readonly<Record<string, string>>;

const PUBLISH = "publish: { per: run }\n";
const GITHUB = { GITHUB_ACTIONS: "true", GITHUB_REPOSITORY: "octo/demo" };
const GITLAB = { GITLAB_CI: "true", CI_PROJECT_ID: "7", CI_PROJECT_URL: "https://gitlab.test/a/b" };

/** Looks at a repository whose policy has these lines, in a job with these variables. */
async function look(lines: string, variables: Variables = {}) {
  const policy = `${FILES["sluice.policy.yaml"]}${lines}`;
  const root = tempRepository({ ...FILES, "sluice.policy.yaml": policy });
  const env = { PATH: process.env.PATH, ...variables };
  const fetched = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new Error("No server is asked."));
  try {
    return await examined(root, ["--trust", "all"], { env });
  } finally {
    globalThis.fetch = fetched;
  }
}

describe("sluice doctor about pull requests", () => {
  it("says nothing where the policy wants none, and little outside of a job", async () => {
    const without = await look("", { ...GITHUB, GITHUB_TOKEN: "ghp_1" });
    for (const about of ["forge", "token", "base", "teams"]) expect(without.of(about)).toEqual([]);
    const outside = await look(PUBLISH);
    expect(outside.of("forge")).toMatchObject([{ state: "ok" }]);
    expect(outside.of("token")).toEqual([]);
  });

  it.each<[string, Variables, "ok" | "note", string]>([
    ["none", GITHUB, "note", "no token in GITHUB_TOKEN or GH_TOKEN"],
    ["a job's or an app's", { ...GITHUB, GITHUB_TOKEN: "ghs_1" }, "note", "start no workflows"],
    ["a person's", { ...GITHUB, GH_TOKEN: "github_pat_1" }, "ok", "GH_TOKEN is a person's"],
    ["of another form", { ...GITHUB, GITHUB_TOKEN: "old-1" }, "note", "Nothing tells whose"],
    ["none of GitLab", { ...GITLAB, CI_JOB_TOKEN: "j" }, "note", "no token in GITLAB_TOKEN"],
    ["an access token", { ...GITLAB, GITLAB_TOKEN: "glpat-1" }, "ok", "an access token"],
  ])("says which token there is, and never shows it: %s", async (_name, job, state, part) => {
    const { of, exitCode } = await look(PUBLISH, job);
    expect(exitCode).toBe(0);
    expect(of("token")).toMatchObject([{ state, message: expect.stringContaining(part) }]);
    for (const name of ["GITHUB_TOKEN", "GH_TOKEN", "GITLAB_TOKEN"])
      if (name in job)
        expect(JSON.stringify(of("token"))).not.toContain(job[name as keyof typeof job]);
  });

  it("notes a job of another branch than that of the pull requests", async () => {
    const file = join(tempFolder(), "event.json");
    writeFileSync(file, JSON.stringify({ repository: { default_branch: "main" } }));
    const job = { ...GITHUB, GITHUB_EVENT_PATH: file, GITHUB_REF_TYPE: "branch" };
    const main = await look(PUBLISH, { ...job, GITHUB_REF_NAME: "main" });
    expect(main.of("base")).toMatchObject([{ state: "ok", message: "main" }]);
    const other = await look(PUBLISH, { ...job, GITHUB_REF_NAME: "topic" });
    expect(other.of("base")).toMatchObject([
      { state: "note", message: expect.stringContaining("for main, and the job is one of topic") },
    ]);
    const gitlab = { ...GITLAB, CI_DEFAULT_BRANCH: "main", CI_COMMIT_BRANCH: "dev" };
    expect((await look(PUBLISH, gitlab)).of("base")).toMatchObject([{ state: "note" }]);
    const named = await look("publish: { per: run, base: dev }\n", gitlab);
    expect(named.of("base")).toMatchObject([{ state: "ok", message: "dev" }]);
    expect((await look(PUBLISH, GITHUB)).of("base")).toMatchObject([{ state: "ok" }]);
  });

  it("notes workflow files that no token of a job pushes, and teams that it cannot look into", async () => {
    const { of } = await look(
      `${PUBLISH}lift: [protected-ci]\napprovals: { by: [octo/core, ann] }\n`,
      GITHUB,
    );
    expect(of("workflows")).toMatchObject([{ state: "note" }]);
    expect(of("teams")).toMatchObject([
      { state: "note", message: expect.stringContaining("names octo/core: without") },
    ]);
    const plain = await look(`${PUBLISH}approvals: { by: write }\n`, GITHUB);
    expect([...plain.of("workflows"), ...plain.of("teams")]).toEqual([]);
  });

  it("says that a policy that a pull request has checked out never pushes", async () => {
    const { of } = await look(PUBLISH, { ...GITHUB, GITHUB_EVENT_NAME: "pull_request" });
    expect(of("forge-consent")).toMatchObject([
      { state: "note", message: expect.stringContaining("checks out a pull request") },
    ]);
  });

  it("says which variable of a job is wrong", async () => {
    const { of } = await look(PUBLISH, { ...GITHUB, GITHUB_REPOSITORY: "demo" });
    expect(of("forge")).toMatchObject([
      { state: "note", message: expect.stringContaining("GITHUB_REPOSITORY") },
    ]);
  });
});
