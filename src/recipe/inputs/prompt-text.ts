import type { TextPiece } from "../../model/recipe/prompt-step.ts";
import { outputText, type StepOutputs } from "./fill-outputs.ts";

/** The text of a prompt, and the parts of it that do not come from the recipe. */
export interface PromptText {
  readonly text: string;
  /**
   * The values of inputs and outputs, in order, with the empty ones; UTF-16 offsets into `text`, `end` excluded.
   * They never contain a reference or a part of one (F14, F18).
   */
  readonly opaque: readonly { readonly start: number; readonly end: number }[];
}

/** Joins a prompt with the outputs of earlier steps. Returns a sentence that names an output if it is missing. */
export function promptText(
  pieces: readonly TextPiece[],
  outputs: StepOutputs,
): PromptText | { readonly fault: string } {
  const opaque: { start: number; end: number }[] = [];
  let text = "";
  for (const piece of pieces) {
    const part = piece.kind === "output" ? outputText(outputs, piece) : { value: piece.text };
    if ("fault" in part) return part;
    const start = text.length;
    text += part.value;
    if (piece.kind !== "text") opaque.push({ start, end: text.length });
  }
  return { text, opaque };
}
