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
import { promptKeys, type WrittenModel, type WrittenPrompt } from "../schema/prompt-schema.ts";
import { responseSchemaFaults } from "../schema/response-schema.ts";
import { type Normalizing, normalizePath, type StepNormalizing } from "./normalize-paths.ts";
import type { StepKind } from "./step-kind.ts";

/** `prompt`: gives a task to a model. */
export const PROMPT = {
  noun: "a `prompt`",
  keys: promptKeys,
  takes: ["timeout"],
  words: {
    prompt: "What a model is asked, or what is handed to another agent.",
    attach: "Files that are attached to the prompt, relative to the root.",
    model: "The model that is asked. Default: none; the conversation is only built.",
    "model.provider": "The provider of the model; `none` asks none, `replay` plays a recording.",
    "model.name": "The model, by the name that the provider gives it.",
    "model.apiKeyEnv": "The environment variable with the key. It must be allowed by the caller.",
    "model.baseUrl": "The address of the server. It must be allowed by the caller.",
    "model.temperature": "The temperature of the model's answers.",
    "model.maxOutputTokens": "The most tokens of one answer.",
    "model.timeout": "The most time of one answer, such as `90s`. Default: `2m`.",
    "model.retries": "How often the model is asked again if its server is busy.",
    "model.toolChoice": "`none` for servers that cannot be told which tool to call.",
    "model.cassette": "The recording that `replay` plays, relative to the root.",
    "steps.tools": "The tools that the model may call.",
    resolve: "Who ends the pending actions of the step. Default: the policy.",
    maxTurns: "The most answers of the model. Default: 20.",
    maxTokens: "The most tokens of all answers and questions together. Default: no limit.",
    response: "The form of the last answer.",
    "response.schema": "A JSON Schema of an object that the last answer must fit.",
  },
  summaryOf({ model: { provider, name }, tools }) {
    if (provider === "none") return "builds a conversation, asks no model";
    return `asks ${name === "" ? provider : `${provider}/${name}`}; tools ${tools.join(", ")}`;
  },
  deciderOf: () => "It is a prompt: a model chooses the files that it edits.",
} satisfies StepKind<PromptStep>;

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
