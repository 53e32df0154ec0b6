import type { GlobalUtil } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { resolveLanguage } from "../language/language.ts";
import { checkAtoms } from "./check-atoms.ts";
import { readRule } from "./rule-atoms.ts";

/**
 * Finds the problems of a project's utility rule by itself; those of its uses are reported at the uses. `all` are the
 * utility rules of the project, which it may refer to.
 */
export function findUtilProblems(
  util: GlobalUtil,
  all: readonly GlobalUtil[],
): readonly OpProblem[] {
  const language = resolveLanguage(util.language);
  if (language === undefined) {
    const message = `there is no language \`${util.language}\``;
    return [{ code: "invalid-rule", field: ["language"], message }];
  }
  const own = Object.entries(util.utils ?? {});
  const parts = [
    readRule(util.rule, ["rule"]),
    ...own.map(([id, rule]) => readRule(rule, ["utils", id])),
  ];
  const ids = [...own.map(([id]) => id), ...(util.arguments ?? []), ...all.map(({ id }) => id)];
  const atoms = parts.flatMap((part) => part.atoms);
  return [
    ...parts.flatMap(({ problems }) => problems),
    ...checkAtoms(atoms, language, ids).problems,
  ];
}
