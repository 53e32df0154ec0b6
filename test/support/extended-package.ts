import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import type { Tree } from "./temp-tree.ts";

/** The folder of a package. */
export const ACME = "node_modules/@acme/policies";

const RECIPE = `version: 1\nname: r\nsteps:\n  - { id: s, ast_edit: { lang: js, ops: [{ pat: "old($A)", out: "neu($A)" }] } }\n`;

/** A policy that holds everything by a rule with this id. */
export const holdBy = (id: string) =>
  `version: 1\ndefault: { verdict: discard, reason: No. }\nrules: [{ id: ${id}, verdict: hold, reason: By ${id}. }]\n`;

/** A tree with one action and a policy that extends `name`. */
export function treeExtending(name: string, files: Tree): Tree {
  const own = `version: 1\nextends: ${JSON.stringify(name)}\n`;
  return { "recipe.yaml": RECIPE, "a.js": "old(1);\n", "sluice.policy.yaml": own, ...files };
}

/** Returns the rules that decided in a run without faults. */
export async function ruleOf(report: Promise<Report>): Promise<readonly (string | undefined)[]> {
  const { diagnostics, actions } = await report;
  expect(diagnostics).toEqual([]);
  return actions.map(({ ruleId }) => ruleId);
}

/** Returns the fault at `extends` for which a run was refused, with its hint. */
export async function faultOf(report: Promise<Report>): Promise<string> {
  const { exitCode, diagnostics, actions } = await report;
  expect([exitCode, actions]).toEqual([2, []]);
  const [first] = diagnostics;
  expect(first).toMatchObject({ line: 2, column: 10 });
  return `${first?.message}\n${first?.hint}`;
}

/** Makes a link in a tree. */
export function link(root: string, path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(target, join(root, path));
}
