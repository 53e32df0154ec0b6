import { execFileSync, spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { findSpawn } from "../../../src/shared/process/find-spawn.ts";
import { tempTree } from "../../support/temp-tree.ts";

const COMPILED = resolve(import.meta.dirname, "../../../build/shared/process");

/** Stands in for `cmd.exe`: prints its arguments; a command that does not exist ends with 1. */
const COMSPEC = `#!${process.execPath}
const argv = process.argv.slice(2);
process.stdout.write(JSON.stringify(argv));
process.exitCode = argv[3]?.includes("no-such") ? 1 : 0;
`;

/** Runs a command as the built code does on Windows, with one folder on PATH. */
function onWindows(command: readonly string[], run: "run-command" | "run-for-tail") {
  const folder = tempTree({ "npx.cmd": "@echo off\r\n", comspec: COMSPEC });
  chmodSync(join(folder, "comspec"), 0o755);
  const env = { PATH: folder, comspec: join(folder, "comspec"), PATHEXT: ".EXE;.CMD" };
  const code = `Object.defineProperty(process, "platform", { value: "win32" });
    const { runCommand } = await import(${JSON.stringify(pathToFileURL(`${COMPILED}/run-command.js`))});
    const { runForTail } = await import(${JSON.stringify(pathToFileURL(`${COMPILED}/run-for-tail.js`))});
    const [command, cwd, env, run] = ${JSON.stringify([command, folder, env, run])};
    const more = { env, shell: false, timeout: 10000, signal: AbortSignal.timeout(10000), tailBytes: 9999 };
    const ended = run === "run-command" ? runCommand(command, { cwd }) : runForTail(command, { cwd, ...more });
    console.log(JSON.stringify(await ended));`;
  const argv = ["--input-type=module", "-e", code];
  return JSON.parse(execFileSync(process.execPath, argv, { env, encoding: "utf8" }));
}

const RUN = ["/d", "/s", "/c", '"npx ^"a^ b^" ^"^%PATH^%^" ^"\\^"^|c^""'];

describe("a command without a shell on Windows", () => {
  it("is found as `.cmd`, and gets its arguments to the letter", () => {
    const command = ["npx", "a b", "%PATH%", '"|c'];
    const ended = onWindows(command, "run-command");
    expect([ended.code, JSON.parse(ended.stdout)]).toEqual([0, RUN]);
    const tailed = onWindows(command, "run-for-tail");
    expect([tailed.code, JSON.parse(tailed.tail)]).toEqual([0, RUN]);
  });

  it("is missing if no folder of PATH has it", () => {
    expect(onWindows(["no-such"], "run-command")).toMatchObject({
      code: null,
      startError: "spawn no-such ENOENT",
    });
  });
});

it("elsewhere is started by Node itself", async () => {
  expect(await findSpawn("linux")).toBe(spawn);
  expect(await findSpawn("win32")).not.toBe(spawn);
});
