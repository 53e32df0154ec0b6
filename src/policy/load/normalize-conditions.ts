import {
  CONDITION_KINDS,
  CONDITION_NAMES,
  type Conditions,
  isGlobs,
  type ListCondition,
  type NameCondition,
  type PolicyExpression,
} from "../../model/policy/conditions.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import type { WrittenConditions } from "./conditions-schema.ts";

/** The parts of a policy that its conditions are made with. */
export interface ConditionParts {
  /** Returns the language of a name or an alias; undefined if it is unknown. */
  language(name: string): string | undefined;
  /** Returns an expression that was compiled before. */
  expression(source: string): PolicyExpression;
  /** The id of the rule that has the conditions. */
  readonly rule: string;
}

/** Turns conditions as they are written into those that are compared. */
export function normalizeConditions(
  { any, all, not, expr, percent, ...plain }: WrittenConditions,
  parts: ConditionParts,
): Conditions {
  const inner = (written: WrittenConditions) => normalizeConditions(written, parts);
  const lang = plain.lang?.map((name) => parts.language(name) ?? name);
  return definedOnly({
    ...withTidyPaths(plain),
    ...(lang ? { lang } : {}),
    any: any?.map(inner),
    all: all?.map(inner),
    not: not && inner(not),
    expr: expr === undefined ? undefined : parts.expression(expr),
    percent: percent === undefined ? undefined : { percent, rule: parts.rule },
  });
}

type PlainConditions = Omit<WrittenConditions, "any" | "all" | "not" | "expr" | "percent">;

/** Globs of paths lose `./` and a last `/`, wherever they stand. */
function withTidyPaths(plain: PlainConditions): PlainConditions {
  const tidied = CONDITION_NAMES.flatMap((name) => {
    const { kind } = CONDITION_KINDS[name];
    if (kind !== "paths" && kind !== "all-paths" && kind !== "any-path") return [];
    const wanted = plain[name as keyof PlainConditions] as ListCondition | undefined;
    return wanted === undefined ? [] : [[name, tidiedList(wanted)] as const];
  });
  return { ...plain, ...Object.fromEntries(tidied) };
}

function tidiedList(wanted: ListCondition): ListCondition {
  if (typeof wanted === "boolean") return wanted;
  if (isGlobs(wanted)) return wanted.map(tidyPath);
  const { any, all, none } = wanted;
  const tidy = (globs: NameCondition | undefined) => globs?.map(tidyPath);
  return definedOnly({ ...wanted, any: tidy(any), all: tidy(all), none: tidy(none) });
}

/** Returns the globs of the conditions of one map, of paths or of names, each with the path that leads to it. */
export function globsOf(
  conditions: WrittenConditions,
  form: keyof typeof WITH_GLOBS,
): readonly { readonly glob: string; readonly at: readonly (string | number)[] }[] {
  return CONDITION_NAMES.flatMap((name) => {
    if (!WITH_GLOBS[form].includes(CONDITION_KINDS[name].kind)) return [];
    const wanted: unknown = conditions[name];
    if (Array.isArray(wanted)) return placed(wanted, [name]);
    return placedBelow(wanted, [name]);
  });
}

/** Those of a map, also one level deeper, as those of `ci.labels`. */
function placedBelow(value: unknown, at: readonly string[]): ReturnType<typeof placed> {
  if (Array.isArray(value)) return placed(value, at);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([part, inner]) => placedBelow(inner, [...at, part]));
}

/** The kinds of conditions that have globs. */
const WITH_GLOBS: Readonly<Record<"paths" | "names", readonly string[]>> = {
  paths: ["paths", "all-paths", "any-path"],
  names: ["name", "names", "ci"],
};

function placed(globs: readonly string[], at: readonly string[]) {
  return globs.map((glob, index) => ({ glob, at: [...at, index] }));
}
