import { z } from "zod";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { AstEditParams } from "../model/recipe/call-step.ts";
import { checkShape } from "../shared/schema/shape.ts";
import { diagnosticAt, parseYaml } from "../shared/yaml/yaml-source.ts";
import { writtenAstEditSchema } from "./steps/ast-edit/ast-edit-schema.ts";
import { normalizeAstEdit } from "./steps/ast-edit/normalize-ast-edit.ts";

/**
 * Returns the parameters of a call of `ast_edit` as a JSON schema, for a model. The schema has no rules that concern
 * several fields, and no rule files, because only a recipe has rule files.
 */
export function astEditJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(writtenAstEditSchema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === writtenAstEditSchema) delete jsonSchema.properties?.rules;
    },
  });
}

/**
 * Reads the parameters of a call of `ast_edit` that is not in a recipe, by the same rules as in a recipe.
 * Refuses rule files, because only a recipe has them. Returns the parameters, or the problems.
 */
export function loadAstEditCall(
  value: unknown,
): { readonly params: AstEditParams } | { readonly diagnostics: readonly Diagnostic[] } {
  const parsed = parseYaml(JSON.stringify(value ?? null), "ast_edit"); // JSON is YAML.
  if ("diagnostics" in parsed) return parsed;
  const source = { ...parsed.source, noun: "The call" };
  const shape = checkShape(writtenAstEditSchema, source.value, source);
  if ("diagnostics" in shape) return shape;
  if (shape.value.rules !== undefined) {
    const message = "`rules` can be used only in a recipe.";
    const hint = "Write each rule under `ops`.";
    const place = source.placeOfKey(["rules"]);
    return { diagnostics: [diagnosticAt(place, "invalid-value", message, { hint })] };
  }
  const diagnostics: Diagnostic[] = [];
  const params = normalizeAstEdit(shape.value, [], { source, diagnostics });
  return diagnostics.length > 0 ? { diagnostics } : { params };
}
