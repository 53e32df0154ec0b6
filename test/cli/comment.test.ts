import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addPull } from "../support/forge/forge-rules.ts";
import { startForge } from "../support/forge/forge-server.ts";
import { addRepository, shaOf } from "../support/forge/forge-state.ts";
import { githubFace } from "../support/forge/github.ts";
import { startForgeServer } from "../support/forge-server.ts";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const RECIPE = `version: 1
name: swap
steps:
  - id: swap
    ast_edit: { paths: ["src/**"], ops: [{ pat: "equal($A, $B)", out: "equal($B, $A)" }] }
`;
const FILES = { "swap.yaml": RECIPE, "src/a.ts": "equal(a, b);\n" };

/** A tree with the report `r.json` of a preview that holds its only action. */
async function reportedTree(): Promise<string> {
  const root = tempTree(FILES);
  const argv = ["preview", "swap.yaml", "--policy", "hold-all", "--report", "json=r.json"];
  expect(await cli(root, argv)).toMatchObject({ exitCode: 0 });
  return root;
}

const after = (milliseconds: number) => AbortSignal.timeout(milliseconds);

/** A job of GitLab for the merge request 7. */
async function gitlabJob() {
  const root = await reportedTree();
  const server = await startForgeServer();
  const env = {
    GITLAB_CI: "true",
    GITLAB_TOKEN: "glpat-0123456789",
    CI_API_V4_URL: `${server.url}/api/v4`,
    CI_PROJECT_ID: "42",
    CI_MERGE_REQUEST_IID: "7",
    CI_PROJECT_DIR: root,
    CI_JOB_URL: "https://gitlab.test/o/r/-/jobs/1",
  };
  return { root, server, env };
}

describe("sluice comment", () => {
  it("puts a report on a merge request of GitLab, and updates it", async () => {
    const { root, server, env } = await gitlabJob();
    const first = await cli(root, ["comment", "r.json"], { env, after });
    expect(first).toEqual({ exitCode: 0, stdout: "The comment was created\n", stderr: "" });
    expect(server.comments[0]?.body).toContain("| src/a.ts | held |");
    expect(server.comments[0]?.body).toContain(
      "sluice plan swap.yaml --policy hold-all -o sluice-plan.json",
    );
    expect(server.comments[0]?.body).toContain(
      "[Log of the job](https://gitlab.test/o/r/-/jobs/1)",
    );
    const second = await cli(root, ["comment", "r.json", "--format", "json"], { env, after });
    expect(JSON.parse(second.stdout)).toEqual({
      formatVersion: "1.0",
      kind: "updated",
      suggestions: 0,
      notes: [],
    });
    expect(server.comments).toHaveLength(1);
  });

  it("puts a report on a pull request of GitHub from another CI system", async () => {
    const [root, server] = [await reportedTree(), await startForgeServer()];
    const env = {
      GITHUB_API_URL: server.url,
      GITHUB_REPOSITORY: "octo/demo",
      GH_TOKEN: "ghs_0123456789",
    };
    const argv = ["comment", "r.json", "--forge", "github", "--pull-request", "7", "--id", "one"];
    expect(await cli(root, argv, { env, after })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^The comment was created: https:\/\/github\.test\/c\/\d+\n$/),
    });
  });

  it("keeps a check run, too, and says where there can be none", async () => {
    const root = await reportedTree();
    const forge = await startForge(githubFace);
    const demo = addRepository(forge.state, "octo/demo");
    demo.branches.set("topic", shaOf(1));
    addPull(forge.state, demo, { branch: "topic" });
    const event = join(tempTree({}), "event.json");
    const pull = { number: 1, head: { sha: shaOf(1) } };
    writeFileSync(event, JSON.stringify({ pull_request: pull }));
    const env = {
      ...{ GITHUB_ACTIONS: "true", GITHUB_API_URL: forge.url, GITHUB_REPOSITORY: "octo/demo" },
      ...{ GITHUB_EVENT_PATH: event, GITHUB_TOKEN: "ghs_0123456789" },
    };
    const argv = ["comment", "r.json", "--check-run"];
    expect(await cli(root, argv, { env, after })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^The comment was created: .*\nThe check run was created \(neutral\): https:\/\/github\.test\/\S+\n$/,
      ),
    });
    const { stdout } = await cli(root, [...argv, "--format", "json"], { env, after });
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "updated",
      checkRun: { kind: "updated", conclusion: "neutral", notes: [] },
    });
    const gitlab = await gitlabJob();
    expect(await cli(gitlab.root, argv, { env: gitlab.env, after })).toMatchObject({
      exitCode: 0,
      stdout: "The comment was created\nNo check run.\n",
      stderr: expect.stringMatching(/^sluice: GitLab has no check runs\./),
    });
  });

  it("is no failure where there is no token or no pull request, and says why", async () => {
    const { root, server, env } = await gitlabJob();
    expect(
      await cli(root, ["comment", "r.json"], { env: { ...env, GITLAB_TOKEN: "" }, after }),
    ).toEqual({
      exitCode: 0,
      stdout: "No comment.\n",
      stderr: expect.stringMatching(/^sluice: There is no token\. Set GITLAB_TOKEN to /),
    });
    expect(await cli(root, ["comment", "r.json"], { env: {} })).toMatchObject({
      exitCode: 0,
      stderr: "sluice: This is neither a job of GitHub nor one of GitLab.\n",
    });
    expect(server.requests).toEqual([]);
  });

  it("prints the Markdown with --dry-run, and asks no server", async () => {
    const { root, server, env } = await gitlabJob();
    const { exitCode, stdout } = await cli(root, ["comment", "r.json", "--dry-run"], { env });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^<!-- sluice comment [0-9a-f]{16} -->\n<!-- sluice run .* -->\n\n### Sluice preview: ok\n/,
    );
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["missing.json", undefined, "is not there."],
    ["a", undefined, "is not a file."],
    ["x.json", "{", "is no report: it is not JSON."],
    ["x.json", "[]", "is no report: it is not an object."],
    [
      "x.json",
      "{}",
      "is no report: it does not have the keys of a report: `formatVersion` is missing",
    ],
    ["x.json", "[".repeat(5000), "is no report: it is nested deeper than"],
  ])("refuses %s that is no report, with exit code 2", async (name, text, fault) => {
    const folder = tempTree({ "a/b": "" });
    if (text !== undefined) writeFileSync(join(folder, name), text);
    const { exitCode, stderr } = await cli(folder, ["comment", name], { env: {} });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`sluice: The report ${name} ${fault}`);
  });

  it("takes a report whose texts are hostile, and sends a comment that is whole", async () => {
    const { root, server, env } = await gitlabJob();
    const report = JSON.parse(readFileSync(join(root, "r.json"), "utf8"));
    const evil = "|@all\n/close\n</details>\u202e";
    Object.assign(report.actions[0], {
      reason: evil,
      label: evil,
      recipe: evil,
      step: evil,
      ruleId: evil,
    });
    const [file] = report.actions[0].files;
    const [head] = file.diff.split("@@ ");
    file.diff = `${head}@@ -1 +1 @@\n-\`\`\`\r\`\`\`\n\\\n/merge\n+\`\`\`\n`.replace(
      "\n/merge",
      "/merge",
    );
    report.actions[0].state = "would-apply";
    writeFileSync(join(root, "evil.json"), JSON.stringify(report));
    expect(await cli(root, ["comment", "evil.json"], { env, after })).toMatchObject({
      exitCode: 0,
    });
    expect(server.comments[0]?.body).not.toMatch(/^\//m);
    const outside = server.comments[0]?.body.replace(/^(`{3,})\w+\n[\s\S]*?\n\1$/gm, "");
    expect(outside).not.toMatch(/@(?!&#8203;)|\u202e/m);
    expect(outside?.match(/<\/details>/g)).toHaveLength(1);
  });
});
