import { LateText } from "../../model/recipe/prompt-step.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";

/** The text that replaces an unknown output. */
const OUTPUT = "output";
const ANY_OP = { pat: OUTPUT, out: "" };

/** The value that replaces an unknown output below `ast_edit`, by key; undefined leaves the key out. */
const OF_AST_EDIT: Readonly<Record<string, unknown>> = {
  ops: [ANY_OP],
  rules: [OUTPUT],
  paths: [OUTPUT],
  strictness: undefined,
  parens: undefined,
  leftovers: undefined,
  per: undefined,
  passes: undefined,
  onParseError: undefined,
  editGenerated: undefined,
  maxFiles: undefined,
  maxReplacements: undefined,
  failOnParseError: undefined,
};

/**
 * Replaces every {@link LateText} of a recipe by a text, so that the shape can be checked before any step runs.
 * An unknown output is assumed to fit.
 */
export function withPlaceholders(value: unknown, at: YamlPath = []): unknown {
  if (value instanceof LateText) return placeholder(value, at);
  if (Array.isArray(value))
    return value.map((item, index) => withPlaceholders(item, [...at, index]));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withPlaceholders(item, [...at, key])]),
  );
}

function placeholder({ pieces }: LateText, at: YamlPath): unknown {
  const isSingle = pieces.length === 1 && pieces[0]?.kind === "output";
  const below = at.slice(at.lastIndexOf("ast_edit") + 1);
  if (isSingle && below.length < at.length) {
    const [key = "", , opKey] = below;
    if (below.length === 1 && Object.hasOwn(OF_AST_EDIT, key)) return OF_AST_EDIT[key];
    if (below.length === 2 && key === "ops") return ANY_OP;
    if (["strictness", "parens", "leftovers"].includes(String(opKey))) return undefined;
  }
  return pieces.map((piece) => (piece.kind === "output" ? OUTPUT : piece.text)).join("");
}
