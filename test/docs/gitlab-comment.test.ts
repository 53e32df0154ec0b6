import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { startForgeServer } from "../support/forge-server.ts";
import { cli } from "../support/run-cli.ts";
import { commitAll, git, tempRepository, writeTree } from "../support/temp-tree.ts";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/ci.md"), "utf8");

interface GitlabJob {
  readonly script: readonly string[];
  readonly after_script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[] };
}

/** The YAML block below a heading. */
function blockBelow(heading: string): string {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return /^```yaml\n(.*?)^```$/ms.exec(section)?.[1] ?? "";
}

it("docs/ci.md shows a job of GitLab that leaves a note and a report, also if its check fails", async () => {
  const { sluice: job } = parse(blockBelow("GitLab CI")) as { readonly sluice: GitlabJob };
  const server = await startForgeServer();
  const root = tempRepository({
    "recipes/swap.yaml":
      "version: 1\nname: swap\nsteps:\n  - ast_edit: { ops: [{ pat: a($A), out: b($A) }] }\n",
    "src/a.ts": "a(0);\n",
    "src/b.ts": "a(0);\n",
  });
  const base = git(root, "rev-parse", "HEAD").trim();
  writeTree(root, { "src/a.ts": "a(1);\n" });
  commitAll(root);
  const env = {
    PATH: process.env.PATH, // For git.
    GITLAB_CI: "true",
    GITLAB_TOKEN: "glpat-0123456789",
    CI_API_V4_URL: `${server.url}/api/v4`,
    CI_PROJECT_ID: "42",
    CI_MERGE_REQUEST_IID: "7",
    CI_PIPELINE_SOURCE: "merge_request_event",
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: base,
    CI_PROJECT_DIR: root,
  };
  const after = (milliseconds: number) => AbortSignal.timeout(milliseconds);
  const codes: number[] = [];
  for (const line of [...job.script, ...job.after_script]) {
    const [program, ...argv] = line.split(" ");
    if (program === '"$HOME/sluice/bin/sluice"')
      codes.push((await cli(root, argv, { env, after })).exitCode);
    else expect(line).toMatch(/^npm install /);
  }
  expect(codes).toEqual([1, 0]);
  expect(server.comments).toHaveLength(1);
  expect(server.comments[0]?.body).toContain("+b(1);");
  expect(server.comments[0]?.body).not.toContain("src/b.ts");
  for (const path of job.artifacts.paths)
    expect(readFileSync(resolve(root, path), "utf8")).not.toBe("");
});
