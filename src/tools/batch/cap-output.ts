import type { AgentToolResult } from "../../model/tool.ts";
import { truncateText } from "../../shared/truncate-text.ts";

/** The end of the output of a tool that cuts it by itself; not counted. */
const OWN_MARKER =
  /\n?(?:\[The rest of line \d+ cannot be read\.\]\n)?\[\.\.\.truncated, [^\n]{1,100}\]$/;

/** Returns the result with at most `maxBytes` of text, cut at a character, and a marker that counts the rest (T15). */
export function capOutput(result: AgentToolResult, maxBytes: number): AgentToolResult {
  let room = maxBytes;
  let dropped = 0;
  const content = result.content.map((part) => {
    if (part.type !== "text") return part;
    const marker = OWN_MARKER.exec(part.text)?.[0] ?? "";
    const body = part.text.slice(0, part.text.length - marker.length);
    if (Buffer.byteLength(body) <= room) {
      room -= Buffer.byteLength(body);
      return part;
    }
    const cut = truncateText(body, room);
    room -= Buffer.byteLength(cut.text);
    dropped += cut.dropped;
    return { ...part, text: cut.text };
  });
  if (dropped === 0) return result;
  const marker = { type: "text" as const, text: `[...truncated, ${dropped} bytes dropped]` };
  return { ...result, content: [...content.filter(isNotEmpty), marker] };
}

function isNotEmpty(part: AgentToolResult["content"][number]): boolean {
  return part.type !== "text" || part.text !== "";
}
