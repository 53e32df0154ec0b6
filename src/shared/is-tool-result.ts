import type { AgentToolResult } from "../model/tool.ts";
import { isRecord } from "./is-record.ts";

/** True if a value that foreign code returned is a result: the types are not checked there. */
export function isToolResult(value: unknown): value is AgentToolResult {
  return isRecord(value) && Array.isArray(value.content) && value.content.every(isPart);
}

function isPart(part: unknown): boolean {
  if (!isRecord(part)) return false;
  if (part.type === "text") return typeof part.text === "string";
  return (
    part.type === "image" && typeof part.data === "string" && typeof part.mimeType === "string"
  );
}
