import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

/** Tells the peak memory of the process, of all its threads, in kB. */
const TELL_PEAK = `if (require("node:worker_threads").isMainThread) process.on("exit", () =>
  require("node:fs").writeFileSync("peak", String(process.resourceUsage().maxRSS)));
`;

/** Previews a tree with the built command. `seconds` are five times of what an idle machine takes. */
function previewOf(files: Readonly<Record<string, string>>, recipe: string, seconds: number) {
  const root = tempTree({ ...files, "r.yaml": recipe, "peak.cjs": TELL_PEAK });
  const argv = [
    "--require",
    "./peak.cjs",
    MAIN,
    "preview",
    "r.yaml",
    "--no-cache",
    "--format=json",
  ];
  const timeout = seconds * 1000;
  const child = spawnSync(process.execPath, argv, { cwd: root, timeout, maxBuffer: 2 ** 28 });
  const { status, signal, stdout } = child;
  expect({ status, signal }).toEqual({ status: expect.any(Number), signal: null });
  const report = JSON.parse(`${stdout}`);
  return { status, report, gigabytes: Number(readText(root, "peak")) / 1e6 };
}

const foo = recipeOf([["foo($A)", "bar($A)"]]);

it("ends in time, and far below 8 GB, for a file of 8 MB with 260,000 matches", () => {
  const text = Array.from(
    { length: 260_000 },
    (_, n) => `foo("${100_000 + n}${"x".repeat(14)}");\n`,
  );
  const files = { "a0.ts": text.join(""), "a1.ts": "foo(1);\n" };
  const { status, report, gigabytes } = previewOf(files, foo, 60);
  expect([status, report.outcome]).toEqual([5, "limit"]);
  expect(report.alerts[0].message).toMatch(/^a0\.ts: one file has more than 250000 matches/);
  expect(gigabytes).toBeLessThan(4);
}, 150_000);

it("refuses transformations that multiply a text, and does not make it", () => {
  const by = "a".repeat(100);
  const transform = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [
      `T${n}`,
      { replace: { source: n === 0 ? "$A" : `$T${n - 1}`, replace: "a", by } },
    ]),
  );
  const op = { rule: { pattern: "foo($A)" }, transform, out: "bar($T7)" };
  const steps = [{ id: "s", ast_edit: { ops: [op] } }];
  const recipe = JSON.stringify({ version: 1, name: "r", steps });
  const { status, report, gigabytes } = previewOf({ "a.ts": `foo(${by});\n` }, recipe, 20);
  expect([status, report.outcome]).toEqual([1, "failed"]); // 23 GB before, and then killed.
  expect(report.alerts[0].message).toMatch(/`T2` would have 100000000 characters/);
  expect(gigabytes).toBeLessThan(0.5);
}, 30_000);

describe("a file of broken code", () => {
  const statements = ["foo(1;", "a }", "[ b", "c ) ("];
  it.each<[what: string, text: string]>([
    ["open brackets", "(".repeat(200_000)],
    ["open blocks", "{ foo(2)\n".repeat(25_000)],
    ["brackets that do not fit", statements.join("\n").concat("\n").repeat(5_000)],
    ["comments, and an error at the end", "/* c */ foo(1); // x\n".repeat(50_000).concat("(((")],
  ])(
    "with much of it, %s, is skipped in seconds",
    (_what, text) => {
      const files = { "a.ts": `foo(1);\n${text}\n` };
      const { status, report, gigabytes } = previewOf(files, foo, 30);
      expect(status).toBe(0);
      expect(report.skipped).toMatchObject([{ path: "a.ts", why: "syntax-errors" }]);
      expect(gigabytes).toBeLessThan(1.2);
    },
    90_000,
  );

  it("or of 100,000 nested brackets, blocks and calls does not end the process", () => {
    const nested = ["x = [ ]", "{ }", "f( )"].map((pair, index) => {
      const [open = "", close = ""] = pair.split(/ (?=\S$)/);
      return [`a${index}.ts`, `foo(1);\n${open.repeat(100_000)}${close.repeat(100_000)};\n`];
    });
    expect([0, 1, 5]).toContain(previewOf(Object.fromEntries(nested), foo, 60).status);
  }, 90_000);
});
