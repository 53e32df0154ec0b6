import type { ModelMessage } from "ai";

/** The message of one role. */
type MessageOf<Role extends ModelMessage["role"]> = Extract<ModelMessage, { role: Role }>;

/** The text of a result that has none: some templates refuse an empty content. */
const NO_OUTPUT = "[no output]";

/**
 * Returns messages as the strictest chat templates take them (M3): results follow their calls, nothing but the model
 * follows results, and otherwise user and model take turns. The text of a user's message after results becomes the end
 * of the last one; messages of the user, or of the model, that follow each other become one.
 */
export function foldMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const folded: ModelMessage[] = [];
  for (const message of messages) {
    const last = folded.at(-1);
    const joined = last === undefined ? undefined : join(last, message);
    if (joined === undefined) folded.push(message.role === "tool" ? withOutputs(message) : message);
    else folded[folded.length - 1] = joined;
  }
  return folded;
}

/** Joins two messages that may not follow each other; returns undefined if they may. */
function join(last: ModelMessage, next: ModelMessage): ModelMessage | undefined {
  if (next.role === "user") {
    if (last.role === "user") return { ...last, content: `${textOf(last)}\n\n${textOf(next)}` };
    return last.role === "tool" ? withText(last, textOf(next)) : undefined;
  }
  if (next.role !== "assistant" || last.role !== "assistant") return undefined;
  const contents = [last.content, next.content].map((content) =>
    typeof content === "string" ? [{ type: "text" as const, text: content }] : content,
  );
  return { ...last, content: contents.flat() };
}

/** Adds a text to the last result. */
function withText(message: MessageOf<"tool">, text: string): MessageOf<"tool"> {
  const content = [...message.content];
  const result = content.pop();
  if (result === undefined) throw new Error("There is a message of results without results.");
  return {
    ...message,
    content: [...content, changedResult(result, (said) => `${said}\n\n${text}`)],
  };
}

function withOutputs(message: MessageOf<"tool">): MessageOf<"tool"> {
  const content = message.content.map((part) => changedResult(part, (text) => text || NO_OUTPUT));
  return { ...message, content };
}

type ResultPart = MessageOf<"tool">["content"][number];

/** Changes the text of a result; Sluice makes no other outputs than texts. */
function changedResult(part: ResultPart, change: (text: string) => string): ResultPart {
  if (part.type !== "tool-result") return part;
  const { output } = part;
  if (output.type !== "text" && output.type !== "error-text") return part;
  return { ...part, output: { ...output, value: change(output.value) } };
}

function textOf({ content }: MessageOf<"user">): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n\n");
}
