import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { blocksOfPage } from "../support/blocks-of-page.ts";
import { startForgeServer } from "../support/forge-server.ts";
import { git, readText, tempTree } from "../support/temp-tree.ts";

const PROJECT = resolve(import.meta.dirname, "../..");
const INSTALL = "npm install --save-dev sluice\n";
const [begin = "", files = "", recipe = "", hook = "", refused = "", ...others] = blocksOfPage(
  "docs/getting-started.md",
  "shell",
);
const [applied = "", everywhere = "", printed = "", sent = "", ...more] = others;

/** Runs a block of the page in a folder, up to its first command that fails. */
function runIn(root: string, env: Readonly<Record<string, string>> = {}) {
  const who = ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "Test"],
    [`GIT_${role}_EMAIL`, "test@example.com"],
  ]);
  const own = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1" };
  return (block: string) =>
    new Promise<{ readonly code: number | null; readonly text: string }>((done, fail) => {
      const all = { ...own, ...Object.fromEntries(who), ...env };
      const child = spawn("sh", ["-euc", block], {
        cwd: root,
        env: all,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let text = "";
      for (const output of [child.stdout, child.stderr])
        output.on("data", (chunk: Buffer) => {
          text += chunk;
        });
      child.on("error", fail);
      child.on("close", (code) => done({ code, text }));
    });
}

it("the first steps lead to a prevented commit, an applied recipe, and a comment on a pull request", async () => {
  const root = tempTree({});
  const run = runIn(root);
  expect(begin.endsWith(INSTALL)).toBe(true);
  expect(await run(begin.slice(0, -INSTALL.length))).toMatchObject({ code: 0 });
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true }); // In the place of the registry.
  symlinkSync(PROJECT, join(root, "node_modules/sluice"));
  symlinkSync("../sluice/bin/sluice.mjs", join(root, "node_modules/.bin/sluice"));
  expect(await run(files)).toMatchObject({ code: 0 });

  const previewed = await run(recipe);
  expect([previewed.code, previewed.text]).toEqual([
    0,
    expect.stringContaining("+  log.info(price);"),
  ]);
  expect(await run(hook)).toMatchObject({ code: 0 });
  const prevented = await run(refused);
  expect([prevented.code, prevented.text]).toEqual([
    1,
    expect.stringContaining('+log.info("new");'),
  ]);
  expect(prevented.text).not.toContain("price");
  expect(git(root, "rev-list", "--count", "HEAD").trim()).toBe("1");

  expect(await run(applied)).toMatchObject({ code: 0 });
  expect(git(root, "show", "HEAD:src/cart.js")).toBe(
    'import { log } from "./log.js";\nlog.info("new");\n',
  );
  expect(readText(root, "src/price.js")).toContain("console.log(price)");
  const shown = await run(everywhere);
  expect([shown.code, shown.text]).toEqual([0, expect.stringContaining("+  log.info(price);")]);

  const dry = await run(printed);
  expect([dry.code, dry.text]).toEqual([0, expect.stringContaining("| src/price.js |")]);
  const server = await startForgeServer();
  const job = {
    GITLAB_CI: "true",
    GITLAB_TOKEN: "glpat-0123456789",
    CI_API_V4_URL: `${server.url}/api/v4`,
    CI_PROJECT_ID: "42",
    CI_MERGE_REQUEST_IID: "7",
    CI_PROJECT_DIR: root,
    CI_JOB_URL: "https://gitlab.test/o/r/-/jobs/1",
  };
  expect(await runIn(root, job)(sent)).toMatchObject({ code: 0 });
  expect(server.comments.map(({ body }) => body)).toEqual([
    expect.stringContaining("src/price.js"),
  ]);
  expect(more).toEqual([]);
});
