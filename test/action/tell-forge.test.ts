import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addPull } from "../support/forge/forge-rules.ts";
import { startForge } from "../support/forge/forge-server.ts";
import { addRepository, shaOf } from "../support/forge/forge-state.ts";
import { githubFace } from "../support/forge/github.ts";
import { type ForgeServer, startForgeServer } from "../support/forge-server.ts";
import { git, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { runStep } from "./run-step.ts";

const TOKEN = "ghs_secret0123456789";
const FILES = {
  "swap.yaml":
    "version: 1\nname: swap\nsteps:\n  - ast_edit: { paths: [src/**], ops: [{ pat: 'equal($A, $B)', out: 'equal($B, $A)' }] }\n",
  "src/a.ts": "equal(a, b);\n",
};

const EVENT = { pull_request: { number: 7, head: { sha: "a".repeat(40) } } };

/** Runs a step of a job for the pull request 7, whose head has these files. */
async function stepOnPull(
  server: Pick<ForgeServer, "url">,
  inputs: Readonly<Record<string, string>>,
  event: unknown = EVENT,
  files: Readonly<Record<string, string>> = FILES,
) {
  const root = tempRepository(files);
  const file = join(tempFolder(), "event.json");
  writeFileSync(file, JSON.stringify(event));
  const withheld: string[] = [];
  const after = (milliseconds: number) => AbortSignal.timeout(milliseconds / 100);
  const withhold = (names: readonly string[]) => void withheld.push(...names);
  const variables = {
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: server.url,
    GITHUB_SERVER_URL: "https://github.test",
    GITHUB_REPOSITORY: "octo/demo",
    GITHUB_RUN_ID: "99",
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: file,
    GITHUB_WORKFLOW: "Codemods",
    GITHUB_JOB: "sluice",
  };
  const defaults = {
    recipes: "swap.yaml",
    policy: "apply-all",
    trust: "all",
    "github-token": TOKEN,
  };
  const step = await runStep(root, { ...defaults, ...inputs }, { after, withhold }, variables);
  const notices = step.log.split("\n").filter((line) => line.startsWith("::notice"));
  return { ...step, notices, withheld, changes: git(root, "status", "--porcelain", "src") };
}

describe("the check run of a step", () => {
  test("is made on the head beside the comment, ends as the step does, and is no failure where it may not be", async () => {
    const forge = await startForge(githubFace);
    forge.state.viewer = "github-actions[bot]";
    const demo = addRepository(forge.state, "octo/demo");
    demo.branches.set("topic", shaOf(1));
    addPull(forge.state, demo, { branch: "topic" });
    const event = { pull_request: { number: 1, head: { sha: shaOf(1) } } };
    const both = { comment: "true", "check-run": "true", suggestions: "0", check: "true" };
    const step = await stepOnPull(forge, both, event);
    expect(step).toMatchObject({ exitCode: 1, notices: [] });
    expect(demo.pulls[0]?.comments).toHaveLength(1);
    expect(demo.checks).toMatchObject([
      {
        ...{ name: "Sluice: Codemods / sluice", head: shaOf(1), conclusion: "failure" },
        annotations: [{ path: "src/a.ts", start_line: 1, annotation_level: "notice" }],
      },
    ]);
    demo.checks.length = 0;
    forge.state.may.writeChecks = false;
    const fork = await stepOnPull(forge, { "check-run": "true", check: "true" }, event);
    expect(fork.exitCode).toBe(step.exitCode);
    expect(fork.notices).toEqual([expect.stringMatching(/There is no check run.*checks: write/)]);
    expect(demo.pulls[0]?.comments).toHaveLength(1);
  });
});

describe("the comment of a step", () => {
  test("is made, updated by the next step, and has a suggestion on the diff", async () => {
    const server = await startForgeServer();
    server.patches.set("src/a.ts", "@@ -0,0 +1 @@\n+equal(a, b);");
    const first = await stepOnPull(server, { comment: "true" });
    expect(first).toMatchObject({ exitCode: 0, notices: [], changes: "" });
    expect(first.withheld).toEqual(["SLUICE_INPUT_GITHUB_TOKEN"]);
    expect(server.comments[0]?.body).toContain("+equal(b, a);");
    expect(server.comments[0]?.body).toContain("https://github.test/octo/demo/actions/runs/99");
    expect(server.reviews).toHaveLength(1);
    await stepOnPull(server, { comment: "true", policy: "hold-all", "fail-on": "held" });
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body).toContain("| src/a.ts | held |");
    expect(server.comments[0]?.body).toMatch(/Exit code [14]: /);
    expect(server.reviews).toHaveLength(1);
  });

  test("has commands with the choice of files and the names of inputs, without their values", async () => {
    const server = await startForgeServer();
    const recipe = `inputs: { to: { type: string } }\n${FILES["swap.yaml"]}`;
    const files = {
      ...FILES,
      "swap.yaml": recipe.replace("equal($B, $A)", "${{ inputs.to }}($A)"),
    };
    const inputs = { inputs: "to=private", args: "--paths src --exclude 'a b/**'" };
    await stepOnPull(server, { comment: "true", ...inputs }, EVENT, files);
    expect(server.comments[0]?.body).toContain(
      "\nsluice run swap.yaml --policy apply-all --paths src --exclude 'a b/**' --input 'to=…'\n",
    );
  });

  test("is not made unless it is asked for, and without suggestions if there may be none", async () => {
    const server = await startForgeServer();
    server.patches.set("src/a.ts", "@@ -0,0 +1 @@\n+equal(a, b);");
    await stepOnPull(server, {});
    expect(server.requests).toEqual([]);
    await stepOnPull(server, { comment: "true", suggestions: "0" });
    expect(server.comments).toHaveLength(1);
    expect(server.reviews).toEqual([]);
    await stepOnPull(server, { comment: "true", suggestions: "0", "comment-id": "other" });
    expect(server.comments).toHaveLength(2);
  });

  test("is no failure for the token of a fork: summary and annotations stay, and a notice says why", async () => {
    const server = await startForgeServer();
    server.intercept = ({ path }) =>
      path.endsWith("/comments")
        ? { status: 403, body: { message: `Resource not accessible by integration ${TOKEN}` } }
        : undefined;
    const step = await stepOnPull(server, { comment: "true", check: "true" });
    const plain = await stepOnPull(server, { check: "true" });
    expect(step.exitCode).toBe(plain.exitCode);
    expect(step.summary).toBe(plain.summary);
    expect(step.annotations).toEqual(plain.annotations);
    expect(step.notices).toEqual([
      expect.stringMatching(
        /^::notice title=Sluice::There is no comment on the pull request\. The token may not do this \(403: .*\)\. Give the job/,
      ),
    ]);
    expect(`${step.log}${step.summary}`).not.toContain(TOKEN);
  });

  test("is left out for invalid inputs and for a push, which is no failure", async () => {
    const server = await startForgeServer();
    const invalid = await stepOnPull(server, { comment: "true", recipes: "", suggestions: "-1" });
    expect(invalid.exitCode).toBe(2);
    expect(invalid.annotations.join("\n")).toContain("Input `suggestions`: ");
    const push = await stepOnPull(server, { comment: "true" }, { ref: "refs/heads/main" });
    expect(push).toMatchObject({
      exitCode: 0,
      notices: [],
    });
    expect(server.requests).toEqual([]);
  });
});
