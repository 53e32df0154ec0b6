import type { OpProblem, WrittenMap } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import { type BoundNames, checkAtoms } from "./check-atoms.ts";
import { type EngineSearch, findSearchProblem } from "./engine.ts";
import type { Language } from "./language.ts";
import { readRelation } from "./rule-atoms.ts";
import { parseTemplate, type Template } from "./template.ts";
import { findUnboundVariables } from "./unbound-variables.ts";
import { type FieldPath, findUnknownKeys, mustBe } from "./written-keys.ts";

/** What is written in the place of a match, and how much of its surroundings goes with it. Plain data. */
export interface CompiledFix {
  readonly template: Template;
  /** Looks at what stands before the match; the nearest that is found is where the edit begins. */
  readonly expandStart?: Expansion;
  /** Looks at what stands after the match; the nearest that is found is where the edit ends. */
  readonly expandEnd?: Expansion;
}

/** A search among the siblings of a match. */
export interface Expansion {
  readonly search: EngineSearch;
  /** How far it goes: to the next one, to the last one, or to the first that this matches, inclusive. */
  readonly stopBy: "neighbor" | "end" | EngineSearch;
  /** Names that the match has bound, too: the nodes must be equal. */
  readonly sharedNames: readonly string[];
}

/** What a fix may refer to. */
interface FixSurroundings {
  readonly names: BoundNames;
  /** Names of the op's rule, which a rewriter's fix may use as well. */
  readonly outer: BoundNames & { readonly transformed: readonly string[] };
  readonly transformed: readonly string[];
  readonly language: Language;
  readonly utils: WrittenMap;
}

/**
 * Reads a fix: a template, a map with `template`, `expandStart` and `expandEnd`, or a list of those with
 * titles, of which the first counts (`ast-grep scan -U`). Every metavariable must be bound by something.
 */
export function compileFix(
  written: unknown,
  path: FieldPath,
  surroundings: FixSurroundings,
): { readonly fix?: CompiledFix; readonly problems: readonly OpProblem[] } {
  if (Array.isArray(written)) return compileFixList(written, path, surroundings);
  if (typeof written === "string") {
    const template = parseTemplate(written, new Set(surroundings.transformed));
    return { fix: { template }, problems: findUnbound(template, path, surroundings) };
  }
  if (!isRecord(written)) return { problems: [mustBe(path, "a text, or a map with `template`")] };
  const problems = [
    ...findUnknownKeys(written, ["template", "expandStart", "expandEnd", "title"], path),
  ];
  const { template: text, expandStart, expandEnd } = written;
  if (typeof text !== "string")
    return { problems: [...problems, mustBe([...path, "template"], "a text")] };
  const template = parseTemplate(text, new Set(surroundings.transformed));
  const start = compileExpansion(expandStart, [...path, "expandStart"], surroundings);
  const end = compileExpansion(expandEnd, [...path, "expandEnd"], surroundings);
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

function compileExpansion(
  written: unknown,
  path: FieldPath,
  { names, outer, language, utils }: FixSurroundings,
): { readonly expansion?: Expansion; readonly problems: readonly OpProblem[] } {
  if (written === undefined) return { problems: [] };
  const { atoms, problems } = readRelation(written, path);
  const checked = checkAtoms(atoms, language, Object.keys(utils));
  const all = [...problems, ...checked.problems];
  if (!isRecord(written) || all.length > 0) return { problems: all };
  const { stopBy = "neighbor", field: _field, ...rule } = written; // ast-grep reads `field` and drops it
  const search = { rule, utils };
  const stop = isRecord(stopBy) ? { rule: stopBy, utils } : stopBy === "end" ? "end" : "neighbor";
  const found = findSearchProblem(search, language);
  if (found !== undefined)
    return { problems: [{ code: "invalid-rule", field: path, message: found }] };
  const isBound = (kind: "single" | "many") => (name: string) =>
    names[kind].includes(name) || outer[kind].includes(name);
  const many = checked.names.many.find(isBound("many"));
  if (many !== undefined) {
    const message = `\`$$$${many}\` is bound by the match already`;
    return { problems: [{ code: "invalid-rule", field: path, message }] };
  }
  const sharedNames = checked.names.single.filter(isBound("single"));
  return { expansion: { search, stopBy: stop, sharedNames }, problems: [] };
}

function findUnbound(
  template: Template,
  field: FieldPath,
  { names, outer, transformed }: FixSurroundings,
): readonly OpProblem[] {
  return findUnboundVariables(template, field, {
    single: [...new Set([...names.single, ...outer.single])],
    many: [...new Set([...names.many, ...outer.many])],
    ...{ transformed, hidden: outer.transformed, boundBy: "rule" },
  });
}
