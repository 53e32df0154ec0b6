import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PolicyTest, TestFacts } from "../../model/policy/tests.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { parseYaml, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import type { PolicyFile } from "../load/policy-file.ts";
import { type WrittenTests, writtenTestsSchema } from "../load/policy-schema.ts";
import { testTimeFaults } from "../load/rule-windows.ts";

/**
 * Returns the tests that are written in a policy: those of its guards and rules, also of the files that it extends, and
 * the tests of the whole policy in its own file. Those of a file that it extends are about that file alone.
 */
export function testsOf(files: readonly PolicyFile[]): readonly PolicyTest[] {
  const [own] = files;
  const ofRules = files.flatMap(testsOfRules);
  return own === undefined
    ? ofRules
    : [...ofRules, ...verdictTests(own.written.tests ?? [], own.source)];
}

/** Reads a file of tests. Reports all problems, not only the first. */
export function readTests(
  text: string,
  path: string,
): { readonly tests: readonly PolicyTest[]; readonly diagnostics: readonly Diagnostic[] } {
  const parsed = parseYaml(text, path);
  if ("diagnostics" in parsed) return { tests: [], diagnostics: parsed.diagnostics };
  const shape = checkShape(writtenTestsSchema(), parsed.source.value, parsed.source);
  if (!("value" in shape)) return { tests: [], diagnostics: shape.diagnostics };
  const { tests } = shape.value;
  const diagnostics = testTimeFaults(tests, parsed.source);
  return { tests: diagnostics.length > 0 ? [] : verdictTests(tests, parsed.source), diagnostics };
}

function testsOfRules({ written, source }: PolicyFile): readonly PolicyTest[] {
  return (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).flatMap(({ id, tests = {} }, rule) =>
      (["match", "notMatch"] as const).flatMap((kind) =>
        (tests[kind] ?? []).map((facts, index): PolicyTest => {
          const place = source.placeOf([list, rule, "tests", kind, index]);
          return { kind, name: `${id} ${kind} ${index + 1}`, facts, rule: id, place };
        }),
      ),
    ),
  );
}

function verdictTests(tests: WrittenTests, source: YamlSource): readonly PolicyTest[] {
  return tests.map(({ name, facts: written = NO_FACTS, now, verdict, rule }, index): PolicyTest => {
    const place = source.placeOf(["tests", index]);
    const facts = now === undefined ? written : { ...written, now };
    return { kind: "verdict", name: name ?? `test ${index + 1}`, facts, verdict, rule, place };
  });
}

const NO_FACTS: TestFacts = {};
