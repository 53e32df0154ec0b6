import { basename } from "node:path";
import { closeOrphans } from "../agent/close-orphans.ts";
import { parseTranscript, type TranscriptPart } from "../agent/transcript-lines.ts";
import { readKeptText } from "../apply/kept-report.ts";
import { listRunFolders, RUN_FILES } from "../apply/run-folder.ts";
import type { ConversationItem } from "../model/conversation.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { messageOf } from "../shared/message-of.ts";
import { findBroughtState } from "./brought-state.ts";
import { matchRun } from "./find-run.ts";
import type { GitListing } from "./git-listing.ts";

/** The conversations of an earlier run, as far as they came, with a result for every call. */
export class ResumedConversations {
  readonly #items: ReadonlyMap<string, readonly ConversationItem[]>;
  /** The number of the first batch that was in none of them. */
  readonly firstBatch: number;

  constructor(
    conversations: readonly (TranscriptPart & { readonly items: readonly ConversationItem[] })[],
  ) {
    this.#items = new Map(conversations.map((one) => [keyOf(one), closeOrphans(one.items)]));
    const numbers = conversations.flatMap(({ items }) => items.map(batchOf));
    this.firstBatch = numbers.reduce((most, number) => Math.max(most, number + 1), 0);
  }

  /** Of one step; undefined where it had not begun. */
  itemsOf(part: TranscriptPart): readonly ConversationItem[] | undefined {
    return this.#items.get(keyOf(part));
  }
}

/** The conversations of a run, and what of its transcript does not count and why. */
interface FoundConversations {
  readonly resumed: ResumedConversations;
  readonly dropped?: string;
}

/** Reads the conversations of a run, by its id or the beginning of it; or says why they cannot be gone on with. */
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
        `The repository brings the run ${folder.id}: what others put there is not believed.`,
      );
    const { conversations, dropped } = parseTranscript(readKeptText(folder, RUN_FILES.transcript));
    if (conversations.length > 0)
      return { resumed: new ResumedConversations(conversations), ...definedOnly({ dropped }) };
    return refuse(`The run ${folder.id} has no conversation to go on with.`);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const why = isMissing ? "it has no transcript" : messageOf(error);
    return refuse(`The conversations of ${name} cannot be gone on with: ${why}.`);
  }
}

function keyOf({ recipe, step }: TranscriptPart): string {
  return JSON.stringify([recipe, step]);
}

/** `tool-batch-3-1` → 3; -1 for what is no call. */
function batchOf(item: ConversationItem): number {
  const callId = item.role === "tool-call" ? item.callId : "";
  return Number(/^tool-batch-(\d{1,9})-\d+$/.exec(callId)?.[1] ?? -1);
}
