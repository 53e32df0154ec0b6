import {
  DEFAULT_PROMPT_TOOLS,
  LateText,
  type ModelSettings,
  type PromptStep,
} from "../../model/recipe/prompt-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import { formatPath, type YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { valueAt } from "../inputs/value-at.ts";
import type { WrittenModel, WrittenPrompt } from "../schema/prompt-schema.ts";
import { responseSchemaFaults } from "../schema/response-schema.ts";
import { type Normalizing, normalizePath, type StepNormalizing } from "./normalize-paths.ts";

/** Written → resolved, for a step with a `prompt`; without its `when`. */
export function normalizePrompt(
  written: WrittenPrompt,
  at: YamlPath,
  id: string,
  normalizing: StepNormalizing,
): PromptStep {
  const { source, diagnostics, value } = normalizing;
  const prompt = valueAt(value, [...at, "prompt"]);
  if (!(prompt instanceof LateText)) throw new Error("The prompt is not a LateText.");
  const tools = written.tools ?? DEFAULT_PROMPT_TOOLS;
  reportTwice(tools, [...at, "tools"], normalizing);
  const place = source.placeOf([...at, "prompt"]);
  const { maxTokens, response } = written;
  if (response !== undefined)
    for (const { path, message } of responseSchemaFaults(response.schema)) {
      const to = [...at, "response", "schema", ...path];
      const said = `\`${formatPath(to)}\` ${message}.`;
      diagnostics.push(diagnosticAt(source.placeOf(to), "invalid-value", said));
    }
  return {
    kind: "prompt",
    id,
    prompt: prompt.pieces,
    attach: (written.attach ?? []).map((entry, index) => {
      const late = valueAt(value, [...at, "attach", index]);
      return late instanceof LateText ? late : entry;
    }),
    model: normalizeModel(written.model, at, normalizing),
    tools,
    resolve: written.resolve ?? "policy",
    maxTurns: written.maxTurns ?? 20,
    timeout: milliseconds(written.timeout ?? "10m"),
    ...definedOnly({ maxTokens, response }),
    place,
    toolPlaces: tools.map((_, index) => source.placeOf([...at, "tools", index])),
  };
}

function reportTwice(
  tools: readonly string[],
  at: YamlPath,
  { source, diagnostics }: StepNormalizing,
): void {
  for (const [index, tool] of tools.entries()) {
    if (tools.indexOf(tool) === index) continue;
    const where = [...at, index];
    const message = `\`${formatPath(where)}\` names \`${tool}\` a second time.`;
    diagnostics.push(diagnosticAt(source.placeOf(where), "invalid-value", message));
  }
}

/** Written → resolved. A missing model is the provider `none`. `at` is the path of the step. */
function normalizeModel(
  written: WrittenModel = { provider: "none" },
  at: YamlPath,
  normalizing: Normalizing,
): ModelSettings {
  const { provider, name, timeout, retries, toolChoice, cassette, ...settings } = written;
  const place = [...at, "model"];
  return {
    ...definedOnly(settings),
    provider,
    name: name ?? "",
    ...(cassette === undefined
      ? {}
      : { cassette: normalizePath(cassette, [...place, "cassette"], normalizing) }),
    timeout: milliseconds(timeout ?? "2m"),
    retries: retries ?? 4,
    toolChoice: toolChoice ?? "named",
    place: normalizing.source.placeOf(place),
  };
}
