import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../bin/sluice.mjs");
/** Runs a command in a pseudo-terminal, and ends with its exit code. */
const IN_TERMINAL =
  "import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

function inTerminal(env: Record<string, string>, ...more: string[]) {
  const root = tempTree({
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
    "a.ts": "old(1);\n".repeat(180),
  });
  const argv = [process.execPath, MAIN, "preview", "recipe.yaml", "--check", ...more];
  const { stdout, status } = spawnSync("python3", ["-c", IN_TERMINAL, ...argv], {
    ...{ cwd: root, encoding: "utf8", timeout: 30_000, stdio: ["ignore", "pipe", "pipe"] },
    env: { PATH: process.env.PATH, TERM: "xterm", LANG: "C.UTF-8", ...env },
  });
  return { root, stdout, status };
}

describe.skipIf(process.platform === "win32")("on a terminal", () => {
  it("the report goes to the pager, and the exit code is that of the run", () => {
    const { root, stdout, status } = inTerminal({ PAGER: "cat > paged.txt" });
    expect({ status, isHere: stdout.includes("fresh(1)") }).toEqual({ status: 1, isHere: false });
    expect(readFileSync(join(root, "paged.txt"), "utf8")).toContain("\x1b[32m+");
  });

  it.each([
    ["ends before it has read all", "true"],
    ["reads one line", "head -n 1"],
  ])("a pager that %s loses no exit code and prints no error", (_what, PAGER) => {
    const { stdout, status } = inTerminal({ PAGER }, "--full");
    expect({ status, hasError: /EPIPE|\bat .*:\d+:\d+/.test(stdout) }).toEqual({
      status: 1,
      hasError: false,
    });
  });

  it.each([
    ["is missing", "there-is-no-such-pager"],
    ["is missing in a shell", "there-is-no-such-pager | cat >&2; exit 127"],
    ["fails", "false"],
  ])("the report is printed if the pager %s", (_what, PAGER) => {
    const { stdout, status } = inTerminal({ PAGER });
    expect({ status, isHere: stdout.includes("would change") }).toEqual({
      status: 1,
      isHere: true,
    });
  });

  it.each([["list"], ["runs"]])("%s goes to the pager, and fits the terminal", (command) => {
    const root = tempTree({
      "recipes/long.yaml": `description: ${"many words ".repeat(40)}\n${recipeOf([["a", "b"]])}`,
    });
    const run = (env: Record<string, string>) =>
      spawnSync("python3", ["-c", IN_TERMINAL, process.execPath, MAIN, command], {
        ...{ cwd: root, encoding: "utf8", timeout: 30_000, stdio: ["ignore", "pipe", "pipe"] },
        env: { PATH: process.env.PATH, TERM: "xterm", LANG: "C.UTF-8", ...env },
      }).stdout;
    expect(run({ PAGER: "cat > paged.txt" })).toBe("");
    const lines = readFileSync(join(root, "paged.txt"), "utf8").split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeGreaterThan(1);
  });

  it("--no-pager, CI and a locale without Unicode have their effect", () => {
    const plain = inTerminal({ PAGER: "cat > paged.txt", LC_ALL: "C" }, "--no-pager", "--no-color");
    expect(plain.stdout).toContain("* pending a.ts");
    expect(plain.stdout.replaceAll("\x1b", "").replace(/[\r\n\t]/g, "")).toMatch(/^[ -~]+$/);
    const { root } = inTerminal({ PAGER: "cat > paged.txt", CI: "true" });
    expect([plain.root, root].map((each) => existsSync(join(each, "paged.txt")))).toEqual([
      false,
      false,
    ]);
  });
});
