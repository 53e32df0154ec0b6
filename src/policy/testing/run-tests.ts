import type { PolicyTest, TestOutcome } from "../../model/policy/tests.ts";
import { writtenVerdict } from "../../model/policy/verdict.ts";
import type { Decision, Policy, PolicyRule, TraceEntry } from "../../model/policy.ts";
import { evaluatePolicy } from "../evaluate-policy.ts";
import { type AssumedFacts, assumedFacts, type LanguageOfName } from "./assumed-facts.ts";
import { shownPlace } from "./rule-places.ts";

/** A test with all its facts. */
export interface ReadyTest {
  readonly test: PolicyTest;
  readonly assumed: AssumedFacts;
}

/** Returns tests with all their facts. */
export function readyTests(
  tests: readonly PolicyTest[],
  languageOf: LanguageOfName,
): readonly ReadyTest[] {
  return tests.map((test) => {
    const usual = test.kind === "verdict" ? "none" : "any"; // A test of a rule is about its conditions.
    return { test, assumed: assumedFacts(test.facts, languageOf, usual) };
  });
}

/** Runs one test of a policy. */
export function runTest(policy: Policy, ready: ReadyTest): TestOutcome {
  const { test } = ready;
  return test.kind === "verdict" ? runVerdictTest(policy, ready) : runRuleTest(policy, ready);
}

function runVerdictTest(policy: Policy, { test, assumed }: ReadyTest): TestOutcome {
  if (test.kind !== "verdict") throw new Error("A test of a rule has no verdict.");
  const decision = evaluatePolicy(policy, assumed.facts, [], assumed.ci, assumed.now);
  const { ruleId } = decision;
  const verdict = writtenVerdict(decision);
  const passed = verdict === test.verdict && (test.rule === undefined || ruleId === test.rule);
  const expected = test.rule === undefined ? test.verdict : `${test.verdict} by \`${test.rule}\``;
  const why = passed ? [] : whyNot(decision, test.rule, idsOf(policy));
  return { ...headOf(test), passed, expected, actual: `${verdict} by \`${ruleId}\``, why };
}

function runRuleTest(policy: Policy, { test, assumed }: ReadyTest): TestOutcome {
  const wanted = test.kind === "match";
  const entry = entryOf(policy, test.rule ?? "", assumed);
  const passed = entry?.hit === wanted;
  const words = (hit: boolean) => (hit ? "match" : "no match");
  return {
    ...headOf(test),
    passed,
    expected: words(wanted),
    actual: entry === undefined ? "no such rule" : words(entry.hit),
    why: passed || entry === undefined ? [] : [sentenceOf(entry)],
  };
}

/** Evaluates one guard or rule alone. */
function entryOf(
  policy: Policy,
  id: string,
  { facts, ci, now }: AssumedFacts,
): TraceEntry | undefined {
  const isIt = (rule: PolicyRule) => rule.id === id;
  const alone = {
    ...policy,
    protects: [],
    guards: policy.guards.filter(isIt),
    rules: policy.rules.filter(isIt),
  };
  return evaluatePolicy(alone, facts, [], ci, now).trace.find((entry) => entry.id === id);
}

function headOf({ kind, name, rule, place }: PolicyTest) {
  return { kind, name, ...(rule === undefined ? {} : { rule }), ...shownPlace(place) };
}

function idsOf({ guards, rules, protects }: Policy): ReadonlySet<string> {
  return new Set([...[...guards, ...rules].map(({ id }) => id), ...protects, "default"]);
}

/** Says by what a policy decided, and why the rule that was wanted did not. */
function whyNot(
  { ruleId, reason, trace }: Decision,
  wanted: string | undefined,
  ids: ReadonlySet<string>,
): readonly string[] {
  const decided = `\`${ruleId}\` decided: ${reason}`;
  if (wanted !== undefined && !ids.has(wanted))
    return [decided, `The policy has no guard or rule \`${wanted}\`.`];
  const misses = trace.filter(({ id, hit, kind }) =>
    wanted === undefined ? !hit && kind === "rule" : id === wanted && id !== ruleId,
  );
  return [decided, ...misses.slice(0, MOST_MISSES).map(sentenceOf)];
}

/** The most rules that a failure explains. */
const MOST_MISSES = 5;

function sentenceOf({ id, kind, hit, failed, found, unknown = [] }: TraceEntry): string {
  if (hit && unknown.length > 0)
    return `The ${kind} \`${id}\` hits, because \`${unknown.join("`, `")}\` cannot be evaluated.`;
  if (hit) return `All conditions of the ${kind} \`${id}\` hold.`;
  if (failed === "from" || failed === "until")
    return `The ${kind} \`${id}\` does not count at the time of the test (\`${failed}\`), which \`now\` sets.`;
  if (failed !== undefined && unknown.includes(failed))
    return `The ${kind} \`${id}\` does not match: \`${failed}\` cannot be evaluated.`;
  const what = found === undefined ? "" : ` (${String(found)})`;
  return `The ${kind} \`${id}\` does not match: \`${failed}\` does not hold${what}.`;
}
