import { type AgentToolResult, textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { isToolResult } from "../../shared/is-tool-result.ts";

const VALID_RESULT =
  'It must be a text, or an object with `content`, a list of parts with `type: "text"` and `text`.';

/**
 * Returns the value that foreign code returned as a result: a text stands for a result of one text, and nothing for an
 * empty one. Throws a `ToolError` if the value is invalid.
 */
export function foreignResult(value: unknown, whose: string): AgentToolResult {
  if (value === undefined || value === null) return textResult("");
  if (typeof value === "string") return textResult(value);
  if (!isToolResult(value))
    throw new ToolError(`${whose} returned an invalid result. ${VALID_RESULT}`);
  const { content, details, isError } = value;
  return {
    content: content.map(copyOf),
    ...(details === undefined ? {} : { details }),
    ...(isError === true ? { isError } : {}),
  };
}

/** Copies a part, so that a getter is read once. */
function copyOf(part: AgentToolResult["content"][number]): AgentToolResult["content"][number] {
  return part.type === "text"
    ? { type: "text", text: String(part.text) }
    : { type: "image", data: String(part.data), mimeType: String(part.mimeType) };
}
