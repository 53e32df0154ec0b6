import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepPreview, readPreview } from "../../src/cache/kept-preview.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { ReportBuilder } from "../support/report-builder.ts";
import { cli, gitOnly } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const user = { id: process.getuid?.() ?? 0, newSecret: () => "0".repeat(64) };

/** A root, and a command line of a user who has a folder for state. */
function tree() {
  const root = tempTree({ "src/a.js": "secret();\nold(1);\n", "src/b.js": "x();\n" });
  const state = tempTree({});
  const env = { ...gitOnly(), XDG_STATE_HOME: state };
  let runs = 0;
  const at = (...words: string[]) => {
    runs += 1;
    const now = () => Date.UTC(2026, 0, 1 + runs);
    const newRunId = () => `run-${runs}`;
    return cli(root, words, { env, user, now, newRunId, self: ownProcess(process) });
  };
  const kept = () => {
    const folder = join(state, "sluice", "previews");
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  };
  return { root, state, at, kept };
}

const EDIT = ["-p", "old($A)", "-r", "fresh($A)", "-l", "js", "src"];

test("`policy explain last` is about the last preview, of which no diff is kept and nothing in the tree", async () => {
  const { root, at, kept } = tree();
  await at("preview", ...EDIT, "--policy", "apply-all");
  await at("preview", ...EDIT, "--policy", "hold-all");
  expect(readdirSync(root)).toEqual(["src"]);
  const { stdout } = await at("policy", "explain", "last", "src/a.js:2");
  expect(stdout).toMatch(
    /^run-2 {2}run of `preview`: 1 hold\nmade: 2026-01-03 00:00 UTC, of <command line>\npolicy: hold-all/,
  );
  expect(await at("policy", "explain", "last", "src/b.js")).toMatchObject({ exitCode: 0 });
  expect(await at("policy", "explain", "run-2")).toMatchObject({ exitCode: 0 });
  const texts = kept().map((path) => readFileSync(path, "utf8"));
  expect(texts).toHaveLength(1);
  expect(texts[0]).not.toMatch(/secret|fresh\(/);
});

test("a later run takes its place, and an earlier run does not", async () => {
  const { at } = tree();
  await at("run", ...EDIT, "--policy", "hold-all");
  await at("preview", ...EDIT, "--policy", "hold-all");
  expect((await at("policy", "explain", "last")).stdout).toMatch(/^run-2 {2}run of `preview`/);
  await at("run", ...EDIT, "--policy", "hold-all");
  expect((await at("policy", "explain", "last")).stdout).toMatch(/^run-4 {2}run of `run`/);
});

test("nothing is kept without a cache, and what is in the way of its folder ends no preview", async () => {
  const { at, kept, state } = tree();
  await at("preview", ...EDIT, "--policy", "hold-all", "--no-cache");
  expect(kept()).toEqual([]);
  mkdirSync(join(state, "sluice"), { recursive: true });
  writeFileSync(join(state, "sluice", "previews"), "in the way");
  const preview = await at("preview", ...EDIT, "--policy", "hold-all");
  expect(preview).toMatchObject({ exitCode: 0, stderr: "" });
});

test("a preview that others may write, or that is damaged, is none", async () => {
  const { at, kept } = tree();
  await at("preview", ...EDIT, "--policy", "hold-all");
  const [path = ""] = kept();
  chmodSync(path, 0o666);
  expect(await at("policy", "explain", "last")).toMatchObject({ exitCode: 2 });
  chmodSync(path, 0o600);
  expect(await at("policy", "explain", "last")).toMatchObject({ exitCode: 0 });
  writeFileSync(path, "{");
  expect(await at("policy", "explain", "last")).toMatchObject({ exitCode: 2 });
});

test("the facts that a policy looked at stay as they are, so that it decides by them again", async () => {
  const { root, at, kept } = tree();
  const policy =
    "version: 1\ndefault: { verdict: hold, reason: 'Lost: ${{ facts.commentsLost }}' }\n";
  writeFileSync(join(root, "p.yaml"), policy);
  writeFileSync(join(root, "src/a.js"), "old(1, /* lost */ 2);\n");
  const pattern = ["-p", "old($A, $B)", "-r", "fresh($A, $B)", "-l", "js", "src"];
  await at("preview", ...pattern, "--policy", "p.yaml");
  const { stdout } = await at("policy", "explain", "last", "src/a.js:1");
  expect(stdout).toContain("Lost: src/a.js");
  expect(readFileSync(kept()[0] ?? "", "utf8")).toContain("lost */");
});

test("no older record stands for a preview that was not kept, and a later run does", async () => {
  const { at, kept } = tree();
  await at("run", ...EDIT, "--policy", "hold-all");
  await at("preview", ...EDIT, "--policy", "hold-all");
  await at("preview", ...EDIT, "--policy", "hold-all", "--no-cache");
  const last = await at("policy", "explain", "last");
  expect(last).toMatchObject({ exitCode: 2, stdout: "" });
  const why =
    "sluice: The last preview, of 2026-01-04 00:00 UTC, was not kept, because it ran with";
  expect(last.stderr).toContain(why);
  expect(kept()).toHaveLength(1);
  await at("run", ...EDIT, "--policy", "hold-all");
  expect((await at("policy", "explain", "last")).stdout).toMatch(/^run-5 {2}run of `run`/);
});

test("a preview that is too large leaves a mark, and none is that of another repository", async () => {
  const [state, root] = [tempTree({}), tempTree({})];
  const place = {
    ...{ root, repository: "one" },
    state: { user, env: { XDG_STATE_HOME: state }, trees: () => [] },
  };
  const report = new ReportBuilder({}).report();
  keepPreview(report, place);
  expect(readPreview(place)).toContain('"actions":[]');
  expect(readPreview({ ...place, repository: "other" })).toBeUndefined();
  keepPreview(
    { ...report, skipped: [{ path: "x".repeat(2 ** 23), step: "s", why: "generated" }] },
    place,
  );
  const mark = {
    startedAt: report.run.startedAt,
    notKept: "its decisions are larger than 8 MiB",
  };
  expect(readPreview(place)).toEqual(mark);
});
