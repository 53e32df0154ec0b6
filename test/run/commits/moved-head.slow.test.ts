import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/model/report/report.ts";
import {
  AUTHOR,
  checkingPolicy,
  policyOf,
  RECIPE,
  runCommitting,
  stateOf,
  subjects,
} from "../../support/commit-run.ts";
import { cliReport } from "../../support/run-cli.ts";
import { runWith } from "../../support/run-request.ts";
import { git, tempFolder, tempRepository } from "../../support/temp-tree.ts";

const GIT = "git -c user.name=C -c user.email=c@example.com";
const COMMIT = `${GIT} commit -qam Theirs`;
const HEAD_MOVED = "has moved HEAD during the run";

const messages = ({ alerts }: Report) =>
  alerts.flatMap(({ code, message }) => (code === "not-committed" ? [message] : []));

function repository(commits: string, script: string): string {
  return tempRepository({
    "recipe.yaml": RECIPE,
    "sluice.policy.yaml": checkingPolicy(commits, script),
    "src/a.ts": "f(1);\n",
  });
}

describe("a check that moves HEAD", () => {
  it.each([
    ["commits the changes", COMMIT],
    ["detaches it", "git checkout -q --detach"],
    ["goes to another commit", `${GIT} update-ref HEAD $(${GIT} commit-tree HEAD^{tree} -m x)`],
  ])("%s: the run makes no commit, and says so", async (_what, script) => {
    const root = repository("{ per: rule }", script);
    const report = await runCommitting(root);
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1, commits: [] });
    expect(messages(report).join()).toContain(HEAD_MOVED);
    expect(subjects(root).filter((subject) => subject.startsWith("r:"))).toEqual([]);
  });

  it("makes no branches, either", async () => {
    const root = repository('{ per: rule, branch: "x/${{ group }}" }', COMMIT);
    const report = await runCommitting(root);
    expect(messages(report).join()).toContain(HEAD_MOVED);
    expect(stateOf(root).branches).toEqual(["main"]);
  });

  it("of a plan that is applied", async () => {
    const root = repository("{ per: run }", "git checkout -q -b other");
    const plan = join(tempFolder(), "plan.json");
    await cliReport(root, ["plan", "recipe.yaml", "-o", plan], { env: AUTHOR });
    const { report } = await cliReport(root, ["apply", plan, "--allow-code"], { env: AUTHOR });
    expect(report.exitCode).toBe(1);
    expect(messages(report).join()).toContain(HEAD_MOVED);
    expect(subjects(root)).toEqual([]);
  });

  it("and puts it back does no harm", async () => {
    const root = repository("{ per: run }", "git checkout -q -b other && git checkout -q main");
    const report = await runCommitting(root);
    expect(report).toMatchObject({ exitCode: 0, commits: [{ branch: "main" }] });
  });
});

it("makes no commit if a person switches the branch during the run", async () => {
  const root = tempRepository({
    "recipe.yaml": RECIPE,
    "sluice.policy.yaml": policyOf("{ per: run }"),
    "src/a.ts": "f(1);\n",
  });
  const onEvent = ({ type }: { readonly type: string }) => {
    if (type === "action-ended") writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/other\n");
  };
  git(root, "branch", "other");
  const report = await runWith(root, { policy: "sluice.policy.yaml" }, onEvent, { env: AUTHOR });
  expect(messages(report).join()).toContain(HEAD_MOVED);
  expect(subjects(root, "main").concat(subjects(root, "other"))).toEqual([]);
});
