/** A reason why a case fails. */
export interface CaseProblem {
  readonly kind: /** The result is not what is expected. */
    | "different"
    /** Another run on the result changes it again. */
    | "not-idempotent"
    /** The case says that the recipe is not idempotent, and it is. */
    | "idempotent"
    /** The run was refused, or something in it failed. */
    | "run"
    /** An alert that the case does not name, or one that it names and that did not come. */
    | "alert"
    /** The same for a file that was left alone. */
    | "skipped"
    /** A snippet under `invalid` without a match, or one under `valid` with one. */
    | "match";
  /** A sentence. */
  readonly message: string;
  /** A patch from what is expected to what came out. */
  readonly diff?: string;
}

/** The outcome of one case, or of one snippet. */
export interface CaseOutcome {
  /** The name of its folder; of a snippet that of its file, with its list and number: `no-eval-test.yml invalid[0]`. */
  readonly name: string;
  readonly kind: "tree" | "snippet";
  readonly passed: boolean;
  /** The recipe changes something in it. */
  readonly isPositive: boolean;
  /** Empty if it passed. */
  readonly problems: readonly CaseProblem[];
  /** The files that `--update` wrote or removed, from the folder of the case. */
  readonly updated: readonly string[];
  /** Those of `updated` that it removed. Absent: none. */
  readonly removed?: readonly string[];
}

/** The outcome of the tests of one recipe. */
export interface TestedRecipe {
  readonly recipe: string;
  /** Its file: relative to the root, `shipped:NAME`, or absolute. */
  readonly path: string;
  /** `untested`: it has no case, and the command line does not name it. */
  readonly state: "passed" | "failed" | "untested";
  /** Why it fails although no case does, or why it is not tested: a sentence. */
  readonly reason?: string;
  readonly cases: readonly CaseOutcome[];
}

/** The numbers of a test of recipes. */
export interface TestTotals {
  readonly recipes: number;
  readonly untested: number;
  /** Recipes that fail, also without a case that does. */
  readonly failedRecipes: number;
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  /** Files that were written or removed. */
  readonly updated: number;
}

/** Counts the outcomes of recipes. */
export function testTotals(recipes: readonly TestedRecipe[]): TestTotals {
  const cases = recipes.flatMap((recipe) => recipe.cases);
  const passed = cases.filter((each) => each.passed).length;
  const count = (state: TestedRecipe["state"]) =>
    recipes.filter((recipe) => recipe.state === state).length;
  return {
    recipes: recipes.length,
    untested: count("untested"),
    failedRecipes: count("failed"),
    cases: cases.length,
    passed,
    failed: cases.length - passed,
    updated: cases.reduce((sum, { updated }) => sum + updated.length, 0),
  };
}
