import type { OpProblem } from "../../model/search/op-problem.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { Language } from "../language/language.ts";
import { parseTemplate } from "../replacement/parse-template.ts";
import type { Template } from "../replacement/template.ts";
import { type BoundNames, unite } from "./bound-names.ts";
import { buildSearch } from "./build-search.ts";
import { checkAtoms } from "./check-atoms.ts";
import type { CompiledFix, Expansion } from "./compiled-op.ts";
import type { LocalUtils } from "./local-utils.ts";
import { readRelation } from "./rule-atoms.ts";
import { findUnboundVariables } from "./unbound-variables.ts";
import { type FieldPath, findUnknownKeys, mustBe } from "./written-keys.ts";

/** The surroundings that a fix may refer to. */
interface FixSurroundings {
  readonly names: BoundNames;
  /** The names of the op's rule, which a rewriter's fix may use too. */
  readonly outer: BoundNames & { readonly transformed: readonly string[] };
  readonly transformed: readonly string[];
  readonly language: Language;
  readonly utils: LocalUtils;
}

/**
 * Compiles a fix: a template, a map with `template`, `expandStart` and `expandEnd`, or a list of maps with titles, of
 * which the first counts (`ast-grep scan -U`). A metavariable that nothing binds is a problem.
 */
export function compileFix(
  written: unknown,
  path: FieldPath,
  surroundings: FixSurroundings,
): { readonly fix?: CompiledFix; readonly problems: readonly OpProblem[] } {
  if (Array.isArray(written)) return compileFixList(written, path, surroundings);
  if (typeof written === "string") {
    const template = parseTemplate(written, namesIn(surroundings));
    return { fix: { template }, problems: findUnbound(template, path, surroundings) };
  }
  if (!isRecord(written)) return { problems: [mustBe(path, "a text, or a map with `template`")] };
  const problems = [
    ...findUnknownKeys(written, ["template", "expandStart", "expandEnd", "title"], path),
  ];
  const { template: text, expandStart, expandEnd } = written;
  if (typeof text !== "string")
    return { problems: [...problems, mustBe([...path, "template"], "a text")] };
  const template = parseTemplate(text, namesIn(surroundings));
  const bound = unite(surroundings.names, surroundings.outer);
  const start = compileExpansion(expandStart, [...path, "expandStart"], bound, surroundings);
  const end = compileExpansion(expandEnd, [...path, "expandEnd"], bound, surroundings);
  return {
    fix: {
      template,
      ...(start.expansion === undefined ? {} : { expandStart: start.expansion }),
      ...(end.expansion === undefined ? {} : { expandEnd: end.expansion }),
    },
    problems: [
      ...problems,
      ...findUnbound(template, [...path, "template"], surroundings),
      ...start.problems,
      ...end.problems,
    ],
  };
}

function namesIn({ names, outer, transformed }: FixSurroundings) {
  return { transformed, many: unite(names, outer).many };
}

function compileFixList(
  list: readonly unknown[],
  path: FieldPath,
  surroundings: FixSurroundings,
): { readonly fix?: CompiledFix; readonly problems: readonly OpProblem[] } {
  const untitled = list.findIndex((fix) => !isRecord(fix) || typeof fix.title !== "string");
  if (list.length === 0) return { problems: [mustBe(path, "a list with at least one fix")] };
  if (untitled >= 0)
    return { problems: [mustBe([...path, untitled], "a map with a `title`, as one of several")] };
  const compiled = list.map((fix, index) => compileFix(fix, [...path, index], surroundings));
  const problems = compiled.flatMap((each) => each.problems);
  const fix = compiled[0]?.fix;
  return fix === undefined ? { problems } : { fix, problems };
}

/** Compiles `expandStart` or `expandEnd`: a rule with `stopBy`. `bound` are the names that the match binds. */
function compileExpansion(
  written: unknown,
  path: FieldPath,
  bound: BoundNames,
  { language, utils }: FixSurroundings,
): { readonly expansion?: Expansion; readonly problems: readonly OpProblem[] } {
  if (written === undefined) return { problems: [] };
  const { atoms, problems } = readRelation(written, path);
  const checked = checkAtoms(atoms, language, utils.ids);
  const all = [...problems, ...checked.problems];
  if (!isRecord(written) || all.length > 0 || !utils.isSound) return { problems: all };
  const reached = checkAtoms(utils.atomsReached(atoms), language, utils.ids);
  const names = unite(checked.names, reached.names);
  const many = names.many.find((name) => bound.many.includes(name));
  if (many !== undefined) {
    const message = `\`$$$${many}\` is bound by the match already`;
    return { problems: [{ code: "invalid-rule", field: path, message }] };
  }
  const { stopBy = "neighbor", field: _field, ...rule } = written; // ast-grep reads `field` and ignores it.
  const given = { utils: utils.rules, globalUtils: utils.globals, path, needsKinds: false };
  const build = (part: unknown) => buildSearch({ ...given, rule: part }, language);
  const search = build(rule);
  const stop = isRecord(stopBy) ? build(stopBy) : stopBy === "end" ? "end" : "neighbor";
  if ("code" in search) return { problems: [search] };
  if (typeof stop === "object" && "code" in stop) return { problems: [stop] };
  const sharedNames = names.single.filter((name) => bound.single.includes(name));
  return { expansion: { search, stopBy: stop, sharedNames }, problems: [] };
}

function findUnbound(
  template: Template,
  field: FieldPath,
  { names, outer, transformed }: FixSurroundings,
): readonly OpProblem[] {
  return findUnboundVariables(template, field, {
    ...unite(names, outer),
    transformed,
    hidden: outer.transformed,
    boundBy: "rule",
  });
}
