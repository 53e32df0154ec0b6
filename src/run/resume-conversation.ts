import { isDeepStrictEqual } from "node:util";
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
    (item, index) => index >= beginning.length || isDeepStrictEqual(item, beginning[index]),
  );
  if (!isSame) {
    const message =
      "The prompt, or a file that it names, is not what it was in the run that is to be gone on with. Run it again without --resume.";
    return { kind: "differs", message };
  }
  const rest = beginning.slice(said.length);
  const isBegun = said.length > beginning.length;
  return { kind: "begins", items: [...said, ...rest, ...(isBegun ? [CUT_OFF] : [])] };
}

const CUT_OFF: ConversationItem = {
  role: "system",
  tag: "response",
  text: "The run was cut off here, and goes on now. What was applied before is in the files. Where everything is done, say so again.",
};
