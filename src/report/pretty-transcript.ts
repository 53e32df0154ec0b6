import type { Colors } from "picocolors/types.js";
import type { Transcript } from "../model/report/transcript.ts";
import { countOf } from "../shared/count-of.ts";
import { terminalLine, terminalText } from "./terminal-text.ts";

/** Returns a conversation in a few lines: its model, its cost, the files attached to it, and its last words. */
export function prettyTranscript(transcript: Transcript, colors: Colors): string {
  const { recipe, step, model, outcome, fileRefs } = transcript;
  const title = colors.bold(terminalLine(`${recipe} › ${step}`));
  const sent = fileRefs.filter(({ bytesSent }) => bytesSent !== undefined);
  const attached = sent.map(
    ({ path, bytes = 0, bytesSent = 0 }) =>
      `${terminalLine(path)} (${bytesSent < bytes ? `${bytesSent} of ${bytes}` : bytesSent} bytes)`,
  );
  return [
    `${title}  ${terminalLine(model)}: ${WORDS[outcome]}${costOf(transcript)}`,
    ...attached.map((line) => colors.dim(`  attached ${line}`)),
    ...lastWords(transcript).map((line) => `  ${terminalText(line)}`.trimEnd()),
  ].join("\n");
}

const WORDS: Readonly<Record<Transcript["outcome"], string>> = {
  built: "no model was asked; the conversation is in the report (--format json)",
  done: "done",
  limit: "a limit ended it",
  cancelled: "the prompt was cancelled",
  failed: "failed",
  stopped: "stopped",
};

function costOf({ turns }: Transcript): string {
  if (turns.length === 0) return "";
  const sum = (field: "inputTokens" | "outputTokens") =>
    turns.reduce((total, turn) => total + (turn[field] ?? 0), 0);
  const isKnown = turns.some(({ inputTokens }) => inputTokens !== undefined);
  const tokens = isKnown
    ? `, ${sum("inputTokens")} tokens in and ${sum("outputTokens")} out`
    : ", tokens unknown";
  return `, ${countOf(turns.length, "turn")}${tokens}`;
}

/** The most lines of the last words. */
const MAX_LINES = 20;

function lastWords({ items }: Transcript): readonly string[] {
  const last = items.findLast(({ role }) => role === "assistant");
  const lines = last?.role === "assistant" ? last.text.trim().split("\n") : [];
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `… ${countOf(more, "more line")}`] : lines;
}
