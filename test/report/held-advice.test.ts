import { expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { endAdvice, heldAdvice } from "../../src/report/held-advice.ts";

const HELD = { id: "a1", state: "held", files: [{}] };
const CUSTOM = { id: "c1", state: "held", files: [] };

/** As much of a report as is looked at. */
function reportOf(actions: readonly object[], rest: object = {}): Report {
  const base = { run: { id: "r1", command: "run" }, outcome: "held", alerts: [] };
  return { ...base, actions, ...rest } as unknown as Report;
}

it("names the commands that show and end what a run holds", () => {
  expect(heldAdvice(reportOf([HELD]))).toEqual([
    "1 action waits for a decision. To look: sluice runs r1 --diff",
    'To end it: sluice resolve r1 a1 apply --reason "…"',
  ]);
});

it("names the root for those who are not in it", () => {
  expect(heldAdvice(reportOf([HELD]), "a b")).toEqual([
    "1 action waits for a decision. To look: sluice runs r1 --diff --root 'a b'",
    `To end it: sluice resolve r1 a1 apply --reason "…" --root 'a b'`,
  ]);
});

it("advises nobody to apply what a custom tool would write", () => {
  const [, line, ...others] = heldAdvice(reportOf([CUSTOM]));
  expect(line).toContain("Run the recipe again");
  expect(line).toContain('sluice resolve r1 c1 discard --reason "…"');
  expect(others).toEqual([]);
  const mixed = endAdvice("r1", [
    { id: "a1", canApply: true },
    { id: "c1", canApply: false },
    { id: "c2", canApply: false },
  ]);
  expect(mixed).toHaveLength(2);
  expect(mixed[0]).toContain("sluice resolve r1 a1 apply");
  expect(mixed[1]).toContain("sluice resolve r1 ID discard");
});

const APPLY = { run: { id: "r1", command: "apply" } };

it.each([
  ["is stale", reportOf([HELD], { ...APPLY, outcome: "stale" })],
  ["is locked", reportOf([HELD], { ...APPLY, outcome: "limit" })],
  ["may not be written", reportOf([HELD], { ...APPLY, alerts: [{ code: "refused" }] })],
  ["failed", reportOf([HELD, { id: "b", state: "failed", files: [] }], APPLY)],
])("names no run for a plan that %s: none is kept", (_what, report) => {
  expect(heldAdvice(report)).toEqual([]);
});

it("names the run of a plan that was written", () => {
  const report = reportOf([HELD, { id: "b", state: "applied", files: [{}] }], APPLY);
  expect(heldAdvice(report)).toHaveLength(2);
});

it("lets no id of a stranger's report be an option", () => {
  const report = reportOf([{ ...HELD, id: "--all" }], { run: { id: "--force", command: "run" } });
  expect(heldAdvice(report).join("\n")).not.toMatch(/--all|--force/);
  expect(heldAdvice(report)[1]).toContain("sluice resolve ID ID apply");
});
