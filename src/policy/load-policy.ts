import { FACT_TYPES, isFactName } from "../model/action/facts.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { Policy, PolicyRule } from "../model/policy.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { findExpressions, hasOpenExpression } from "../shared/expressions.ts";
import { pathFault, tidyPath } from "../shared/paths/posix-path.ts";
import { checkShape } from "../shared/schema/shape.ts";
import { readWritten } from "../shared/yaml/object-source.ts";
import type { YamlPath } from "../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../shared/yaml/yaml-source.ts";
import { type WrittenPolicy, type WrittenRule, writtenPolicySchema } from "./policy-schema.ts";
import { PROTECTED_IDS, protectsOf } from "./protected-guards.ts";

/** The outcome of loading a policy. If a diagnostic is an error, there is no policy. */
export interface LoadedPolicy {
  readonly policy?: Policy;
  /** All problems, not only the first. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The names of languages for `lang` in a policy. */
export interface LanguageNames {
  /** Returns the language of a name or an alias; undefined if it is unknown. */
  resolve(name: string): string | undefined;
  readonly known: readonly string[];
}

/**
 * Reads a policy (DESIGN.md, "Policy, version 1") from its text, or from the object that it stands for. Pure: reads no
 * files. The built-in guards for protected paths are in force unless it lifts them; see `protected-groups.ts`.
 */
export function loadPolicy(
  written: string | object,
  path: string,
  languages: LanguageNames,
): LoadedPolicy {
  const parsed = readWritten(written, path);
  if ("diagnostics" in parsed) return { diagnostics: parsed.diagnostics };
  const { source } = parsed;
  const shape = checkShape(writtenPolicySchema(), source.value, source);
  if (!("value" in shape)) return { diagnostics: shape.diagnostics };
  const diagnostics = [
    ...duplicateIds(shape.value, source),
    ...unknownLifts(shape.value, source),
    ...unknownLanguages(shape.value, source, languages),
    ...faultyGlobs(shape.value, source),
    ...reasonPlaces(shape.value).flatMap(([reason, at]) => unknownFacts(reason, at, source)),
  ];
  if (hasErrors(diagnostics)) return { diagnostics };
  return { policy: normalizePolicy(shape.value, path, languages), diagnostics };
}

function normalizePolicy(written: WrittenPolicy, path: string, languages: LanguageNames): Policy {
  const rule = ({ when = {}, ...rest }: WrittenRule): PolicyRule => {
    const lang = when.lang?.map((name) => languages.resolve(name) ?? name);
    const allFiles = when.allFiles?.map(tidyPath);
    const anyFile = when.anyFile?.map(tidyPath);
    return { ...rest, when: definedOnly({ ...when, lang, allFiles, anyFile }) };
  };
  const guards = (written.guards ?? []).map(rule);
  return {
    source: path,
    default: written.default,
    order: written.order ?? "queue",
    transaction: written.transaction ?? "action",
    ...definedOnly({
      allow: written.allow && { env: written.allow.env ?? [], hosts: written.allow.hosts ?? [] },
    }),
    protects: protectsOf(guards, written.lift),
    guards,
    rules: (written.rules ?? []).map(rule),
  };
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
  return (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).flatMap(({ when }, index) =>
      (when?.lang ?? []).flatMap((name, nameIndex) => {
        if (resolve(name) !== undefined) return [];
        const place = source.placeOf([list, index, "when", "lang", nameIndex]);
        const message = `There is no language \`${name}\`.`;
        return [
          diagnosticAt(place, "unknown-language", message, { hint: didYouMean(name, known) }),
        ];
      }),
    ),
  );
}

/** Reports globs that no path can match: a guard with one would let changes through. */
function faultyGlobs(written: WrittenPolicy, source: YamlSource): Diagnostic[] {
  return (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).flatMap(({ when = {} }, index) =>
      (["allFiles", "anyFile"] as const).flatMap((condition) =>
        (when[condition] ?? []).flatMap((glob, globIndex) => {
          const fault = pathFault(glob);
          if (fault === undefined) return [];
          const place = source.placeOf([list, index, "when", condition, globIndex]);
          return [diagnosticAt(place, "path-out-of-root", `The glob \`${glob}\` ${fault}.`)];
        }),
      ),
    ),
  );
}

function duplicateIds(written: WrittenPolicy, source: YamlSource): Diagnostic[] {
  const seen = new Set<string>(["default"]);
  const diagnostics: Diagnostic[] = [];
  for (const [list, rules] of [
    ["guards", written.guards ?? []],
    ["rules", written.rules ?? []],
  ] as const) {
    for (const [index, { id }] of rules.entries()) {
      if (seen.has(id)) {
        const message =
          id === "default"
            ? "The id `default` is taken by `default:`."
            : `Two rules have the id \`${id}\`.`;
        diagnostics.push(
          diagnosticAt(source.placeOf([list, index, "id"]), "duplicate-id", message),
        );
      }
      seen.add(id);
    }
  }
  return diagnostics;
}

function reasonPlaces(written: WrittenPolicy): [reason: string, at: YamlPath][] {
  const below = (list: "guards" | "rules") =>
    (written[list] ?? []).map(({ reason }, index): [string, YamlPath] => [
      reason,
      [list, index, "reason"],
    ]);
  return [[written.default.reason, ["default", "reason"]], ...below("guards"), ...below("rules")];
}

function unknownFacts(reason: string, at: YamlPath, source: YamlSource): Diagnostic[] {
  if (hasOpenExpression(reason)) {
    const message = "`${{` is not closed. Add `}}`.";
    return [diagnosticAt(source.placeOf(at), "invalid-expression", message)];
  }
  return findExpressions(reason).flatMap((expression) => {
    const name = /^facts\.(\w+)$/.exec(expression.source)?.[1];
    if (name !== undefined && isFactName(name)) return [];
    const [code, message] =
      name === undefined
        ? (["invalid-expression", `Invalid expression \`\${{ ${expression.source} }}\`.`] as const)
        : (["unknown-fact", `Unknown fact \`${name}\`.`] as const);
    const hint =
      name === undefined
        ? "Use `${{ facts.<name> }}` in a reason."
        : didYouMean(name, Object.keys(FACT_TYPES));
    return [diagnosticAt(source.placeOf(at), code, message, { hint })];
  });
}
