import type { ToolStep } from "../../model/recipe/call-step.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import { map, text } from "../../shared/schema/schema-parts.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import type { StepNormalizing } from "./normalize-paths.ts";
import { CALL_TIMEOUT, type CallKind, paramsAt, type WrittenCallOf } from "./step-kind.ts";

/** `tool`: calls another tool, built-in or custom, by its name. */
export const TOOL = {
  noun: "a `tool`",
  schema: text,
  keys: { with: map.optional() },
  takes: ["timeout", "by"],
  words: {
    tool: "Another tool, built in or custom, by its name.",
    with: "The parameters of `tool`.",
  },
  normalize,
  summaryOf: ({ tool }) => `calls ${tool}`,
  deciderOf: ({ tool }) => `It calls \`${tool}\`, which chooses its files itself.`,
} satisfies CallKind<WrittenCallOf<string>, ToolStep>;

function normalize(
  { id, value: tool, timeout }: WrittenCallOf<string>,
  at: YamlPath,
  { source, value }: StepNormalizing,
): ToolStep {
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
