import type { ConversationItem } from "../../model/conversation.ts";
import type { PageItem, PageTranscript, PageTranscriptDetail } from "../../model/page/page-data.ts";
import type { Report } from "../../model/report/report.ts";
import { bounded, cutText, PAGE_LIMITS } from "./bounds.ts";
import { jsonOf } from "./page-action.ts";
import type { Parts } from "./parts.ts";

/** Returns the entry of a conversation in the list; its items go into a part. */
export function pageTranscript(
  transcript: Report["transcripts"][number],
  parts: Parts,
): PageTranscript {
  const { recipe, step, model, outcome, vacuous, turns, fileRefs, output } = transcript;
  const items = bounded(transcript.items, PAGE_LIMITS.inner * 10);
  const detail: PageTranscriptDetail = {
    items: { items: items.items.map(pageItem), more: items.more },
    output: output === undefined ? undefined : jsonOf(output),
  };
  const size = detail.items.items.reduce((sum, { text }) => sum + text.text.length, 0);
  return {
    recipe,
    step,
    model,
    outcome,
    vacuous,
    turns: bounded(turns, PAGE_LIMITS.inner * 10).items,
    fileRefs: bounded(fileRefs, PAGE_LIMITS.inner * 10),
    ...parts.add(detail, size),
  };
}

function pageItem(item: ConversationItem): PageItem {
  switch (item.role) {
    case "user":
    case "assistant":
      return { role: item.role, text: cutText(item.text) };
    case "system":
      return { role: item.role, about: item.tag, text: cutText(item.text) };
    case "tool-call":
      return { role: item.role, about: item.tool, text: paramsText(item.params) };
    case "tool-result":
      return { role: item.role, about: item.tool, text: cutText(item.text), isError: item.isError };
  }
}

function paramsText(params: unknown) {
  return typeof params === "string" ? cutText(params) : jsonOf(params);
}
