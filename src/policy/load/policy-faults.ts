import { FACT_ROWS, isFactName } from "../../model/action/facts.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { PlaceInText } from "../../model/place.ts";
import { isOutcomeId } from "../../model/policy/outcome-ids.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { findExpressions, hasOpenExpression } from "../../shared/expressions.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { PROTECTED_IDS } from "../protected-guards.ts";
import { faultyChecks } from "./check-faults.ts";
import { findCommitFaults } from "./commit-faults.ts";
import type { LanguageNames } from "./language-names.ts";
import { globsOf } from "./normalize-conditions.ts";
import type { WrittenPolicy } from "./policy-schema.ts";
import { findPublishFaults } from "./publish-faults.ts";
import { conditionsOf } from "./written-conditions.ts";

/**
 * Returns the faults of a policy that its shape does not show; those of expressions are found when they are compiled.
 */
export function findPolicyFaults(
  written: WrittenPolicy,
  source: YamlSource,
  languages: LanguageNames,
): readonly Diagnostic[] {
  return [
    ...duplicateIds(written, source),
    ...unknownLifts(written, source),
    ...unknownLanguages(written, source, languages),
    ...faultyGlobs(written, source),
    ...faultyChecks(written, source),
    ...findCommitFaults(written, source),
    ...findPublishFaults(written, source),
    ...reasonPlaces(written).flatMap(([reason, at]) => unknownFacts(reason, at, source)),
  ];
}

/** Reports ids that no built-in guard has: a slip of the pen must not look like consent. */
function unknownLifts({ lift = [] }: WrittenPolicy, source: YamlSource): Diagnostic[] {
  return lift.flatMap((id, index) => {
    if (PROTECTED_IDS.includes(id)) return [];
    const message = `There is no built-in guard \`${id}\` to lift.`;
    const hint = didYouMean(id, PROTECTED_IDS);
    return [diagnosticAt(source.placeOf(["lift", index]), "invalid-value", message, { hint })];
  });
}

/** Reports unknown languages: a guard with one would never hold, and would let changes through. */
function unknownLanguages(
  written: WrittenPolicy,
  source: YamlSource,
  { resolve, known }: LanguageNames,
): Diagnostic[] {
  const fault = (name: string, place: PlaceInText): readonly Diagnostic[] => {
    if (resolve(name) !== undefined) return [];
    const message = `There is no language \`${name}\`.`;
    return [diagnosticAt(place, "unknown-language", message, { hint: didYouMean(name, known) })];
  };
  return [
    ...conditionsOf(written).flatMap(({ conditions, at }) =>
      (conditions.lang ?? []).flatMap((name, index) =>
        fault(name, source.placeOf([...at, "lang", index])),
      ),
    ),
    ...Object.keys(written.parsers ?? {}).flatMap((name) =>
      fault(name, source.placeOfKey(["parsers", name])),
    ),
  ];
}

/** Reports globs that nothing can match: a guard with one would let changes through. */
function faultyGlobs(written: WrittenPolicy, source: YamlSource): Diagnostic[] {
  return conditionsOf(written).flatMap(({ conditions, at }) => {
    const ofPaths = globsOf(conditions, "paths").flatMap(({ glob, at: inside }) => {
      const place = source.placeOf([...at, ...inside]);
      if (glob.startsWith("!")) return [negation(glob, place)];
      const fault = pathFault(glob);
      if (fault === undefined) return [];
      return [diagnosticAt(place, "path-out-of-root", `The glob \`${glob}\` ${fault}.`)];
    });
    const ofNames = globsOf(conditions, "names").flatMap(({ glob, at: inside }) =>
      /^!(?!\()/.test(glob) ? [negation(glob, source.placeOf([...at, ...inside]))] : [],
    );
    return [...ofPaths, ...ofNames];
  });
}

function negation(glob: string, place: PlaceInText): Diagnostic {
  const message = `The glob \`${glob}\` begins with \`!\`, which excludes nothing here.`;
  const hint = "Put what must not match under `not`, or in a list under `none`.";
  return diagnosticAt(place, "invalid-value", message, { hint });
}

function duplicateIds(written: WrittenPolicy, source: YamlSource): Diagnostic[] {
  const seen = new Set<string>();
  return (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).flatMap(({ id }, index) => {
      const message = takenBy(id, list, seen);
      seen.add(id);
      if (message === undefined) return [];
      return [diagnosticAt(source.placeOf([list, index, "id"]), "duplicate-id", message)];
    }),
  );
}

function takenBy(id: string, list: "guards" | "rules", seen: ReadonlySet<string>) {
  if (id === "default") return "The id `default` is taken by `default:`.";
  if (isOutcomeId(id))
    return `The id \`${id}\` is taken: reports use it for what no rule decides. Choose another one.`;
  if (seen.has(id)) return `Two rules have the id \`${id}\`.`;
  if (list === "guards" || !PROTECTED_IDS.includes(id)) return undefined;
  return `The id \`${id}\` is that of a built-in guard, which only a guard can replace.`;
}

function reasonPlaces(written: WrittenPolicy): [reason: string, at: YamlPath][] {
  const below = (list: "guards" | "rules") =>
    (written[list] ?? []).map(({ reason }, index): [string, YamlPath] => [
      reason,
      [list, index, "reason"],
    ]);
  const own: [string, YamlPath][] =
    written.default === undefined ? [] : [[written.default.reason, ["default", "reason"]]];
  return [...own, ...below("guards"), ...below("rules")];
}

const MOST = INPUT_LIMITS.reasonExpressions;

/** Reports expressions that name no fact, and more than a reason may have: each action has its reason in memory. */
function unknownFacts(reason: string, at: YamlPath, source: YamlSource): Diagnostic[] {
  if (hasOpenExpression(reason)) {
    const message = "`${{` is not closed. Add `}}`.";
    return [diagnosticAt(source.placeOf(at), "invalid-expression", message)];
  }
  const expressions = findExpressions(reason);
  if (expressions.length > MOST) {
    const message = `The reason has ${expressions.length} expressions. Use at most ${MOST}.`;
    return [diagnosticAt(source.placeOf(at), "invalid-value", message)];
  }
  return expressions.flatMap((expression) => {
    const name = /^facts\.(\w+)$/.exec(expression.source)?.[1];
    if (name !== undefined && isFactName(name)) return [];
    const [code, message] =
      name === undefined
        ? (["invalid-expression", `Invalid expression \`\${{ ${expression.source} }}\`.`] as const)
        : (["unknown-fact", `Unknown fact \`${name}\`.`] as const);
    const hint =
      name === undefined
        ? "Use `${{ facts.<name> }}` in a reason."
        : didYouMean(name, Object.keys(FACT_ROWS));
    return [diagnosticAt(source.placeOf(at), code, message, { hint })];
  });
}
