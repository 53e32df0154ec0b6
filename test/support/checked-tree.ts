import type { ActionReport, Report } from "../../src/model/report/report.ts";
import { runWith } from "./run-request.ts";
import { tempTree } from "./temp-tree.ts";

/** A rule that applies all, with a check that is a script of the shell. */
export function checkedPolicy(
  script: string,
  { after = "action", rule = "", more = "" }: { after?: string; rule?: string; more?: string } = {},
): string {
  return [
    "version: 1",
    "default: { verdict: discard, reason: No rule. }",
    "checks:",
    `  look: { run: [sh, -c, ${JSON.stringify(script)}], after: ${after}, timeout: 5s }`,
    "rules:",
    `  - { id: all, verdict: apply, reason: All., checks: [look]${rule === "" ? "" : `, ${rule}`} }`,
    more,
  ].join("\n");
}

/** Swaps `old(…)` for `fresh(…)`, one action for each file or match. */
export function renaming(per: "file" | "match" | "step" = "file"): string {
  return [
    "version: 1",
    "steps:",
    `  - { id: one, ast_edit: { paths: ["src/**"], per: ${per}, ops: [{ pat: "old($A)", out: "fresh($A)" }] } }`,
    "",
  ].join("\n");
}

/** A tree with `count` files, `src/f0.ts` and so on, a recipe and a policy. */
export function checkedTree(
  policy: string,
  {
    count = 4,
    recipe = renaming(),
    files = {},
    make = tempTree,
  }: {
    count?: number;
    recipe?: string;
    files?: Readonly<Record<string, string>>;
    make?: typeof tempTree;
  } = {},
): string {
  const sources = Array.from({ length: count }, (_none, index) => {
    return [`src/f${index}.ts`, `old(${index});\n`] as const;
  });
  return make({
    ...Object.fromEntries(sources),
    "recipe.yaml": recipe,
    "sluice.policy.yaml": policy,
    ...files,
  });
}

/** Runs a request whose caller trusts the checks of the tree's policy. */
export const runChecked: typeof runWith = (root, request, ...more) =>
  runWith(root, { allowCode: true, ...request }, ...more);

/** The states of a report's actions, by the first of their files. */
export function statesOf({ actions }: Report): Readonly<Record<string, ActionReport["state"]>> {
  return Object.fromEntries(actions.map(({ facts, state }) => [facts.files[0] ?? "", state]));
}
