import type { ConversationItem, ItemOf } from "../../model/conversation.ts";

/** Sent to models, and in transcripts: its words never change. */
const ENDED_BEFORE =
  "The run ended before this call had a result. It may not have been carried out.";

/**
 * Returns the items with a result for every call that has none, as providers want it: calls of a run that ended between
 * a call and its result. An added result stands in call order, behind the calls of its batch and their results; in a
 * conversation that was cut off that is the end, so the given items are the beginning of the returned ones.
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
    // A call behind a result begins the next batch.
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
