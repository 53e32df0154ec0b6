import { truncateText } from "../../shared/truncate-text.ts";
import type { ModelCall } from "./model-port.ts";

/** The limits of one value of a model, far above what a tool takes. */
const VALUE_LIMITS = {
  /** Bytes of its JSON. */
  bytes: 1024 * 1024,
  /** Levels of nested maps and lists. */
  depth: 64,
} as const;

/** Bytes of a tool's name. A longer name is cut, and names no tool. */
const MAX_NAME = 128;

/**
 * Returns a call that can be kept in a transcript. Parameters beyond the limits are replaced by a text and become the
 * call's fault.
 */
export function boundedCall({ tool, params, fault }: ModelCall): ModelCall {
  const name = truncateText(tool, MAX_NAME).text;
  const excess = excessOf(params);
  if (excess === undefined) return { tool: name, params: params ?? {}, fault };
  return { tool: name, params: "[left out]", fault: `The parameters are ${excess}.` };
}

/** Says in which way a value exceeds the limits; undefined if it does not. The words are sent to models. */
export function excessOf(value: unknown): string | undefined {
  const { bytes, depth } = VALUE_LIMITS;
  if (isDeeper(value, depth)) return `nested deeper than ${depth} levels`;
  if (Buffer.byteLength(JSON.stringify(value) ?? "") > bytes) return `larger than ${bytes} bytes`;
  return undefined;
}

/** Walks level by level: a value that is nested too deep must not exhaust the stack. */
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
