import type { WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { EngineSearch } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { type BoundNames, unite } from "./bound-names.ts";
import { buildSearch } from "./build-search.ts";
import { checkAtoms, findIdleConstraints } from "./check-atoms.ts";
import { compileTransforms } from "./compile-transforms.ts";
import type { Transform } from "./compiled-op.ts";
import type { LocalUtils } from "./local-utils.ts";
import { type RuleAtom, readRule } from "./rule-atoms.ts";
import { type FieldPath, mustBe } from "./written-keys.ts";

/** The surroundings that the rules of an op share. */
export interface RuleSurroundings {
  readonly language: Language;
  /** The utility rules of the op; those of rules that are prepared later are added later. */
  readonly utils: LocalUtils;
  readonly rewriterIds: readonly string[];
}

/** A rule of an op or of a rewriter, without its fix. */
export interface PreparedRule {
  readonly written: WrittenMap;
  /** The place of the rule in the op; empty for the op's own rule. */
  readonly path: FieldPath;
  readonly names: BoundNames;
  /** The names of the variables that its transforms make. */
  readonly transformed: readonly string[];
  readonly transforms: readonly Transform[];
  readonly sharedNames: readonly string[];
  /** Undefined if there are problems. */
  readonly search: EngineSearch | undefined;
  readonly problems: readonly OpProblem[];
}

/** Checks a rule with its constraints, utility rules and transforms. `outer` are the names bound around it. */
export function prepareRule(
  written: WrittenMap,
  path: FieldPath,
  outer: BoundNames,
  surroundings: RuleSurroundings,
): PreparedRule {
  const { constraints, ...checked } = checkParts(written, path, outer, surroundings);
  const { language, utils } = surroundings;
  if (checked.problems.some(({ field }) => field[path.length] === "utils")) utils.distrust();
  if (checked.problems.length > 0 || !utils.isSound) return { ...checked, search: undefined };
  const search = buildSearch(
    {
      rule: written.rule,
      constraints,
      utils: utils.rules,
      globalUtils: utils.globals,
      path: [...path, "rule"],
      needsKinds: path.length === 0,
    },
    language,
  );
  if ("code" in search) return { ...checked, search: undefined, problems: [search] };
  return { ...checked, search };
}

/** A rule whose parts were checked one by one. */
interface CheckedRule extends Omit<PreparedRule, "search"> {
  readonly constraints: WrittenMap;
}

function checkParts(
  written: WrittenMap,
  path: FieldPath,
  outer: BoundNames,
  { language, utils, rewriterIds }: RuleSurroundings,
): CheckedRule {
  const constraints = readMap(written, "constraints", path);
  const ownUtils = readMap(written, "utils", path);
  const taken = utils.add(ownUtils.map, path);
  const { atoms, problems: misread } = readAtoms(written.rule, constraints.map, ownUtils.map, path);
  const checked = checkAtoms(atoms, language, utils.ids);
  const reached = checkAtoms(utils.atomsReached(atoms), language, utils.ids);
  const names = unite(checked.names, reached.names);
  const transformPath = [...path, "transform"];
  const scope = { names, language, rewriterIds };
  const made = compileTransforms(written.transform, transformPath, scope);
  const problems = [
    ...constraints.problems,
    ...ownUtils.problems,
    ...taken,
    ...misread,
    ...checked.problems,
    ...findIdleConstraints(constraints.map, names, path),
    ...made.problems,
    ...findSharedMany(names, outer, path),
  ];
  const sharedNames = names.single.filter((name) => outer.single.includes(name));
  const { transforms, names: transformed } = made;
  const parts = { written, path, names, transformed, transforms, sharedNames };
  return { ...parts, constraints: constraints.map, problems };
}

function readMap(
  written: WrittenMap,
  key: "constraints" | "utils",
  path: FieldPath,
): { readonly map: WrittenMap; readonly problems: readonly OpProblem[] } {
  const map = written[key] ?? {};
  if (isRecord(map)) return { map, problems: [] };
  return { map: {}, problems: [mustBe([...path, key], "a map of rules")] };
}

function readAtoms(
  rule: unknown,
  constraints: WrittenMap,
  utils: WrittenMap,
  path: FieldPath,
): { readonly atoms: readonly RuleAtom[]; readonly problems: readonly OpProblem[] } {
  const readAll = (map: WrittenMap, key: string) =>
    Object.entries(map).map(([name, each]) => readRule(each, [...path, key, name]));
  const all = [
    readRule(rule, [...path, "rule"]),
    ...readAll(constraints, "constraints"),
    ...readAll(utils, "utils"),
  ];
  return {
    atoms: all.flatMap(({ atoms }) => atoms),
    problems: all.flatMap(({ problems }) => problems),
  };
}

/** Finds names of many nodes that are bound outside too: the engine cannot be given them as bound. */
function findSharedMany(
  names: BoundNames,
  outer: BoundNames,
  path: FieldPath,
): readonly OpProblem[] {
  const shared = names.many.filter((name) => outer.many.includes(name));
  return shared.map((name) => ({
    code: "invalid-rule",
    field: [...path, "rule"],
    message: `\`$$$${name}\` is bound by the rule, too, so this would match only equal nodes`,
    hint: "Give it another name in the rewriter",
  }));
}
