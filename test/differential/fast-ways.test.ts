import { describe, expect, it } from "vitest";
import { THREADS } from "../support/cached-run.ts";
import {
  expectSameReports,
  FAST_WAYS,
  recipeOfSteps,
  reportWithout,
  repositoryOf,
  STEPS,
  treeOfAllSorts,
  watchNativePass,
} from "../support/fast-ways.ts";
import { JEST_FILES } from "../support/jest-files.ts";
import { mutantsOf } from "../support/mutants.ts";
import { snapshot, type Tree, tempRepository } from "../support/temp-tree.ts";

/** Files of jest, and broken ones made of them. */
function jestFiles(): Tree {
  const files = Object.entries(JEST_FILES).flatMap(([name, text]) => [
    [`jest/${name}`, text] as const,
    ...[...mutantsOf(text, { count: 3, seed: 3 })].map(
      (mutant, index) => [`jest/${index}-${name}`, mutant] as const,
    ),
  ]);
  return Object.fromEntries(files);
}

const STEPS_OF_JEST = `version: 1
steps:
  - id: rename
    ast_edit:
      ops:
        - { pat: "test($$$ARGS)", out: "it($$$ARGS)" }
        - { pat: "test.$MODE($$$ARGS)", out: "it.$MODE($$$ARGS)" }
        - { pat: "test.each($TABLE)($$$ARGS)", out: "it.each($TABLE)($$$ARGS)", layout: keep }
  - id: expect
    ast_edit:
      onParseError: edit
      ops: [{ pat: "expect($A)", out: "assert($A)" }, { pat: "($$$A) => $B", out: "fn($$$A, $B)" }]
`;

/** The steps that the native pass may leave to other ways. */
const PLAIN = [
  "two-constraints",
  "utils",
  "passes",
  "max-files",
  "max-replacements",
  "all-imports", // It asks whether each file is broken.
];

describe("with each of the fast ways off, and with all of them off", () => {
  it.each(Object.keys(STEPS))("a preview with all facts is the same: %s", async (step) => {
    const files = { ...treeOfAllSorts(15), "recipe.yaml": recipeOfSteps([step]) };
    const root = repositoryOf(files);
    const read = watchNativePass();
    const request = { facts: "all" } as const;
    const plain = await reportWithout(root, FAST_WAYS, request);
    expect(await reportWithout(root, [], request, { threads: THREADS })).toEqual(plain);
    expect(await reportWithout(root, [], request, { threads: THREADS })).toEqual(plain);
    expect(plain.totals.ledger.found).toBeGreaterThan(20);
    if (!PLAIN.includes(step)) expect(read.length).toBeGreaterThan(30);
  });

  it("the report and the bytes of a run that applies all are the same", async () => {
    const steps = ["nested", "same-node", "across", "constraints", "keep", "edit-broken"];
    const files = { ...treeOfAllSorts(15), "recipe.yaml": recipeOfSteps(steps) };
    const request = { command: "run", policy: "apply-all" } as const;
    const [on, off] = [tempRepository(files), tempRepository(files)];
    const reports = [
      await reportWithout(on, [], request, { threads: THREADS }),
      await reportWithout(off, FAST_WAYS, request),
    ];
    expect(reports[0]).toEqual(reports[1]);
    expect(reports[0]?.totals.replacements).toBeGreaterThan(100);
    expect(snapshot(on)).toEqual(snapshot(off));
  });

  it("a preview of real code, and of broken code made of it, is the same", async () => {
    const root = repositoryOf({ ...jestFiles(), "recipe.yaml": STEPS_OF_JEST });
    const read = watchNativePass();
    const report = await expectSameReports(root, { facts: "all" }, { threads: THREADS });
    expect(report.totals.ledger.found).toBeGreaterThan(200);
    expect(read.length).toBeGreaterThan(80);
  });
});
