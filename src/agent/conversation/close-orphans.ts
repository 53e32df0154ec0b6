import type { ConversationItem, ItemOf } from "../../model/conversation.ts";

const ENDED_BEFORE =
  "The run ended before this call had a result. It may not have been carried out.";

/**
 * The items with a result for every call that has none, as providers want it: calls of a run that ended
 * between a call and its result. What is added stands in call order behind the calls of its batch and the
 * results that there are. Of a conversation that was cut off, that is the end: the items are what the answer
 * begins with.
 */
export function closeOrphans(items: readonly ConversationItem[]): readonly ConversationItem[] {
  const closed: ConversationItem[] = [];
  let open: ItemOf<"tool-call">[] = [];
  let answered = new Set<string>();
  const close = () => {
    for (const call of open) if (!answered.has(call.callId)) closed.push(endedBefore(call));
    open = [];
    answered = new Set();
  };
  for (const item of items) {
    // A call behind a result begins the next batch.
    if (item.role === "tool-call" ? answered.size > 0 : item.role !== "tool-result") close();
    closed.push(item);
    if (item.role === "tool-call") open.push(item);
    if (item.role === "tool-result") answered.add(item.callId);
  }
  close();
  return closed;
}

function endedBefore({ callId, tool }: ItemOf<"tool-call">): ConversationItem {
  return { role: "tool-result", callId, tool, text: ENDED_BEFORE, isError: true };
}
