import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/**
 * Milliseconds of processors for a command and each match; the square of the matches would cost more. A busy machine
 * takes 1.2 for `apply`, which derives the plan again, and up to 1 for the others.
 */
const BOUND = 1.5;

const textOf = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    n % 10 === 0 ? `foo(foo(${n})); // line ${n}\n` : `foo(${n}); // line ${n}\n`,
  ).join("");

const POLICY = `version: 1
default: { verdict: hold, reason: Not idempotent. }
rules:
  - { id: some, when: { idempotent: true }, verdict: apply, reason: Idempotent. }
`;

const treeOf = (text: string, per: string) =>
  tempRepository({
    "a.ts": text,
    "r.yaml": recipeOf([["foo($A)", "bar($A)"]], `per: ${per}`),
    "p.yaml": POLICY,
  });

async function timed<Result>(count: number, work: Promise<Result>): Promise<Result> {
  const start = process.cpuUsage();
  const result = await work;
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(count * BOUND);
  return result;
}

it("R4 A19 writes 10,000 matches of one file in seconds, and the same bytes as one action", {
  timeout: 300_000,
}, async () => {
  const COUNT = 10_000;
  const TEXT = textOf(COUNT);
  const root = treeOf(TEXT, "match");
  const whole = treeOf(TEXT, "file");
  await cliReport(whole, ["run", "r.yaml", "--policy", "apply-all"]);
  const preview = await timed(COUNT, cliReport(root, ["preview", "r.yaml"]));
  expect(preview.report.totals).toMatchObject({ actions: COUNT });
  await timed(COUNT, cli(root, ["plan", "r.yaml", "--policy", "apply-all", "-o", "plan.json"]));
  const applied = await timed(COUNT, cliReport(root, ["apply", "plan.json"]));
  expect(applied.report.totals).toMatchObject({ applied: COUNT, filesChanged: 1 });
  expect(readText(root, "a.ts") === readText(whole, "a.ts")).toBe(true);
  await timed(COUNT, cli(root, ["undo"]));
  expect(readText(root, "a.ts") === TEXT).toBe(true);
  const run = await timed(COUNT, cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]));
  expect(run.report.totals).toMatchObject({ applied: COUNT });
  expect(readText(root, "a.ts") === readText(whole, "a.ts")).toBe(true);
});

it("writes just the accepted ones of 20,000 matches, and resolves a held one later", {
  timeout: 300_000,
}, async () => {
  const COUNT = 20_000;
  const TEXT = textOf(COUNT);
  const root = treeOf(TEXT, "match");
  const { report } = await timed(COUNT, cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]));
  expect(report.totals).toMatchObject({ applied: COUNT - COUNT / 10, held: COUNT / 10 });
  const expected = TEXT.replaceAll(/^foo\((\d+)\)/gm, "bar($1)");
  expect(readText(root, "a.ts") === expected).toBe(true);
  const held = report.actions.find(({ state }) => state === "held");
  writeFileSync(join(root, "a.ts"), TEXT);
  const reason = ["--reason", "Looked at."];
  const resolved = await cli(root, ["resolve", report.run.id, held?.id ?? "", "apply", ...reason]);
  expect(resolved).toMatchObject({ exitCode: 0 });
  const after = TEXT.replace("foo(foo(0))", "bar(foo(0))");
  expect(readFileSync(join(root, "a.ts"), "utf8") === after).toBe(true);
});
