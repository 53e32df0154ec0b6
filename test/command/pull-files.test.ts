import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findPullFiles } from "../../src/command/pull-files.ts";
import { createGithubReporter } from "../../src/report/formats/github.ts";
import { changeOf, reportWith } from "../report/comment/report-with.ts";
import { fullReport } from "../support/full-report.ts";
import { commitAll, git, tempFolder, tempRepository } from "../support/temp-tree.ts";

it("finds the files of the pull request, without what a run wrote since; none outside of one", async () => {
  const root = tempRepository({ "a.ts": "a\n", "gone.ts": "g\n" });
  const base = git(root, "rev-parse", "HEAD").trim();
  writeFileSync(join(root, "own.ts"), "o\n");
  commitAll(root);
  writeFileSync(join(root, "a.ts"), "written\n");
  const event = join(tempFolder(), "event.json");
  const pull = { number: 1, base: { sha: base, ref: "main" } };
  writeFileSync(event, JSON.stringify({ number: 1, pull_request: pull }));
  const job = {
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: event,
  };
  expect(await findPullFiles(root, { ...process.env, ...job })).toEqual(new Set(["own.ts"]));
  expect(await findPullFiles(root, {})).toBeUndefined();
});

it("lets annotations of the format github begin with these files", () => {
  const actions = ["a.ts", "z.ts"].map((path) => changeOf(path, "a\n", "b\n", { state: "held" }));
  const report = { ...fullReport(), ...reportWith(actions), alerts: [], diagnostics: [] };
  const style = { color: false, quiet: false, verbose: false, pullFiles: new Set(["z.ts"]) };
  const lines = [...(createGithubReporter(style).onReport?.(report) ?? [])];
  expect(lines.map((line) => /file=([^,]+)/.exec(line)?.[1])).toEqual(["z.ts", "a.ts"]);
});
