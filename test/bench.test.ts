import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error The benchmark is plain JavaScript.
import { waitForIdle } from "../bench/idle.mjs";
// @ts-expect-error
import { runOnce } from "../bench/measure.mjs";
// @ts-expect-error
import { sentenceOf, tableOf, withResults } from "../bench/table.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(resolve(ROOT, path), "utf8");

/** A result of one contender, as results.json has it. */
const result = (name: string, cpu: number, faults?: number) => ({
  ...{ name, cpu, seconds: cpu, faults, megabytes: 50 },
  runs: [[cpu, cpu, faults]],
});

describe("the benchmark", () => {
  const results = JSON.parse(read("bench/results.json"));

  it.each([
    ["bench/README.md", tableOf(results)],
    ["README.md", sentenceOf(results)],
  ])("has the figures of results.json in %s", (path, figures) => {
    const page = read(path);
    expect(page).toContain(figures);
    expect(withResults(page, results)).toBe(page);
  });

  it("tells faults, what is unknown, and cases in which others used the machine", () => {
    const others = [result("ast-grep run -U", 0.5, 4000), result("node -e 0", 0.1)];
    const people = [
      { name: "run", files: 1000, wasIdle: false, results: [result("sluice", 1, 8000), ...others] },
    ];
    const table = tableOf({ machine: { cores: 2, node: "v20" }, people });
    const own = "| run, 1,000 files* | 1.00 s, 1.00 s, 8,000, 50 MB |";
    expect(table).toContain(
      `${own} ast-grep run -U 0.50 s, 0.50 s, 4,000, 50 MB | 0.50 | 0.50 | 0.50 |\n`,
    );
    expect(table).toContain(`${own} node -e 0 100 ms, 100 ms, –, 50 MB | 0.10 | 0.10 | – |\n`);
    expect(table).toContain("\\* Others used the machine");
    expect(withResults("<!-- speed -->\nold\n<!-- /speed -->", { people })).toContain("old");
  });

  it("waits until nobody else uses the machine, and not for ever", () => {
    const machine = (busy: readonly number[]) => {
      let [idle, at] = [0, -1];
      const sleep = () => {
        at += 1;
        idle += 100 * (1 - (busy[Math.min(at, busy.length - 1)] ?? 0));
      };
      return { times: () => ({ all: (at + 1) * 100, idle }), sleep, slept: () => at + 1 };
    };
    const quiet = machine([0.9, 0.5, 0.05]);
    expect([waitForIdle(quiet), quiet.slept()]).toEqual([true, 3]);
    const busy = machine([0.4]);
    expect([waitForIdle({ ...busy, seconds: 2 }), busy.slept()]).toEqual([false, 8]);
  });

  it("measures a command with its children, and not the shell", () => {
    const { cpu, faults, status } = runOnce({
      command: [process.execPath, "-e", "process.exit(3)"],
    });
    expect(status).toBe(3);
    expect(cpu).toBeGreaterThan(0);
    if (!Number.isNaN(faults)) expect(faults).toBeGreaterThan(500);
  });
});
