import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const COUNT = 40_000;
/** Seconds for one command: five times of what it takes on an idle machine, and half of what it took before. */
const BOUND = 40_000;

const TEXT = Array.from({ length: COUNT }, (_, n) =>
  n % 10 === 0 ? `foo(foo(${n})); // line ${n}\n` : `foo(${n}); // line ${n}\n`,
).join("");

const POLICY = `version: 1
default: { verdict: hold, reason: Not idempotent. }
rules:
  - { id: some, when: { idempotent: true }, verdict: apply, reason: Idempotent. }
`;

const tree = (per: string) =>
  tempRepository({
    "a.ts": TEXT,
    "r.yaml": recipeOf([["foo($A)", "bar($A)"]], `per: ${per}`),
    "p.yaml": POLICY,
  });

async function timed<Result>(work: Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work;
  expect(performance.now() - start).toBeLessThan(BOUND);
  return result;
}

it("R4 A19 writes 40,000 matches of one file in seconds, and the same bytes as one action", {
  timeout: 10 * BOUND,
}, async () => {
  const root = tree("match");
  const whole = tree("file");
  await cliReport(whole, ["run", "r.yaml", "--policy", "apply-all"]);
  const preview = await timed(cliReport(root, ["preview", "r.yaml"]));
  expect(preview.report.totals).toMatchObject({ actions: COUNT });
  await timed(cli(root, ["plan", "r.yaml", "--policy", "apply-all", "-o", "plan.json"]));
  const applied = await timed(cliReport(root, ["apply", "plan.json"]));
  expect(applied.report.totals).toMatchObject({ applied: COUNT, filesChanged: 1 });
  expect(readText(root, "a.ts") === readText(whole, "a.ts")).toBe(true);
  await timed(cli(root, ["undo"]));
  expect(readText(root, "a.ts") === TEXT).toBe(true);
  const run = await timed(cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]));
  expect(run.report.totals).toMatchObject({ applied: COUNT });
  expect(readText(root, "a.ts") === readText(whole, "a.ts")).toBe(true);
});

it("writes just the accepted ones of many matches, and resolves a held one later", {
  timeout: 10 * BOUND,
}, async () => {
  const root = tree("match");
  const { report } = await timed(cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]));
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
