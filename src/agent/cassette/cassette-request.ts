import { unifiedDiff } from "../../edit/text/unified-diff.ts";
import type { ConversationItem } from "../../model/conversation.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { ModelRequest } from "../model/model-port.ts";
import type { RecordedRequest } from "./cassette-schema.ts";

/** UTF-16 code units of a difference that is shown, and of one line of it. */
const MAX_DIFF = 4000;
const MAX_LINE = 200;

/** Returns the recorded part of a request; `known` items of the conversation were in the turns before. */
export function recordedRequest(
  { toolChoice, tools, maxOutputTokens, items }: ModelRequest,
  model: string,
  known: number,
): RecordedRequest {
  return definedOnly({
    model,
    toolChoice,
    tools: tools.map(({ name }) => name),
    maxOutputTokens,
    items: items.slice(known),
  });
}

/** Returns the difference from the recorded request as a patch of bounded length; undefined without one. */
export function requestDifference(
  recorded: RecordedRequest,
  asked: RecordedRequest,
): string | undefined {
  if (canonicalJson(recorded) === canonicalJson(asked)) return undefined;
  const { text } = unifiedDiff("request", requestText(recorded), requestText(asked));
  const lines = text.split("\n").slice(1); // Without the line for git.
  const shown = lines.map((line) => cut(line, MAX_LINE)).join("\n");
  return cut(shown, MAX_DIFF).trimEnd();
}

/** Returns a request as lines, so that a difference shows lines and not the whole text. */
function requestText({ items, ...head }: RecordedRequest): string {
  const fields = Object.entries(head).map(([key, value]) => `${key}: ${canonicalJson(value)}`);
  return [...fields.sort(), ...items.map(itemText), ""].join("\n");
}

function itemText(item: ConversationItem): string {
  const { text, ...head } = "text" in item ? item : { ...item, text: undefined };
  return [`item: ${canonicalJson(head)}`, ...(text === undefined ? [] : [text])].join("\n");
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
