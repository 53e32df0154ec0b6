import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PlaceInText } from "../../model/place.ts";
import type { ConditionName, Conditions } from "../../model/policy/conditions.ts";
import type { Policy } from "../../model/policy.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { globsOf } from "../load/normalize-conditions.ts";
import { conditionNodes } from "../testing/condition-nodes.ts";
import type { PlaceOfRule } from "../testing/rule-places.ts";
import { writtenConditions } from "../written-of.ts";
import { claimFindings } from "./claim-findings.ts";
import { conditionFindings } from "./condition-findings.ts";
import { orderFindings } from "./order-findings.ts";
import type { RuleFinding, RuleInOrder } from "./rule-finding.ts";
import { windowFindings } from "./window-findings.ts";

/** The conditions whose globs are about files that a tree has before an edit. */
const OF_TREE: readonly ConditionName[] = ["allFiles", "anyFile", "files"];

/** The most comparisons of a glob with a file. */
const MOST_COMPARISONS = 20_000_000;

/** The surroundings of a policy that is looked at. */
export interface LintedTree {
  readonly placeOf: PlaceOfRule;
  /** The place of the default, if it is in the file itself. */
  readonly placeOfDefault: PlaceInText | undefined;
  /** Returns the place of a check. */
  placeOfCheck(name: string): PlaceInText | undefined;
  /** The files of the tree; undefined if they are not known, or too many. */
  readonly files: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Lets signals in, and throws to end it. */
  pause(): Promise<void>;
}

/**
 * Returns what is wrong in a policy although it is valid. Only what is certain is an error: something that never has an
 * effect. Rules of built-in policies are not looked at, and those of other files only in the light of this one.
 */
export async function lintPolicy(
  policy: Policy,
  { placeOf, placeOfDefault, placeOfCheck, files, now, pause }: LintedTree,
): Promise<readonly Diagnostic[]> {
  const ordered: readonly RuleInOrder[] = [
    ...policy.guards.map((rule) => ({ rule, kind: "guard" as const })),
    ...policy.rules.map((rule) => ({ rule, kind: "rule" as const })),
  ];
  const own = ordered.filter(({ rule }) => placeOf(rule.id) !== undefined);
  const ofConditions = await conditionsOf(own, pause);
  // From conditions that contradict each other everything follows, so that nothing more is said about such a rule.
  const told = new Set(
    ofConditions.flatMap(({ severity, rule }) => (severity === "error" ? rule : [])),
  );
  const ofOrder = await orderFindings(ordered, pause);
  const findings = [
    ...ofConditions,
    ...ofOrder.filter(({ rule }) => placeOf(rule) !== undefined && !told.has(rule)),
    ...own.flatMap(guardFindings),
    ...own.flatMap(approvalFindings),
    ...own.flatMap(claimFindings),
    ...own.flatMap((each) => windowFindings(each, now)),
    ...reasonFindings(own, policy),
    ...(files === undefined ? [] : await unmatchedGlobs(own, files, pause)),
  ];
  const ofRules = findings.flatMap(({ rule, at, code, severity, message, hint }) => {
    const place = placeOf(rule, at);
    if (place === undefined) return [];
    const known = place.path === policy.source ? severity : "warning";
    return [diagnosticAt(place, code, message, { hint, severity: known })];
  });
  return [
    ...ofRules,
    ...checkFindings(policy, placeOfCheck),
    ...defaultFindings(policy, placeOfDefault),
  ];
}

async function conditionsOf(
  own: readonly RuleInOrder[],
  pause: LintedTree["pause"],
): Promise<readonly RuleFinding[]> {
  const findings: RuleFinding[] = [];
  for (const rule of own) {
    await pause();
    findings.push(...conditionFindings(rule));
  }
  return findings;
}

function guardFindings({ rule: { id, verdict }, kind }: RuleInOrder): readonly RuleFinding[] {
  if (kind === "rule" || verdict !== "apply") return [];
  const message = `The guard \`${id}\` applies, and so it hides every rule.`;
  const hint = "Make it the first of the `rules`, or let it hold or discard.";
  return [{ rule: id, at: ["verdict"], code: "guard-applies", severity: "warning", message, hint }];
}

function approvalFindings({ rule, kind }: RuleInOrder): readonly RuleFinding[] {
  const { id, verdict, approvals } = rule;
  if (approvals === undefined || verdict === "hold") return [];
  const message = `\`approvals\` of the ${kind} \`${id}\` has no effect: only what a rule holds is approved.`;
  const hint = "Remove it, or let the rule hold.";
  const code = "approvals-unused";
  return [{ rule: id, at: ["approvals"], code, severity: "warning", message, hint }];
}

function reasonFindings(
  own: readonly RuleInOrder[],
  { default: otherwise }: Policy,
): readonly RuleFinding[] {
  const seen = new Map([[otherwise.reason.trim(), "default"]]);
  return own.flatMap(({ rule: { id, reason } }): readonly RuleFinding[] => {
    const first = seen.get(reason.trim());
    if (first === undefined) seen.set(reason.trim(), id);
    if (first === undefined) return [];
    const message = `\`${id}\` and \`${first}\` have the same reason.`;
    const hint =
      "Say in each what is special, so that a reader of a report knows which one decided.";
    return [
      { rule: id, at: ["reason"], code: "reason-repeated", severity: "warning", message, hint },
    ];
  });
}

function checkFindings(
  { checks = [], rules }: Policy,
  placeOfCheck: LintedTree["placeOfCheck"],
): readonly Diagnostic[] {
  const used = new Set(rules.flatMap((rule) => rule.checks ?? []));
  return checks.flatMap(({ name }) => {
    const place = placeOfCheck(name);
    if (used.has(name) || place === undefined) return [];
    const message = `No rule names the check \`${name}\`, so that it never runs.`;
    const hint = `Name it in a rule, \`checks: [${name}]\`, or remove it.`;
    return [diagnosticAt(place, "check-unused", message, { hint, severity: "warning" })];
  });
}

function defaultFindings(
  { default: otherwise }: Policy,
  place: PlaceInText | undefined,
): readonly Diagnostic[] {
  if (otherwise.verdict !== "apply" || place === undefined) return [];
  const message = "The default applies every change that no guard and no rule covers.";
  const hint = "Let it `hold` or `discard`, and let rules say what is applied.";
  return [diagnosticAt(place, "default-applies", message, { hint, severity: "warning" })];
}

/**
 * Returns the globs that match none of the files of the tree, as far as that is quickly told. `pause` lets signals in,
 * and throws to end it.
 */
async function unmatchedGlobs(
  rules: readonly RuleInOrder[],
  files: readonly string[],
  pause: () => Promise<void>,
): Promise<readonly RuleFinding[]> {
  const findings: RuleFinding[] = [];
  let comparisons = 0;
  for (const { rule } of rules)
    for (const { name, at, alone } of conditionNodes(rule.when)) {
      if (!OF_TREE.includes(name)) continue;
      for (const { glob, at: inside } of pathGlobsOf(alone)) {
        await pause();
        comparisons += files.length;
        if (comparisons > MOST_COMPARISONS) return findings;
        if (!files.some(pathMatcher([glob])))
          findings.push(finding(rule.id, glob, ["when", ...at.slice(0, -1), ...inside]));
      }
    }
  return findings;
}

function finding(rule: string, glob: string, at: YamlPath): RuleFinding {
  const message = `The glob \`${glob}\` of \`${rule}\` matches no file of this tree.`;
  const hint = "Correct it, or remove it; keep it if such files may come.";
  return { rule, at, code: "glob-unmatched", severity: "warning", message, hint };
}

function pathGlobsOf(alone: Conditions): ReturnType<typeof globsOf> {
  return globsOf(writtenConditions(alone), "paths");
}
