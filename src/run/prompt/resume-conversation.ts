import type { ConversationItem } from "../../model/conversation.ts";
import type { ResumedConversation } from "../prepare/resumed-conversations.ts";

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
  resumed: ResumedConversation | undefined,
  beginning: readonly ConversationItem[],
  written: WrittenBefore,
): Beginning {
  if (resumed === undefined) return { kind: "begins", items: beginning };
  const { items: said, isDone } = resumed;
  const [asked] = said;
  if (asked !== undefined && taskOf(asked) !== taskOf(beginning[0])) {
    const message =
      "The prompt is not what it was in the run that is to be gone on with. Run it again without --resume.";
    return { kind: "differs", message };
  }
  // What was attached stays as it was: files may have been made or edited since, by that very run.
  const isCut = said.every((item, index) => headerOf(item) === headerOf(beginning[index]));
  const rest = isCut ? beginning.slice(said.length) : [];
  const isCutOff = said.length > 0 && rest.length === 0 && !isDone;
  return { kind: "begins", items: [...said, ...rest, ...(isCutOff ? [cutOff(written)] : [])] };
}

/** What was asked, whether or not what it names could be had: a reference is its path. */
function taskOf(item: ConversationItem | undefined): string {
  if (item?.role !== "user") return "";
  return item.text
    .replace(/\[unresolved file ref: ([^\]\n]*)\]/g, "@$1")
    .replace(/@"([^"\n]*)"/g, "@$1")
    .replace(/\\([ @])/g, "$1");
}

/** Which item of the beginning it is. */
function headerOf(item: ConversationItem | undefined): string {
  if (item?.role !== "system" || (item.tag !== "file" && item.tag !== "dir"))
    return JSON.stringify(item?.role === "user" ? taskOf(item) : item);
  return item.text.slice(0, item.text.indexOf("\n"));
}

/** Actions of which something was really written before, by their labels. */
export interface WrittenBefore {
  /** The files still are what was made of them. */
  readonly standing: readonly string[];
  readonly changed: readonly string[];
}

/** What the model has to know: the run is another one, and of what was accepted only this is in the files. */
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
    text: `The run was cut off here, and goes on now. ${what}${since} What was staged, accepted or held and is not named here is gone: look at the files, and propose it again where it is still wanted. Where everything is done, say so again.`,
    tag: "response",
  };
}
