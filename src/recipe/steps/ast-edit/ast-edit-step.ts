import type { WrittenMap } from "../../../model/edit.ts";
import type { AstEditStep, StepPlaces, ToolStep } from "../../../model/recipe/call-step.ts";
import { countOf } from "../../../shared/count-of.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { isRecord } from "../../../shared/is-record.ts";
import { milliseconds } from "../../../shared/schema/milliseconds.ts";
import { formatPath, type YamlPath } from "../../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../../shared/yaml/yaml-source.ts";
import { hasLateText } from "../../inputs/fill-outputs.ts";
import type { Normalizing, StepNormalizing } from "../normalize-paths.ts";
import { CALL_TIMEOUT, type CallKind, paramsAt, type WrittenCallOf } from "../step-kind.ts";
import { type WrittenAstEdit, writtenAstEditSchema } from "./ast-edit-schema.ts";
import { AST_EDIT_WORDS } from "./ast-edit-words.ts";
import { normalizeAstEdit } from "./normalize-ast-edit.ts";
import { withSharedUtils } from "./shared-utils.ts";

/** `ast_edit`: searches for code, and replaces it. */
export const AST_EDIT = {
  noun: "an `ast_edit`",
  schema: writtenAstEditSchema,
  keys: {},
  takes: ["languages"],
  words: AST_EDIT_WORDS,
  normalize,
  summaryOf({ params: { ops, rules, paths, lang, languages = [], per } }) {
    const isAny = paths.length === 0 || paths.join() === "**";
    const files = isAny ? [] : [`in ${paths.join(", ")}`];
    const only = lang === undefined ? languages : [lang];
    return [
      ...(ops.length === 0 ? [] : [countOf(ops.length, "op")]),
      ...(rules.length === 0 ? [] : [`rules of ${rules.join(", ")}`]),
      ...files,
      ...(only.length === 0 ? [] : [`language ${only.join(", ")}`]),
      ...(per === "step" ? [] : [`one action per ${per}`]),
    ].join("; ");
  },
} satisfies CallKind<WrittenCallOf<WrittenAstEdit>, AstEditStep>;

function normalize(
  { id, value: ast_edit, languages }: WrittenCallOf<WrittenAstEdit>,
  at: YamlPath,
  { source, diagnostics, value, utils }: StepNormalizing,
): AstEditStep | ToolStep {
  const below = [...at, "ast_edit"];
  const names = ast_edit.lang === undefined ? definedOnly({ languages }) : {};
  const params = {
    ...names,
    ...normalizeAstEdit(withUtils(ast_edit, utils), below, { source, diagnostics }),
  };
  const raw = { ...names, ...withUtils(paramsAt(value, below), utils) };
  if (!hasLateText(raw)) {
    const places: StepPlaces = (path, part) => {
      const shared = sharedPath(path, ast_edit, utils);
      const at = shared ?? [...below, ...path];
      return part === "key" ? source.placeOfKey(at) : source.placeOf(at);
    };
    return { kind: "ast_edit", id, params, places };
  }
  // Its patterns are known only when it runs. Until then it is a call like the call of a model.
  if (ast_edit.rules !== undefined) reportLateRules([...below, "rules"], { source, diagnostics });
  return {
    kind: "tool",
    id,
    tool: "ast_edit",
    params: raw,
    timeout: milliseconds(CALL_TIMEOUT),
    place: source.placeOfKey(below),
    paramsPlace: source.placeOf(below),
  };
}

/** Returns an `ast_edit` whose ops have the utility rules of the recipe that they refer to. */
function withUtils<Edit extends { readonly ops?: unknown }>(edit: Edit, utils: WrittenMap): Edit {
  if (!Array.isArray(edit.ops) || Object.keys(utils).length === 0) return edit;
  const ops = edit.ops.map((op: unknown) => {
    const all = isRecord(op) ? withSharedUtils(op, utils) : undefined;
    return all === undefined ? op : { ...(op as WrittenMap), utils: all };
  });
  return { ...edit, ops };
}

/** Returns the path of a utility rule that an op has from its recipe; undefined for everything else. */
function sharedPath(
  path: readonly (string | number)[],
  { ops = [] }: WrittenAstEdit,
  utils: WrittenMap,
): YamlPath | undefined {
  const [key, index, part, id = ""] = path;
  const isUtil = key === "ops" && typeof index === "number" && part === "utils";
  if (!isUtil || !Object.hasOwn(utils, id)) return undefined;
  return Object.hasOwn(ops[index]?.utils ?? {}, id) ? undefined : path.slice(2);
}

/** Reports rule files beside an output, because rule files are read with the recipe and not while it runs. */
function reportLateRules(at: YamlPath, { source, diagnostics }: Normalizing): void {
  const reason = "rule files are read before any step runs";
  const message = `\`${formatPath(at)}\` cannot be used together with an output of a step: ${reason}.`;
  const hint = "Make two steps, or write the rules under `ops`.";
  diagnostics.push(diagnosticAt(source.placeOfKey(at), "invalid-value", message, { hint }));
}
