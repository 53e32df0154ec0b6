import type { ConversationItem, ItemOf } from "../../model/conversation.ts";

/** Sent to models, and in transcripts: its words never change. */
const ENDED_BEFORE =
  "The run ended before this call had a result. It may not have been carried out.";

/**
 * Returns the items with a result for every call, as providers require: a run may have ended between a call and its
 * result. Added results come in call order, after the calls of their batch and the results of these. In a conversation
 * that was cut off they come last: the returned items begin with the given ones.
 */
export function closeOrphans(items: readonly ConversationItem[]): readonly ConversationItem[] {
  const closed: ConversationItem[] = [];
  let open: ItemOf<"tool-call">[] = [];
  let withResult = new Set<string>();
  const close = () => {
    for (const call of open) if (!withResult.has(call.callId)) closed.push(endedBefore(call));
    open = [];
    withResult = new Set();
  };
  for (const item of items) {
    // A call after a result begins the next batch.
    if (item.role === "tool-call" ? withResult.size > 0 : item.role !== "tool-result") close();
    closed.push(item);
    if (item.role === "tool-call") open.push(item);
    if (item.role === "tool-result") withResult.add(item.callId);
  }
  close();
  return closed;
}

function endedBefore({ callId, tool }: ItemOf<"tool-call">): ConversationItem {
  return { role: "tool-result", callId, tool, text: ENDED_BEFORE, isError: true };
}
