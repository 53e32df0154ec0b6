import type { ConversationItem } from "../model/conversation.ts";

/** What a conversation begins with. */
export type Beginning =
  | { readonly kind: "begins"; readonly items: readonly ConversationItem[] }
  /** It was about something else. */
  | { readonly kind: "differs"; readonly message: string };

/**
 * The items of a conversation that is gone on with: what was said, to the letter (F13), and behind that what is missing
 * of its beginning, or that it was cut off.
 */
export function resumeConversation(
  said: readonly ConversationItem[] | undefined,
  beginning: readonly ConversationItem[],
): Beginning {
  if (said === undefined) return { kind: "begins", items: beginning };
  const isSame = said.every(
    (item, index) => index >= beginning.length || subjectOf(item) === subjectOf(beginning[index]),
  );
  if (!isSame) {
    const message =
      "The prompt, or the list of files that it names, is not what it was in the run that is to be gone on with. Run it again without --resume.";
    return { kind: "differs", message };
  }
  const rest = beginning.slice(said.length);
  const isBegun = said.length > beginning.length;
  return { kind: "begins", items: [...said, ...rest, ...(isBegun ? [CUT_OFF] : [])] };
}

/** What an item of the beginning is about: a file may have been edited meanwhile, by that very run. */
function subjectOf(item: ConversationItem | undefined): string {
  if (item?.role !== "system" || (item.tag !== "file" && item.tag !== "dir"))
    return JSON.stringify(item);
  return item.text.slice(0, item.text.indexOf("\n"));
}

const CUT_OFF: ConversationItem = {
  role: "system",
  tag: "response",
  text: "The run was cut off here, and goes on now. What was applied before is in the files. Where everything is done, say so again.",
};
