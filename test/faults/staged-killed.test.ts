import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { git, readText, tempFolder, tempRepository, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");
const FAR = "x();\n".repeat(8);
const BEFORE = `f(1);\n${FAR}`;
const AFTER = `g(1);\n${FAR}`;
const OWN = "own(); // not staged\n";

/** A folder with a git that sends a signal to its parent at its nth call, and then goes on. */
function gitThatSignals(signal: string, nth: number): string {
  const folder = tempFolder();
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const calls = join(folder, "calls");
  const script = `#!/bin/sh
echo "$*" >>"${calls}"
[ "$(wc -l <"${calls}")" -eq ${nth} ] && kill -s ${signal.slice(3)} $PPID && sleep 0.1
exec "${real}" "$@"
`;
  writeTree(folder, { git: script });
  chmodSync(join(folder, "git"), 0o755);
  return folder;
}

/** Two files that are staged, one of them only in part. */
function setUp(): string {
  const root = tempRepository({
    "r.yaml": recipeOf([["f($A)", "g($A)"]], "per: file"),
    "a.ts": `old();\n${FAR}`,
    "b.ts": `old();\n${FAR}`,
  });
  writeTree(root, { "a.ts": BEFORE, "b.ts": BEFORE });
  git(root, "add", "--all");
  writeTree(root, { "b.ts": BEFORE + OWN });
  return root;
}

/** What is in the index and in the work tree. */
const stateOf = (root: string) => [
  git(root, "show", ":a.ts"),
  git(root, "show", ":b.ts"),
  readText(root, "a.ts"),
  readText(root, "b.ts"),
];
const UNTOUCHED = [BEFORE, BEFORE, BEFORE, BEFORE + OWN];
const APPLIED = [AFTER, AFTER, AFTER, AFTER + OWN];
/** Cut off between the work tree and the index. */
const HALF = [BEFORE, BEFORE, AFTER, AFTER + OWN];

/** Git was killed, too, and has left its lock: a recovery names it, and without it stages what was written. */
function recoverWithLock(root: string, state: readonly string[], at: string): number {
  const recover = () =>
    spawnSync(process.execPath, [MAIN, "recover"], { cwd: root, encoding: "utf8" });
  const isHalf = state[0] === BEFORE && state[2] === AFTER;
  if (!isHalf) return 0;
  writeTree(root, { ".git/index.lock": "" });
  const refused = recover();
  expect(refused.stdout, at).toContain("index.lock is there: another git runs, or was killed");
  expect(refused.status, at).not.toBe(0);
  rmSync(join(root, ".git/index.lock"));
  const { status, stdout } = recover();
  expect([status, stdout], at).toEqual([0, expect.stringContaining("2 files staged now.")]);
  expect(stateOf(root), at).toEqual(APPLIED);
  return 1;
}

it.each([
  ["SIGKILL", 0],
  ["SIGINT", 130],
])(
  "run --staged that gets %s at any call of git loses nothing, and the next one ends it",
  (signal, code) => {
    const temporary = tempFolder();
    const run = (root: string, path: string) =>
      spawnSync(process.execPath, [MAIN, "run", "r.yaml", "--staged", "--policy", "apply-all"], {
        cwd: root,
        env: { ...process.env, TMPDIR: temporary, PATH: `${path}:${process.env.PATH}` },
        encoding: "utf8",
      });
    let [cut, recovered] = [0, 0];
    for (let nth = 1; ; nth += 1) {
      const root = setUp();
      const folder = gitThatSignals(signal, nth);
      const { status, signal: ended, stderr } = run(root, folder);
      const calls = readText(folder, "calls").split("\n").length - 1;
      if (calls < nth) break;
      const at = `call ${nth}: ${readText(folder, "calls").split("\n")[nth - 1]}: ${stderr}`;
      const state = stateOf(root);
      if (ended === null) expect([UNTOUCHED, APPLIED], at).toContainEqual(state);
      else expect([UNTOUCHED, APPLIED, HALF], at).toContainEqual(state);
      // A signal behind the last work that could be left out changes nothing.
      if (ended === null) expect(status, at).toBe(state[0] === AFTER ? 0 : code);
      expect(existsSync(join(root, ".git/index.lock")), at).toBe(false);
      if (state[0] !== AFTER) cut += 1;
      if (ended !== null && nth % 2 === 0) recovered += recoverWithLock(root, state, at);
      if (ended !== null) {
        const again = run(root, "/nonexistent");
        expect([again.status, stateOf(root)], at + again.stderr).toEqual([0, APPLIED]);
      }
      expect(readdirSync(temporary), at).toEqual([]);
    }
    expect(cut).toBeGreaterThan(5);
    if (signal === "SIGKILL") expect(recovered).toBeGreaterThan(0);
  },
  600_000,
);

it("a run leaves the scratch tree of another process alone, and whatever only has such a name", () => {
  const temporary = tempFolder();
  const root = setUp();
  mkdirSync(join(temporary, "sluice-staged-0123456789ab-999999999-x"));
  mkdirSync(join(temporary, "sluice-staged-x"));
  const { status } = spawnSync(process.execPath, [MAIN, "preview", "r.yaml", "--staged"], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary },
  });
  expect([status, readdirSync(temporary).length]).toEqual([0, 2]);
});

it("a run that waited for another one writes nothing if that one has staged its file", async () => {
  const root = setUp();
  const argv = [MAIN, "run", "r.yaml", "--staged", "--policy", "apply-all"];
  const folder = tempFolder();
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const once = `[ -e "${folder}/done" ] || { touch "${folder}/done"; env -u GIT_DIR -u GIT_WORK_TREE "${real}" -C "${root}" add b.ts; }`;
  const script = `#!/bin/sh\ncase "$*" in *checkout-index*) ${once};; esac\nexec "${real}" "$@"\n`;
  writeTree(folder, { git: script });
  chmodSync(join(folder, "git"), 0o755);
  const { status, stdout } = spawnSync(process.execPath, argv, {
    cwd: root,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([1, expect.stringContaining("b.ts was staged again meanwhile")]);
  expect(stateOf(root)).toEqual([BEFORE, BEFORE + OWN, BEFORE, BEFORE + OWN]);
});
