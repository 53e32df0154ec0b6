import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect } from "vitest";
import { tempTree } from "./temp-tree.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");
const STEP = "steps:\n  - { id: s, ast_edit: { rules: [rules/x.yml], paths: [src] } }\n";
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

/** Texts of up to a megabyte; the seconds that each took on an idle machine, times five. */
export const SHAPES: readonly (readonly [name: string, text: string, bound: number])[] = [
  ["20,000 unknown keys", lines(20_000, (index) => `k${index}: 1`), 10],
  ["20,000 equal keys", lines(20_000, () => "name: 1"), 10],
  ["80,000 keys below one", `x:\n${lines(80_000, (index) => ` k${index}:`)}`, 20],
  ["20,000 entries", `steps:\n${lines(20_000, (index) => ` - { id: s${index}, x: 1 }`)}`, 15],
  [
    "20,000 anchors and aliases",
    `x:\n${lines(20_000, (i) => ` - &a${i} 1`)}y:\n${lines(20_000, (i) => ` - *a${i}`)}`,
    10,
  ],
  [
    "a bomb of aliases",
    `a: &a [1, 1]\n${"bcdefghij"
      .split("")
      .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${"abcdefghij"[i]}`).join(", ")}]\n`)
      .join("")}`,
    5,
  ],
  ["a megabyte of [", "[".repeat(1_000_000), 5],
  ["a megabyte of {", "{".repeat(1_000_000), 5],
  ["lists in lists", "- ".repeat(500_000), 5],
  ["keys in keys", "? ".repeat(500_000), 5],
  ["100,000 quotes", '"'.repeat(100_000), 10],
  ["a scalar of a megabyte", `x: "${"y".repeat(1_000_000)}"\n`, 5],
  [
    "a long line",
    `x: { ${Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join(", ")} }\n`,
    10,
  ],
  ["expressions that never end", `description: "${"${{".repeat(300_000)}"\n`, 5],
  ["50,000 unknown tags", lines(50_000, (index) => `- !t${index} 1`), 15],
  ["100,000 directives", "%A\n".repeat(100_000), 30],
  ["a bad escape, 100,000 times", `a: "${"\\q".repeat(100_000)}"`, 30],
];

/** Expects that a text is refused in each file that a run reads, within so many seconds a file. */
export function expectRefusedInTime(text: string, bound: number): void {
  const root = tempTree({
    "recipe.yaml": text,
    "good.yaml": `version: 1\nname: r\n${STEP}`,
    "policy.yaml": text,
    "inputs.yaml": text,
    "rules/x.yml": text,
    "sgconfig.yml": text,
    "src/a.js": "f(1);\n",
  });
  const all = ["preview", "good.yaml", "--policy=policy.yaml", "--inputs-file=inputs.yaml"];
  for (const [argv, files] of [
    [["validate", "recipe.yaml"], 1],
    [all, 4],
  ] as const) {
    const started = performance.now();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--max-old-space-size=1500", MAIN, ...argv],
      { cwd: root, encoding: "utf8", timeout: 100_000, killSignal: "SIGKILL" },
    );
    expect([argv, status === 0 || status === 2]).toEqual([argv, true]);
    expect((performance.now() - started) / 1000).toBeLessThan(bound * files);
    expect(stdout.length + stderr.length).toBeLessThan(1_000_000);
  }
}
