import type { WrittenMap } from "../../model/edit.ts";
import type { OpProblem } from "../../model/search/op-problem.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { findSearchProblem } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import type { BoundNames } from "./bound-names.ts";
import { parsePattern } from "./parse-pattern.ts";
import type { RuleAtom } from "./rule-atoms.ts";
import type { FieldPath } from "./written-keys.ts";

/** The names that the atoms of a rule bind, and the problems of the atoms. */
export interface CheckedAtoms {
  readonly names: BoundNames;
  readonly problems: readonly OpProblem[];
}

/**
 * Checks the atoms of a rule one by one, so that each problem has its place: a pattern that is not valid code (A24), a
 * kind or field that the language does not have, a regex that does not compile, an unknown utility rule. `utilIds` are
 * the ids that `matches` may name.
 */
export function checkAtoms(
  atoms: readonly RuleAtom[],
  language: Language,
  utilIds: readonly string[],
): CheckedAtoms {
  const single = new Set<string>();
  const many = new Set<string>();
  const problems: OpProblem[] = [];
  for (const atom of atoms) {
    if (atom.kind !== "pattern") {
      problems.push(...checkAtom(atom, language, utilIds));
      continue;
    }
    const { context: pat, ...more } = atom;
    const parsed = parsePattern({ ...more, kind: "pattern", id: "", pat, out: "" }, language);
    if (parsed.kind === "invalid") {
      problems.push({ ...parsed.problem, field: fieldOfPattern(atom, parsed.problem.field) });
      continue;
    }
    for (const name of parsed.facts.single) single.add(name);
    for (const name of parsed.facts.many) many.add(name);
  }
  return { names: { single: [...single], many: [...many] }, problems };
}

/** Turns `["pat"]` and `["selector"]` of a pattern op into a path of the atom. */
function fieldOfPattern({ path, selector }: RuleAtom & { kind: "pattern" }, [part]: FieldPath) {
  // Without a selector the pattern may be a plain text, which has the same place as a map.
  return part === "selector" && selector !== undefined ? [...path, "selector"] : path;
}

function checkAtom(
  atom: Exclude<RuleAtom, { kind: "pattern" }>,
  language: Language,
  utilIds: readonly string[],
): readonly OpProblem[] {
  const { path } = atom;
  const ask = (rule: WrittenMap) => findSearchProblem({ rule }, language);
  switch (atom.kind) {
    case "kind": {
      const found = ask({ kind: atom.selector });
      if (found === undefined) return [];
      const message = `\`${atom.selector}\` is not a syntax kind of ${language}: ${found}`;
      return [{ code: "unknown-kind", field: path, message }];
    }
    case "regex":
      return invalid(path, "the regular expression does not compile", ask({ regex: atom.source }));
    case "field": {
      const rule = { regex: "", has: { regex: "", field: atom.name } };
      if (ask(rule) === undefined) return [];
      return [invalidRule(path, `${language} has no field \`${atom.name}\``)];
    }
    case "position":
      return invalid(path, "`nthChild` is not valid", ask({ nthChild: atom.written }));
    case "range":
      return invalid(path, "`range` is not valid", ask({ range: atom.written }));
    case "reference":
    case "call": {
      if (utilIds.includes(atom.id)) return [];
      const message = `there is no utility rule \`${atom.id}\``;
      return [{ ...invalidRule(path, message), hint: didYouMean(atom.id, utilIds) }];
    }
  }
}

function invalid(
  field: FieldPath,
  message: string,
  found: string | undefined,
): readonly OpProblem[] {
  return found === undefined ? [] : [invalidRule(field, `${message}: ${found}`)];
}

function invalidRule(field: FieldPath, message: string): OpProblem {
  return { code: "invalid-rule", field, message };
}

/** Finds constraints on names that are not bound to one node: they would never be checked. */
export function findIdleConstraints(
  constraints: WrittenMap,
  { single, many }: BoundNames,
  path: FieldPath,
): readonly OpProblem[] {
  const idle = Object.keys(constraints).filter((name) => !single.includes(name));
  return idle.map((name) => ({
    code: "unbound-metavariable",
    field: [...path, "constraints", name],
    isAboutKey: true,
    message: many.includes(name)
      ? `\`$$$${name}\` stands for many nodes, and a constraint is about one`
      : `nothing binds \`$${name}\``,
  }));
}
