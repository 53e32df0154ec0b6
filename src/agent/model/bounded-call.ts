import { truncateText } from "../../shared/truncate-text.ts";
import type { ModelCall } from "./model-port.ts";

/** How much a model may say in one value. Far above what a tool takes. */
const VALUE_LIMITS = {
  /** Bytes of its JSON. */
  bytes: 1024 * 1024,
  /** How deep maps and lists may be nested. */
  depth: 64,
} as const;

/** Bytes of a tool's name: longer ones are cut, and are unknown. */
const MAX_NAME = 128;

/**
 * A call that can be kept in a transcript. Parameters that are larger than anything a tool takes are replaced
 * by a text, and are the call's fault.
 */
export function boundedCall({ tool, params, fault }: ModelCall): ModelCall {
  const name = truncateText(tool, MAX_NAME).text;
  const excess = excessOf(params);
  if (excess === undefined)
    return { tool: name, params: params ?? {}, ...(fault === undefined ? {} : { fault }) };
  return { tool: name, params: "[left out]", fault: `The parameters are ${excess}.` };
}

/** Why a value of a model is too much to be looked at; undefined where it is not. */
export function excessOf(value: unknown): string | undefined {
  const { bytes, depth } = VALUE_LIMITS;
  if (isDeeper(value, depth)) return `nested deeper than ${depth} levels`;
  if (Buffer.byteLength(JSON.stringify(value) ?? "") > bytes) return `larger than ${bytes} bytes`;
  return undefined;
}

/** Goes level by level: a value that is nested too deep must not use up the stack. */
function isDeeper(value: unknown, depth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let reached = 0; reached <= depth; reached += 1) {
    level = level.flatMap((part) =>
      typeof part === "object" && part !== null ? Object.values(part) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
