import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import { languageOfPath } from "../../edit/language/language.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { TestedPolicy, TestOutcome } from "../../model/policy/tests.ts";
import { coverageOf } from "../../policy/testing/coverage.ts";
import { rulePlaces } from "../../policy/testing/rule-places.ts";
import { type ReadyTest, readyTests, runTest } from "../../policy/testing/run-tests.ts";
import { testsOf } from "../../policy/testing/tests-of.ts";
import type { PolicyInHand } from "./read-policy.ts";
import { readTestFiles } from "./test-files.ts";

/** A policy that was read. */
export type ReadPolicy = Extract<PolicyInHand, { readonly kind: "read" }>;

/** Reads all tests of a policy: those in it, and those of the files that are named or stand beside it. */
export async function readAllTests(
  { files, reader }: ReadPolicy,
  named: { readonly policy: string | undefined; readonly files: readonly string[] },
): Promise<
  | { readonly kind: "read"; readonly ready: readonly ReadyTest[] }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "stopped" }
> {
  try {
    const { tests, diagnostics } = await readTestFiles(named.files, named.policy, reader);
    if (hasErrors(diagnostics)) return { kind: "invalid", diagnostics };
    return { kind: "read", ready: readyTests([...testsOf(files), ...tests], languageOfPath) };
  } catch (error) {
    if (error instanceof LoadingStopped) return { kind: "stopped" };
    throw error;
  }
}

/** Runs tests of a policy. Ends early when the signal fires. */
export async function testPolicy(
  { policy, files }: ReadPolicy,
  ready: readonly ReadyTest[],
  signal: AbortSignal,
): Promise<TestedPolicy | "stopped"> {
  const outcomes: TestOutcome[] = [];
  for (const each of ready) {
    if (outcomes.length % TESTS_AT_ONCE === 0) await new Promise(setImmediate); // Signals come in.
    if (signal.aborted) return "stopped";
    outcomes.push(runTest(policy, each));
  }
  return { outcomes, coverage: coverageOf(policy, ready, rulePlaces(files)) };
}

const TESTS_AT_ONCE = 20;
