import { basename } from "node:path";
import { closeOrphans } from "../../agent/conversation/close-orphans.ts";
import {
  type ParsedTranscript,
  parseTranscript,
  type TranscriptPart,
} from "../../agent/conversation/transcript-lines.ts";
import { readKeptText } from "../../apply/state/kept-file.ts";
import { listRunFolders, RUN_FILES } from "../../apply/state/run-folder.ts";
import type { ConversationItem } from "../../model/conversation.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { matchRun } from "../../past/record/find-run.ts";
import type { GitListing } from "../../request/git-listing.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { messageOf } from "../../shared/message-of.ts";
import { findBroughtState } from "../../tree/brought-state.ts";

/** A conversation of an earlier run. */
export interface ResumedConversation {
  /** The items so far, with a result for every call. */
  readonly items: readonly ConversationItem[];
  /** The model had nothing more to do. */
  readonly isDone: boolean;
}

/** The conversations of an earlier run. */
export class ResumedConversations {
  /** Id of the run. */
  readonly id: string;
  readonly #root: string;
  readonly #conversations: ParsedTranscript["conversations"];
  /** The number of the first batch after all batches of these conversations. */
  readonly firstBatch: number;

  constructor(root: string, id: string, conversations: ParsedTranscript["conversations"]) {
    this.#root = root;
    this.id = id;
    this.#conversations = conversations;
    const all = conversations.flatMap(({ items }) => items);
    const made = all.map(batchOf).reduce((most, number) => Math.max(most, number + 1), 0);
    this.firstBatch = Math.max(made, all.filter(beginsBatch).length);
  }

  /** The steps that the conversations belong to. */
  get parts(): readonly TranscriptPart[] {
    return this.#conversations;
  }

  /** Returns the conversation of one step; undefined if it had not begun. */
  conversationOf({ recipe, step }: TranscriptPart): ResumedConversation | undefined {
    const found = this.#conversations.find((one) => one.recipe === recipe && one.step === step);
    return found && { items: closeOrphans(found.items), isDone: found.isDone };
  }

  /** Reads them again, once no other run writes in the root: the run may have continued until then. */
  again(): ResumedConversations {
    const folder = listRunFolders(this.#root).find(({ id }) => id === this.id);
    if (folder === undefined) return this; // It was removed in the meantime.
    const { conversations } = parseTranscript(readKeptText(folder, RUN_FILES.transcript));
    return new ResumedConversations(this.#root, this.id, conversations);
  }
}

/** The conversations of a run, and the reason why a part of its transcript does not count. */
interface FoundConversations {
  readonly resumed: ResumedConversations;
  readonly dropped?: string;
}

/** Reads the conversations of a run, by its id or a beginning of it; or returns why they cannot be resumed. */
export async function findResumed(
  name: string,
  root: string,
  listing: GitListing,
): Promise<FoundConversations | { readonly diagnostic: Diagnostic }> {
  const refuse = (message: string, hint?: string): { readonly diagnostic: Diagnostic } => ({
    diagnostic: { code: "invalid-resume", severity: "error", message, ...definedOnly({ hint }) },
  });
  try {
    const match = matchRun(name, listRunFolders(root));
    if (match.kind === "none") return refuse(match.message, match.hint);
    const { folder } = match;
    const isBrought = await findBroughtState(listing);
    if (isBrought(`runs/${basename(folder.path)}`))
      return refuse(
        `The repository brings the run ${folder.id}: runs that come with a repository are not trusted.`,
      );
    const { conversations, dropped } = parseTranscript(readKeptText(folder, RUN_FILES.transcript));
    if (conversations.length > 0) {
      const resumed = new ResumedConversations(root, folder.id, conversations);
      return { resumed, ...definedOnly({ dropped }) };
    }
    return refuse(`The run ${folder.id} has no conversation to resume.`);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const why = isMissing ? "it has no transcript" : messageOf(error);
    return refuse(`The conversations of ${name} cannot be resumed: ${why}.`);
  }
}

/** True for the first call of each batch: its results stand between it and the next batch. */
function beginsBatch(
  item: ConversationItem,
  at: number,
  all: readonly ConversationItem[],
): boolean {
  return item.role === "tool-call" && all[at - 1]?.role !== "tool-call";
}

/** The batch of an id that Sluice made: `tool-batch-3-1` → 3; -1 for other items. */
function batchOf(item: ConversationItem): number {
  const callId = item.role === "tool-call" ? item.callId : "";
  return Number(/^tool-batch-(\d{1,9})-\d+$/.exec(callId)?.[1] ?? -1);
}
