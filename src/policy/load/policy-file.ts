import type { Diagnostic } from "../../model/diagnostic.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { Policy, PolicyRule } from "../../model/policy.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { readWritten } from "../../shared/yaml/object-source.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { compileExpressions } from "./compile-expressions.ts";
import type { LanguageNames } from "./language-names.ts";
import { normalizeCheck } from "./normalize-check.ts";
import { type ConditionParts, normalizeConditions } from "./normalize-conditions.ts";
import { findPolicyFaults } from "./policy-faults.ts";
import { type WrittenPolicy, type WrittenRule, writtenPolicySchema } from "./policy-schema.ts";

/** One policy file after it was read and checked, before it is put together with those that it extends. */
export interface PolicyFile extends Pick<Policy, "guards" | "rules"> {
  readonly path: string;
  readonly source: YamlSource;
  readonly written: WrittenPolicy;
  readonly checks: readonly PolicyCheck[];
}

/** Reads one policy file, or the object that such a file stands for. Reports all problems, not only the first. */
export async function readPolicyFile(
  text: string | object,
  path: string,
  languages: LanguageNames,
): Promise<{ readonly file?: PolicyFile; readonly diagnostics: readonly Diagnostic[] }> {
  const parsed = readWritten(text, path);
  if ("diagnostics" in parsed) return parsed;
  const { source } = parsed;
  const shape = checkShape(writtenPolicySchema(), source.value, source);
  if (!("value" in shape)) return shape;
  const written = shape.value;
  const { expressions, diagnostics: ofExpressions } = await compileExpressions(written, source);
  const diagnostics = [...findPolicyFaults(written, source, languages), ...ofExpressions];
  if (hasErrors(diagnostics)) return { diagnostics };
  const parts: ConditionParts = {
    language: (name) => languages.resolve(name),
    expression(code) {
      const compiled = expressions.get(code);
      if (compiled === undefined) throw new Error(`An expression was not compiled: ${code}`);
      return compiled;
    },
  };
  const rules = (list: "guards" | "rules") =>
    (written[list] ?? []).map((rule, index) =>
      normalizeRule(rule, parts, placeOfRule(source, list, index)),
    );
  return {
    file: {
      path,
      source,
      written,
      checks: Object.entries(written.checks ?? {}).map(([name, check]) =>
        normalizeCheck(name, check),
      ),
      guards: rules("guards"),
      rules: rules("rules"),
    },
    diagnostics,
  };
}

function normalizeRule(
  { id, verdict, reason, when = {}, checks, onCheckFailure, onApplyError }: WrittenRule,
  parts: ConditionParts,
  place: PolicyRule["place"],
): PolicyRule {
  const more = definedOnly({ checks, onCheckFailure, onApplyError, place });
  return { id, when: normalizeConditions(when, parts), verdict, reason, ...more };
}

function placeOfRule(source: YamlSource, list: "guards" | "rules", index: number) {
  const { path, line, ...more } = source.placeOf([list, index]);
  return line === undefined || !("column" in more)
    ? undefined
    : { path, line, column: more.column };
}

/** Reports a policy, or one that it extends, in which the same id or name stands twice. */
export function diagnosticOfRule(
  { source, written }: PolicyFile,
  list: "guards" | "rules",
  id: string,
  message: string,
): Diagnostic {
  const index = (written[list] ?? []).findIndex((rule) => rule.id === id);
  return diagnosticAt(source.placeOf([list, index, "id"]), "duplicate-id", message);
}
