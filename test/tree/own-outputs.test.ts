import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempRepository, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const PLAN = ["plan", "recipe.yaml", "--policy", "apply-all", "--no-cache"];

const as = {
  plan: (path: string) => [...PLAN, "-o", path],
  report: (path: string) => [...PLAN, "-o", "plan.json", "--report", `json=${path}`],
};

const tree = (make = tempTree) =>
  make({ "a.ts": "old(1);\n", "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]) });

describe.each(["plan", "report"] as const)("a %s", (product) => {
  it("is not written into `.git`, also where a link leads there", async () => {
    const root = tree(tempRepository);
    symlinkSync(".git", join(root, "out"));
    for (const path of ["out/x.json", "out/new/x.json"]) {
      const { exitCode, stderr } = await cli(root, as[product](path));
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("is inside of `.git`")]);
    }
    expect([existsSync(join(root, ".git/x.json")), existsSync(join(root, ".git/new"))]).toEqual([
      false,
      false,
    ]);
  });

  it("does not take the place of another file of the run, also under another name", async () => {
    const root = tree();
    mkdirSync(join(root, "dir"));
    symlinkSync("..", join(root, "dir/up"));
    const { exitCode, stderr } = await cli(root, as[product]("dir/up/recipe.yaml"));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("another file of this run")]);
  });

  it("is not written into a pipe, which may have no reader, or in the place of a broken link", async () => {
    const root = tree();
    execFileSync("mkfifo", [join(root, "pipe")]);
    symlinkSync("nothing", join(root, "link"));
    const pipe = await cli(root, as[product]("pipe"));
    expect([pipe.exitCode, pipe.stderr]).toEqual([2, expect.stringContaining("is a pipe")]);
    const link = await cli(root, as[product]("link"));
    expect([link.exitCode, link.stderr]).toEqual([2, expect.stringContaining("leads to nothing")]);
    expect(readlinkSync(join(root, "link"))).toBe("nothing");
  });
});

it("refuses a plan that is a pipe, and waits for nobody", async () => {
  const root = tree();
  execFileSync("mkfifo", [join(root, "pipe")]);
  const { exitCode, stderr } = await cli(root, ["apply", "pipe"]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("pipe is not a file.")]);
});

it("a report is written to a file that the caller's shell has opened in the root", () => {
  const root = tree();
  const main = join(import.meta.dirname, "../../dist/main.js");
  const script = `exec "$0" "$1" preview recipe.yaml --quiet --report json=/dev/fd/3 3>out.json`;
  execFileSync("sh", ["-c", script, process.execPath, main], { cwd: root });
  expect(JSON.parse(readFileSync(join(root, "out.json"), "utf8"))).toMatchObject({ exitCode: 0 });
});

it.each([
  ["a dot", "out/a.txt", "./out/../out/a.txt"],
  ["an absolute path", "out/a.txt", "ROOT/out/a.txt"],
  ["a link to a folder", "here/a.txt", "link/a.txt"],
])(
  "two reports that go to one file are refused, also by another spelling: %s",
  async (_what, one, two) => {
    const root = tempTree({ "recipe.yaml": recipeOf([["a", "b"]]), "here/x.txt": "" });
    symlinkSync("here", join(root, "link"));
    const argv = [one, two].map((path, index) => `--report=${["csv", "junit"][index]}=${path}`);
    const line = ["preview", "recipe.yaml", ...argv.map((option) => option.replace("ROOT", root))];
    const { exitCode, stderr } = await cli(root, line);
    expect(stderr).toMatch(/--report: two reports go to .*a\.txt, which is .*a\.txt\./);
    expect(exitCode).toBe(2);
    expect(existsSync(join(root, "out"))).toBe(false);
  },
);

it.each([
  ["markdown", "report.md"],
  ["gitlab", "report.json"],
  ["rdjson", "report.json"],
  ["sarif", "report.json"],
  ["checkstyle", "report.html"],
])(
  "a report %s takes the place of an earlier one, and of no other source",
  async (format, path) => {
    const files = { "recipe.yaml": recipeOf([["old($A)", "new($A)"]]), "a.ts": "old(1);\n" };
    const root = tempTree(files);
    const line = ["preview", "recipe.yaml", "--quiet", `--report=${format}=${path}`];
    for (let run = 0; run < 2; run += 1) expect((await cli(root, line)).exitCode).toBe(0);
    writeFileSync(join(root, path), "# Ours\n");
    expect(await cli(root, line)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("is a source file"),
    });
  },
);

it.each(["json", "html", "markdown", "pretty"])(
  "a report %s, also a comparison, takes the place of an earlier one of both",
  async (format) => {
    const files = { "recipe.yaml": recipeOf([["old($A)", "new($A)"]]), "a.ts": "old(1);\n" };
    const root = tempTree(files);
    const ending = { json: "json", html: "html", markdown: "md", pretty: "txt" }[format];
    const report = `--report=${format}=x.${ending}`;
    const run = ["preview", "recipe.yaml", "--quiet", "--report=json=r.json"];
    await cli(root, run);
    const compare = ["report", "--compare", "r.json", "r.json"];
    for (const argv of [run, compare, compare, run])
      expect(await cli(root, [...argv, report])).toMatchObject({ exitCode: 0, stderr: "" });
  },
);
