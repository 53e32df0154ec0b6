import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { THREADS } from "../support/cached-run.ts";
import { runWith } from "../support/run-request.ts";
import { readText, snapshot, tempTree } from "../support/temp-tree.ts";

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");

/** Built: `node scripts/build.mjs`. */
const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

/** Runs the command in a process of its own; returns its exit code. */
function sluice(root: string, ...args: string[]): number | null {
  return spawnSync(process.execPath, [MAIN, ...args], { cwd: root }).status;
}

/** Codemods of es-tooling as their package has them: a text, its result, and the state after `safe`. */
const ORIGINALS: readonly (readonly [
  name: string,
  before: string,
  after: string,
  state: string,
])[] = [
  [
    "is-windows",
    "import isWindows from 'is-windows';\nif (isWindows()) go();\n",
    "\nif ((process.platform === 'win32')) go();\n",
    "applied",
  ],
  [
    "rimraf",
    "import rimraf from 'rimraf';\n\nrimraf('./dist');\n",
    "import { rm } from 'node:fs/promises';\n\nrm('./dist', {recursive: true, force: true});\n",
    "applied",
  ],
  [
    "chalk",
    "import chalk from 'chalk';\nconsole.log(chalk.red('no'));\n",
    "import * as pc from 'picocolors';\nconsole.log(pc.red('no'));\n",
    "applied",
  ],
  [
    "left-pad",
    "const leftPad = require('left-pad');\nconst a = leftPad('1', 2, '0');\n",
    "\nconst a = ('1').toString().padStart(2, '0');\n",
    "held",
  ],
  [
    "xtend",
    "const xtend = require('xtend');\nconst a = xtend(b, c);\n",
    "\nconst a = { ...b, ...c };\n",
    "held",
  ],
  [
    "array.prototype.at",
    "const at = require('array.prototype.at');\nconst last = at(list, -1);\n",
    "\nconst last = list.at(-1);\n",
    "held",
  ],
];

const steps = ORIGINALS.map(([name], index) => {
  const module = `module-replacements-codemods/codemods/${name}/index.js`;
  return `  - { id: s${index}, transform: ${module}, paths: [src/${name}.js] }\n`;
});

function project(): string {
  const root = tempTree({
    "recipe.yaml": `version: 1\nname: r\nsteps:\n${steps.join("")}`,
    ".gitignore": "node_modules\n",
    ...Object.fromEntries(ORIGINALS.map(([name, before]) => [`src/${name}.js`, before])),
  });
  symlinkSync(PACKAGES, join(root, "node_modules"), "junction");
  return root;
}

describe("original codemods of a package", () => {
  it("have their exact results, of which `safe` holds those that lose code", async () => {
    const root = project();
    const request = { policy: "safe", allowCode: true };
    const report = await runWith(root, request, undefined, { threads: THREADS });
    expect(report.actions.map(({ state }) => state)).toEqual(
      ORIGINALS.map(([, , , state]) => state),
    );
    for (const [name, before, after, state] of ORIGINALS)
      expect(readText(root, `src/${name}.js`)).toBe(state === "applied" ? after : before);
  });

  it("are planned, applied by the plan and taken back", async () => {
    const root = project();
    const before = snapshot(root);
    const consent = ["--policy", "apply-all", "--allow-code"];
    expect(sluice(root, "plan", "recipe.yaml", "-o", "plan.json", ...consent)).toBe(0);
    expect(snapshot(root)).toMatchObject(before);
    expect(sluice(root, "apply", "plan.json")).toBe(0);
    for (const [name, , after] of ORIGINALS) expect(readText(root, `src/${name}.js`)).toBe(after);
    expect(sluice(root, "undo")).toBe(0);
    expect(snapshot(root)).toMatchObject(before);
  });
});

describe("a transform that never ends", () => {
  it.each([
    ["loops", "for (;;);", "did not return within 500 ms"],
    ["eats memory", "const all = []; for (;;) all.push(new Array(1e6).fill(0.5));", "memory limit"],
  ])("%s: its thread ends, and the other files are done", async (_name, fault, message) => {
    const text = `export default ({ path, text }) => { if (path === "src/b.ts") { ${fault} } return text + "//\\n"; };\n`;
    const limit = fault.startsWith("for") ? ", timeout: 500ms" : "";
    const root = tempTree({
      "recipe.yaml": `version: 1\nname: r\nsteps:\n  - { transform: ./loop.mjs, api: sluice, paths: [src]${limit} }\n`,
      "loop.mjs": text,
      "src/a.ts": "a;\n",
      "src/b.ts": "b;\n",
      "src/c.ts": "c;\n",
    });
    const request = { policy: "apply-all", allowCode: true, facts: "asked" as const };
    const report = await runWith(root, request, undefined, { threads: THREADS });
    expect(report.skipped).toMatchObject([{ path: "src/b.ts", why: "transform-failed" }]);
    expect(report.skipped[0]?.detail).toContain(message);
    expect([readText(root, "src/a.ts"), readText(root, "src/c.ts")]).toEqual([
      "a;\n//\n",
      "c;\n//\n",
    ]);
  });
});
