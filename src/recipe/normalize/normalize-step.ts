import type { WrittenMap } from "../../model/edit.ts";
import type { CallStep, StepPlaces } from "../../model/recipe/call-step.ts";
import type { FormattedStep } from "../../model/recipe/format-params.ts";
import type { RecipeStep } from "../../model/recipe/recipe.ts";
import type { UseStep } from "../../model/recipe/use-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import { formatPath, type YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { hasLateText } from "../inputs/fill-outputs.ts";
import { valueAt } from "../inputs/value-at.ts";
import type { WrittenAstEdit } from "../schema/ast-edit-schema.ts";
import type { WrittenCall, WrittenStep } from "../schema/step-schema.ts";
import { normalizeAstEdit } from "./normalize-ast-edit.ts";
import { normalizeCommand } from "./normalize-command.ts";
import { normalizeFormat } from "./normalize-format.ts";
import type { Normalizing, StepNormalizing } from "./normalize-paths.ts";
import { normalizePrompt } from "./normalize-prompt.ts";
import { normalizeTransform } from "./normalize-transform.ts";
import { normalizeUse } from "./normalize-use.ts";
import { withSharedUtils } from "./shared-utils.ts";

/** The default time limit of a call. */
const CALL_TIMEOUT = "5m";

/** Written → resolved, for one step of any kind. */
export function normalizeStep(
  step: WrittenStep,
  at: YamlPath,
  defaultId: string,
  normalizing: StepNormalizing,
): RecipeStep | Omit<UseStep, "index"> {
  const id = step.id ?? defaultId;
  const { when: condition, parallel, prompt, uses } = step;
  const when =
    condition === undefined
      ? {}
      : { when: { source: condition, place: normalizing.source.placeOf([...at, "when"]) } };
  const formatted = formattedBy(step, at, normalizing);
  const own = { ...formatted, ...when };
  if (prompt !== undefined) return { ...normalizePrompt(step, at, id, normalizing), ...own };
  if (uses !== undefined) return { ...normalizeUse({ id, uses }, at, normalizing), ...own };
  if (parallel === undefined) return { ...normalizeCall(step, { at, id }, normalizing), ...own };
  const { languages } = step;
  const inner = { ...normalizing, ...formatted };
  const steps = parallel.map((call, index) => {
    const place = { at: [...at, "parallel", index], id: `${id}.${index + 1}`, languages };
    return {
      ...normalizeCall(call, place, normalizing),
      ...formattedBy(call, place.at, inner),
    };
  });
  return { kind: "parallel", id, steps, ...when };
}

/** Returns the formatters of a step: its own, or those around it. */
function formattedBy(
  { format }: Pick<WrittenStep, "format">,
  at: YamlPath,
  normalizing: StepNormalizing,
): FormattedStep {
  if (format === undefined) return definedOnly({ format: normalizing.format });
  return { format: normalizeFormat(format, [...at, "format"], normalizing) };
}

/** The place of a call, and what it has if it does not say it itself. */
interface CallPlace {
  readonly at: YamlPath;
  readonly id: string;
  readonly languages?: readonly string[] | undefined;
}

function normalizeCall(
  call: WrittenCall,
  { at, ...inherited }: CallPlace,
  normalizing: StepNormalizing,
): CallStep {
  const id = call.id ?? inherited.id;
  const languages = call.languages ?? inherited.languages;
  if (call.tool !== undefined) return toolCall({ ...call, tool: call.tool, id }, at, normalizing);
  const { transform, command } = call;
  if (transform !== undefined)
    return normalizeTransform({ ...call, transform, id, languages }, at, normalizing);
  if (command !== undefined)
    return normalizeCommand({ ...call, command, id, languages }, at, normalizing);
  if (call.ast_edit === undefined) throw new Error("A call without a tool passed the schema.");
  return astEditCall({ ...call, ast_edit: call.ast_edit, id, languages }, at, normalizing);
}

function toolCall(
  { id, tool, timeout }: { readonly id: string; readonly tool: string } & WrittenCall,
  at: YamlPath,
  { source, value }: StepNormalizing,
): CallStep {
  return {
    kind: "tool",
    id,
    tool,
    params: paramsAt(value, [...at, "with"]),
    timeout: milliseconds(timeout ?? CALL_TIMEOUT),
    place: source.placeOf([...at, "tool"]),
    paramsPlace: source.placeOf([...at, "with"]),
  };
}

/** A written call of `ast_edit`, with the languages that count for it. */
interface AstEditCall {
  readonly id: string;
  readonly ast_edit: WrittenAstEdit;
  readonly languages: readonly string[] | undefined;
}

function astEditCall(
  { id, ast_edit, languages }: AstEditCall,
  at: YamlPath,
  { source, diagnostics, value, utils }: StepNormalizing,
): CallStep {
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

/** Returns the parameters of a call as written; an empty record if there are none. */
function paramsAt(value: unknown, path: YamlPath): Readonly<Record<string, unknown>> {
  const params = valueAt(value, path);
  return isRecord(params) ? params : {};
}
