import { posix } from "node:path";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import type { SourcePlace } from "../../config/sources/source-place.ts";
import { languageOfPath } from "../../edit/language/language.ts";
import { readFolder } from "../../files/read-folder.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { PolicyTest, TestedPolicy, TestOutcome } from "../../model/policy/tests.ts";
import { coverageOf } from "../../policy/testing/coverage.ts";
import { rulePlaces } from "../../policy/testing/rule-places.ts";
import { type ReadyTest, readyTests, runTest } from "../../policy/testing/run-tests.ts";
import { readTests, testsOf } from "../../policy/testing/tests-of.ts";
import { DEFAULT_POLICY_FILE } from "../../request/options/file-names.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import type { PolicyInHand } from "./read-policy.ts";

/** Files beside a policy that end so have tests of it. */
const TEST_FILE = /\.policy-test\.ya?ml$/;

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

/** Tests of files, and the errors in those files. */
interface TestsOfFiles {
  readonly tests: readonly PolicyTest[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the files of tests that are named; otherwise those beside the policy. */
async function readTestFiles(
  named: readonly string[],
  policy: string | undefined,
  reader: ConfigReader,
): Promise<TestsOfFiles> {
  const places =
    named.length > 0 ? named.map((name) => reader.placeOf(name)) : await besides(policy, reader);
  const testsOfFiles: TestsOfFiles[] = [];
  for (const place of places) {
    const file = await reader.read(place, "policy");
    testsOfFiles.push(
      "diagnostic" in file
        ? { tests: [], diagnostics: [file.diagnostic] }
        : readTests(file.text, file.path),
    );
  }
  return {
    tests: testsOfFiles.flatMap(({ tests }) => tests),
    diagnostics: reader.withoutForeignText(testsOfFiles.flatMap(({ diagnostics }) => diagnostics)),
  };
}

async function besides(
  policy: string | undefined,
  reader: ConfigReader,
): Promise<readonly SourcePlace[]> {
  const place: SourcePlace =
    policy === undefined ? { origin: "tree", path: DEFAULT_POLICY_FILE } : reader.placeOf(policy);
  if (place.origin !== "tree" && place.origin !== "caller") return [];
  const folder = posix.dirname(place.origin === "tree" ? place.path : place.file);
  const names = (await namesIn(place, folder, reader)).filter((name) => TEST_FILE.test(name));
  return names.sort(comparePaths).map((name): SourcePlace => {
    const path = posix.join(folder, name);
    return place.origin === "tree" ? { origin: "tree", path } : { origin: "caller", file: path };
  });
}

async function namesIn(
  { origin }: SourcePlace,
  folder: string,
  reader: ConfigReader,
): Promise<string[]> {
  if (origin === "tree") return (await reader.tree.entries(folder)).map(({ name }) => name);
  const names: string[] = [];
  for await (const { name } of readFolder(folder, ".")) names.push(name);
  return names;
}
