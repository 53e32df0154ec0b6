import { posix } from "node:path";
import type { ConfigReader } from "../../config/sources/config-reader.ts";
import type { SourcePlace } from "../../config/sources/source-place.ts";
import { readFolder } from "../../files/read-folder.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PolicyTest } from "../../model/policy/tests.ts";
import { readTests } from "../../policy/testing/tests-of.ts";
import { DEFAULT_POLICY_FILE } from "../../request/options/file-names.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";

/** Files beside a policy that end so have tests of it. */
const TEST_FILE = /\.policy-test\.ya?ml$/;

/** Tests of files, and the errors in those files. */
interface TestsOfFiles {
  readonly tests: readonly PolicyTest[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the files of tests that are named; otherwise those beside the policy. */
export async function readTestFiles(
  named: readonly string[],
  policy: string | undefined,
  reader: ConfigReader,
): Promise<TestsOfFiles> {
  const places =
    named.length > 0 ? named.map((name) => reader.placeOf(name)) : await besides(policy, reader);
  const read: TestsOfFiles[] = [];
  for (const place of places) {
    const file = await reader.read(place, "policy");
    read.push(
      "diagnostic" in file
        ? { tests: [], diagnostics: [file.diagnostic] }
        : readTests(file.text, file.path),
    );
  }
  return {
    tests: read.flatMap(({ tests }) => tests),
    diagnostics: reader.withoutForeignText(read.flatMap(({ diagnostics }) => diagnostics)),
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
