import { z } from "zod";
import { type ConversationItem, conversationItemSchema } from "../../model/conversation.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { countOf } from "../../shared/count-of.ts";

/** The conversation of an item, by the names of a recipe and of its step. */
export interface TranscriptPart {
  readonly recipe: string;
  readonly step: string;
}

/** The readable part of a transcript. */
export interface ParsedTranscript {
  /** The conversations in the order in which they began. */
  readonly conversations: readonly (TranscriptPart & {
    readonly items: readonly ConversationItem[];
    /** The conversation ended as `done`: the model is not asked again. */
    readonly isDone: boolean;
  })[];
  /** The lines that do not count, and the reason; absent if all lines count. */
  readonly dropped?: string;
}

const part = { recipe: z.string(), step: z.string() };
const lineSchema = z.union([
  z.strictObject({ ...part, item: conversationItemSchema }),
  z.strictObject({ ...part, end: z.literal("done") }),
]);

/**
 * Returns one item as a line of JSON, with its line break. The line has no time and no run: the same conversation has
 * the same bytes.
 */
export function transcriptLine({ recipe, step }: TranscriptPart, item: ConversationItem): string {
  return `{"recipe":${JSON.stringify(recipe)},"step":${JSON.stringify(step)},"item":${canonicalJson(item)}}\n`;
}

/** Returns the line after the last item of a conversation that ended as `done`. */
export function transcriptEnd({ recipe, step }: TranscriptPart): string {
  return `{"recipe":${JSON.stringify(recipe)},"step":${JSON.stringify(step)},"end":"done"}\n`;
}

/**
 * Reads a transcript that may be cut off or damaged; never throws. A last line without its line break is dropped, and
 * an invalid line ends the part that counts, because the lines after it may belong to items that are lost.
 */
export function parseTranscript(text: string): ParsedTranscript {
  const conversations = new Map<
    string,
    TranscriptPart & { items: ConversationItem[]; isDone: boolean }
  >();
  let end = 0;
  for (let number = 1; end < text.length; number += 1) {
    const lineEnd = text.indexOf("\n", end);
    if (lineEnd < 0) return parsed(conversations, `Line ${number} was cut.`);
    const line = parseLine(text.slice(end, lineEnd));
    if (line === undefined) return parsed(conversations, damaged(number, text.slice(end)));
    const { recipe, step } = line;
    const key = JSON.stringify([recipe, step]);
    const known = conversations.get(key) ?? { recipe, step, items: [], isDone: false };
    if ("item" in line) known.items.push(line.item);
    // Items after an end line, of a run that resumed the conversation, open it again.
    conversations.set(key, { ...known, isDone: "end" in line });
    end = lineEnd + 1;
  }
  return parsed(conversations);
}

function parsed(
  conversations: ReadonlyMap<string, ParsedTranscript["conversations"][number]>,
  dropped?: string,
): ParsedTranscript {
  const result = { conversations: [...conversations.values()] };
  return dropped === undefined ? result : { ...result, dropped };
}

function parseLine(line: string): z.infer<typeof lineSchema> | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // Not JSON: an invalid line.
  }
}

function damaged(number: number, rest: string): string {
  const lines = rest.split("\n").length - (rest.endsWith("\n") ? 1 : 0);
  return `Line ${number} is damaged: ${countOf(lines, "line")} from there on ${lines === 1 ? "does" : "do"} not count.`;
}
