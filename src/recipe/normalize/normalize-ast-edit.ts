import type { AstEditParams } from "../../model/recipe.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { formatPath } from "../../shared/shape.ts";
import { diagnosticAt, type YamlPath } from "../../shared/yaml-source.ts";
import type { WrittenAstEdit } from "../schema/ast-edit-schema.ts";
import { normalizeOp } from "./normalize-op.ts";
import { type Normalizing, normalizePaths } from "./normalize-paths.ts";

/** Written → resolved: defaults, and the rules that go across fields. `at` is where the call stands. */
export function normalizeAstEdit(
  written: WrittenAstEdit,
  at: YamlPath,
  normalizing: Normalizing,
): AstEditParams {
  reportDuplicatePatterns(written, at, normalizing);
  const {
    ops = [],
    rules = [],
    paths = [],
    selector,
    strictness,
    per,
    passes,
    failOnParseError,
    onParseError,
    editGenerated,
    ...limits
  } = written;
  const chosenPaths = normalizePaths(paths, [...at, "paths"], normalizing);
  return {
    ...definedOnly(limits),
    ops: ops.map((op, index) => normalizeOp(op, `ops[${index}]`, { selector, strictness })),
    rules: normalizePaths(rules, [...at, "rules"], normalizing),
    paths: chosenPaths.length === 0 ? ["**"] : chosenPaths,
    per: per ?? "step",
    passes: passes ?? 1,
    onParseError: onParseError ?? (failOnParseError === true ? "fail" : "skip"),
    editGenerated: editGenerated ?? false,
  };
}

/** A pattern that stands twice could never match the second time (A4). */
function reportDuplicatePatterns(
  { ops = [] }: WrittenAstEdit,
  at: YamlPath,
  { source, diagnostics }: Normalizing,
): void {
  const first = new Map<string, number>();
  for (const [index, op] of ops.entries()) {
    if (op.pat === undefined) continue;
    const key = JSON.stringify([op.pat, op.selector, op.strictness]);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      continue;
    }
    const where = [...at, "ops", index, "pat"];
    const message = `\`${formatPath(where)}\` is the same pattern as \`ops[${earlier}].pat\`.`;
    diagnostics.push(diagnosticAt(source.placeOf(where), "invalid-value", message));
  }
}
