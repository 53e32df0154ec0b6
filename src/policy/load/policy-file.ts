import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { PolicyExpression } from "../../model/policy/conditions.ts";
import { verdictOf } from "../../model/policy/verdict.ts";
import type { Policy, PolicyRule } from "../../model/policy.ts";
import type { ParserParams } from "../../model/recipe/parser-params.ts";
import { codeFrame } from "../../shared/code-frame.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { normalizeParsers } from "../../shared/schema/parsers.ts";
import { checkShape } from "../../shared/schema/shape.ts";
import { readWritten } from "../../shared/yaml/object-source.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { compileExpression } from "../conditions/compile-expression.ts";
import { normalizeApprovals } from "./approvals-schema.ts";
import type { LanguageNames } from "./language-names.ts";
import { normalizeCheck } from "./normalize-check.ts";
import { type ConditionParts, normalizeConditions } from "./normalize-conditions.ts";
import { findPolicyFaults } from "./policy-faults.ts";
import { type WrittenPolicy, type WrittenRule, writtenPolicySchema } from "./policy-schema.ts";
import { conditionsOf } from "./written-conditions.ts";

const HINT = "An expression knows `facts.<name>` and `ci.<name>`, and is true or false.";

/** One policy file after it was read and checked, before it is put together with those that it extends. */
export interface PolicyFile extends Pick<Policy, "guards" | "rules"> {
  readonly path: string;
  readonly source: YamlSource;
  readonly written: WrittenPolicy;
  readonly checks: readonly PolicyCheck[];
  readonly parsers: readonly ParserParams[];
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
  const windows = hasTimes(written) ? await import("./rule-windows.ts") : undefined; // Few policies have some.
  const diagnostics = [
    ...findPolicyFaults(written, source, languages),
    ...(windows?.windowFaults(written, source) ?? []),
    ...ofExpressions,
  ];
  if (hasErrors(diagnostics)) return { diagnostics };
  const parts: Omit<ConditionParts, "rule"> = {
    language: (name) => languages.resolve(name),
    expression(code) {
      const compiled = expressions.get(code);
      if (compiled === undefined) throw new Error(`An expression was not compiled: ${code}`);
      return compiled;
    },
  };
  const rules = (list: "guards" | "rules") =>
    (written[list] ?? []).map((rule, index) =>
      normalizeRule(rule, parts, {
        place: placeOfRule(source, list, index),
        window: windows?.windowOf(rule),
      }),
    );
  return {
    file: {
      path,
      source,
      written,
      checks: Object.entries(written.checks ?? {}).map(([name, check]) =>
        normalizeCheck(name, check),
      ),
      parsers: normalizeParsers(written.parsers ?? {}, source),
      guards: rules("guards"),
      rules: rules("rules"),
    },
    diagnostics,
  };
}

function normalizeRule(
  { id, verdict, reason, when = {}, checks, onCheckFailure, onApplyError, approvals }: WrittenRule,
  parts: Omit<ConditionParts, "rule">,
  { place, window }: { [Key in "place" | "window"]: PolicyRule[Key] | undefined },
): PolicyRule {
  const more = definedOnly({
    ...{ window, checks, onCheckFailure, onApplyError, place },
    approvals: approvals && normalizeApprovals(approvals),
  });
  const conditions = normalizeConditions(when, { ...parts, rule: id });
  return { id, when: conditions, ...verdictOf(verdict), reason, ...more };
}

/** True if guards, rules or tests name times. */
function hasTimes({ guards = [], rules = [], tests = [] }: WrittenPolicy): boolean {
  return (
    tests.some(({ now, facts }) => (now ?? facts?.now) !== undefined) ||
    [...guards, ...rules].some(
      ({ from, until, tests: { match = [], notMatch = [] } = {} }) =>
        (from ?? until) !== undefined ||
        [...match, ...notMatch].some(({ now }) => now !== undefined),
    )
  );
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

/** The expressions of a policy by their sources, and their faults. */
interface CompiledExpressions {
  readonly expressions: ReadonlyMap<string, PolicyExpression>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles every `expr` of a policy and checks its types; a fault has a frame with a caret at it. */
async function compileExpressions(
  written: WrittenPolicy,
  source: YamlSource,
): Promise<CompiledExpressions> {
  const expressions = new Map<string, PolicyExpression>();
  const diagnostics: Diagnostic[] = [];
  for (const { conditions, at } of conditionsOf(written)) {
    const { expr } = conditions;
    if (expr === undefined || expressions.has(expr)) continue;
    const compiled = await compileExpression(expr);
    if (!("fault" in compiled)) expressions.set(expr, compiled);
    else {
      const where = compiled.offset === undefined ? "" : `, at character ${compiled.offset + 1}`;
      const message = `\`expr\`${where}: ${compiled.fault}`;
      const diagnostic = diagnosticAt(
        source.placeOf([...at, "expr"]),
        "invalid-condition",
        message,
        {
          hint: HINT,
        },
      );
      diagnostics.push({ ...diagnostic, ...frameOf(expr, compiled.offset) });
    }
  }
  return { expressions, diagnostics };
}

/** Shows the expression itself: its characters are those of the value, whatever form of YAML it is written in. */
function frameOf(expr: string, offset: number | undefined): { readonly frame?: string } {
  if (offset === undefined) return {};
  const starts = [0];
  for (let end = expr.indexOf("\n"); end !== -1; end = expr.indexOf("\n", end + 1))
    starts.push(end + 1);
  const line = starts.filter((start) => start <= offset).length;
  return { frame: codeFrame(expr, line, offset - (starts[line - 1] ?? 0) + 1, starts) };
}
