import { LateText } from "../../model/prompt-step.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { YamlPath } from "../../shared/yaml-path.ts";

/** Stands for an output that is not known yet. */
const OUTPUT = "output";
const ANY_OP = { pat: OUTPUT, out: "" };

/** What an output stands for where `ast_edit` wants no text, by the key below `ast_edit`; undefined is left out. */
const OF_AST_EDIT: Readonly<Record<string, unknown>> = {
  ops: [ANY_OP],
  rules: [OUTPUT],
  paths: [OUTPUT],
  strictness: undefined,
  per: undefined,
  passes: undefined,
  onParseError: undefined,
  editGenerated: undefined,
  maxFiles: undefined,
  maxReplacements: undefined,
  failOnParseError: undefined,
};

/**
 * A recipe with a text for every {@link LateText}, so that its shape can be checked before any step has run: an
 * output that is not known is taken for one that fits.
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
    if (opKey === "strictness") return undefined;
  }
  return pieces.map((piece) => (piece.kind === "output" ? OUTPUT : piece.text)).join("");
}
