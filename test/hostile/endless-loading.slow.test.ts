import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { snapshot, type Tree, tempTree } from "../support/temp-tree.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");
/** Milliseconds that a command takes before it does anything, on a busy machine. */
const START = 1500;
/** Milliseconds between the signal, or the limit, and the end. */
const PATIENCE = 6000;

const patterns = Array.from({ length: 60 }, (_, index) => `    - pattern: f${index}($A, $B, $C)\n`);
const rule = (name: string) =>
  `id: ${name}\nlanguage: js\nrule:\n  any:\n${patterns.join("")}fix: g($A)\n`;
const ruleFile = (file: number) =>
  Array.from({ length: 40 }, (_, index) => rule(`r${file}-${index}`)).join("---\n");
const files = (folder: string, count: number, textOf: (file: number) => string): Tree =>
  Object.fromEntries(
    Array.from({ length: count }, (_, file) => [`${folder}/${file}.yml`, textOf(file)]),
  );

const POLICY = "version: 1\ndefault: { verdict: discard, reason: r }\n";
const RECIPE = `version: 1\nname: r\nsteps: [{ id: s, ast_edit: { rules: ["rules/**"], paths: ["src"] } }]\n`;
const LOADING: Tree = {
  "recipe.yaml": RECIPE,
  "sluice.policy.yaml": POLICY,
  "src/a.js": "f(1);\n",
  ...files("rules", 250, ruleFile),
};

interface Ended {
  readonly exitCode: number | null;
  readonly took: number;
}

/** Runs the built command; `signal` is sent after {@link START}. */
function run(root: string, argv: readonly string[], signal?: NodeJS.Signals): Promise<Ended> {
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN, ...argv], { cwd: root, stdio: "ignore" });
  const sent = signal && setTimeout(() => child.kill(signal), START);
  const killed = setTimeout(() => child.kill("SIGKILL"), 50_000);
  return new Promise((done) => {
    child.once("close", (exitCode) => {
      clearTimeout(sent);
      clearTimeout(killed);
      done({ exitCode, took: performance.now() - started });
    });
  });
}

it.each<[command: string, how: string, exitCode: number, argv: string[], signal?: NodeJS.Signals]>([
  ["preview", "the time limit", 5, ["preview", "recipe.yaml", "--timeout=1s"]],
  ["run", "SIGTERM", 143, ["run", "recipe.yaml"], "SIGTERM"],
  ["plan", "the time limit", 5, ["plan", "recipe.yaml", "-o", "plan.json", "--timeout=1s"]],
  ["validate", "SIGINT", 130, ["validate", "recipe.yaml"], "SIGINT"],
])(
  "ends %s while it loads rules, by %s, with the tree whole",
  async (_command, _how, exitCode, argv, signal) => {
    const root = tempTree(LOADING);
    const before = snapshot(root);
    const ended = await run(root, argv, signal);
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.took).toBeLessThan(START + PATIENCE);
    expect(snapshot(root)).toEqual(before);
  },
  60_000,
);

it("ends list by the time limit", async () => {
  const slow = `version: 1\nname: r\nx:\n${" - [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n".repeat(8000)}`;
  const root = tempTree({
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`recipes/r${index}.yaml`, slow]),
    ),
  });
  const ended = await run(root, ["list", "--timeout=1s"]);
  expect(ended.exitCode).toBe(5);
  expect(ended.took).toBeLessThan(START + PATIENCE);
}, 60_000);
