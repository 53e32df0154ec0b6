import { z } from "zod";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { AstEditParams } from "../model/recipe.ts";
import { checkShape } from "../shared/shape.ts";
import { parseYaml } from "../shared/yaml-source.ts";
import { writtenAstEditSchema } from "./ast-edit-schema.ts";
import { normalizeAstEdit } from "./normalize-ast-edit.ts";

/** The parameters of a call of `ast_edit` as JSON schema, for a model. What goes across fields is not in it. */
export function astEditJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(writtenAstEditSchema, { io: "input", unrepresentable: "any" });
}

/**
 * Reads the parameters of a call of `ast_edit` that stands in no recipe, by the rules of one. Answers them,
 * or what is wrong.
 */
export function loadAstEditCall(
  value: unknown,
): { readonly params: AstEditParams } | { readonly diagnostics: readonly Diagnostic[] } {
  const parsed = parseYaml(JSON.stringify(value ?? null), "ast_edit"); // JSON is YAML.
  if ("diagnostics" in parsed) return parsed;
  const { source } = parsed;
  const shape = checkShape(writtenAstEditSchema, source.value, source);
  if ("diagnostics" in shape) return shape;
  const diagnostics: Diagnostic[] = [];
  const params = normalizeAstEdit(shape.value, [], { source, diagnostics });
  return diagnostics.length > 0 ? { diagnostics } : { params };
}
