import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, lstatSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileId } from "../../../src/shared/process/output-files.ts";
import { tempTree } from "../../support/temp-tree.ts";

const PROJECT = join(import.meta.dirname, "../../..");

it("names the files that the outputs of a process are redirected to, and no pipe", () => {
  const script = `import(${JSON.stringify(join(PROJECT, "build/shared/process/output-files.js"))})
    .then(({ outputFiles }) => console.log([...outputFiles()].join()));`;
  expect(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })).toBe("\n");
  const log = join(tempTree({}), "log.txt");
  const file = openSync(log, "w");
  const { stdout } = spawnSync(process.execPath, ["-e", script], {
    stdio: ["ignore", "pipe", file],
    encoding: "utf8",
  });
  closeSync(file);
  expect(stdout.trim()).toBe(fileId(lstatSync(log, { bigint: true })));
});
