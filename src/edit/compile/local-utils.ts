import type { GlobalUtil, WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { type RuleAtom, readRule } from "./rule-atoms.ts";
import { endlessUtil, findEndlessUtil } from "./util-cycles.ts";
import type { FieldPath } from "./written-keys.ts";

/**
 * The utility rules of an op: those of its project, and those of its rule and its rewriters, in one table as in
 * ast-grep.
 */
export class LocalUtils {
  readonly globals: readonly GlobalUtil[];
  #rules: WrittenMap = {};
  #isSound = true;

  /** `globals` are the utility rules of the project that are for this language. */
  constructor(globals: readonly GlobalUtil[]) {
    this.globals = globals;
  }

  /** The local ones, by id. */
  get rules(): WrittenMap {
    return this.#rules;
  }

  /** False if one of them has a problem: the engine is then asked nothing that needs them. */
  get isSound(): boolean {
    return this.#isSound;
  }

  distrust(): void {
    this.#isSound = false;
  }

  /** The ids that `matches` may name. */
  get ids(): readonly string[] {
    return [...Object.keys(this.#rules), ...this.globals.map(({ id }) => id)];
  }

  /** Adds the utility rules of a rule that stands at `path` of the op. */
  add(utils: WrittenMap, path: FieldPath): readonly OpProblem[] {
    const taken = Object.keys(utils).filter((id) => Object.hasOwn(this.#rules, id));
    this.#rules = { ...this.#rules, ...utils };
    const problems: OpProblem[] = taken.map((id) => ({
      code: "invalid-rule",
      field: [...path, "utils", id],
      isAboutKey: true,
      message: `there is already a utility rule \`${id}\`: rewriters share those of the rule`,
    }));
    // A rule can only refer to rules that were added before, so that no circle spans two of these maps.
    const endless = findEndlessUtil(utils);
    if (endless === undefined) return problems;
    this.distrust();
    return [...problems, endlessUtil(endless, [...path, "utils", endless])];
  }

  /** Returns the atoms of the utility rules that these atoms refer to, directly or through each other. */
  atomsReached(atoms: readonly RuleAtom[]): readonly RuleAtom[] {
    const reached = new Set(this.#idsIn(atoms));
    const found: RuleAtom[] = [];
    for (const id of reached) {
      const { atoms: more } = readRule(this.#rules[id], []);
      found.push(...more);
      for (const next of this.#idsIn(more)) reached.add(next);
    }
    return found;
  }

  #idsIn(atoms: readonly RuleAtom[]): readonly string[] {
    return atoms.flatMap((atom) =>
      atom.kind === "reference" && Object.hasOwn(this.#rules, atom.id) ? [atom.id] : [],
    );
  }
}
