import type { ResumedConversation } from "../../config/prepare/resumed-conversations.ts";
import type { ConversationItem } from "../../model/conversation.ts";

/** The beginning of a conversation. */
export type Beginning =
  | { readonly kind: "begins"; readonly items: readonly ConversationItem[] }
  /** The earlier conversation was about something else. */
  | { readonly kind: "differs"; readonly message: string };

/**
 * Returns the items of a conversation that is resumed: its items to the letter (F13), then what is missing of its
 * beginning, or a note that it was cut off.
 */
export function resumeConversation(
  resumed: ResumedConversation | undefined,
  beginning: readonly ConversationItem[],
  written: WrittenBefore,
): Beginning {
  if (resumed === undefined) return { kind: "begins", items: beginning };
  const { items: said, isDone } = resumed;
  const [asked] = said;
  if (asked !== undefined && taskOf(asked) !== taskOf(beginning[0])) {
    const message =
      "The prompt differs from the one in the run to resume. Run it without --resume.";
    return { kind: "differs", message };
  }
  // Attached files stay as they were: that very run may have made or edited them since.
  const isCut = said.every((item, index) => headerOf(item) === headerOf(beginning[index]));
  const rest = isCut ? beginning.slice(said.length) : [];
  const isCutOff = said.length > 0 && rest.length === 0 && !isDone;
  return { kind: "begins", items: [...said, ...rest, ...(isCutOff ? [cutOff(written)] : [])] };
}

/** Returns the task without its file references, which may have failed then or now: a reference is its path. */
function taskOf(item: ConversationItem | undefined): string {
  if (item?.role !== "user") return "";
  return item.text
    .replace(/\[unresolved file ref: ([^\]\n]*)\]/g, "@$1")
    .replace(/@"([^"\n]*)"/g, "@$1")
    .replace(/\\([ @])/g, "$1");
}

/** Identifies an item of the beginning. */
function headerOf(item: ConversationItem | undefined): string {
  if (item?.role !== "system" || (item.tag !== "file" && item.tag !== "dir"))
    return JSON.stringify(item?.role === "user" ? taskOf(item) : item);
  return item.text.slice(0, item.text.indexOf("\n"));
}

/** The actions that were really written before, by their labels. */
export interface WrittenBefore {
  /** The files are still as the actions left them. */
  readonly standing: readonly string[];
  readonly changed: readonly string[];
}

const WHAT_TO_DO =
  "What was staged, accepted or held and is not named here is gone: look at the files, and propose it again where it " +
  "is still wanted. Where everything is done, say so again.";

/** Tells the model that the run was cut off, and which of its accepted changes are in the files. */
function cutOff({ standing, changed }: WrittenBefore): ConversationItem {
  const what =
    standing.length === 0
      ? "Nothing of what was accepted before is in the files as it was written."
      : `Of what was accepted before, this is in the files: ${standing.join("; ")}.`;
  const since =
    changed.length === 0
      ? ""
      : ` This was written, and its files were changed or put back since: ${changed.join("; ")}.`;
  return {
    role: "system",
    text: `The run was cut off here, and goes on now. ${what}${since} ${WHAT_TO_DO}`,
    tag: "response",
  };
}
