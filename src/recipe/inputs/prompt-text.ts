import type { TextPiece } from "../../model/prompt-step.ts";
import { outputText, type StepOutputs } from "./fill-outputs.ts";

/** The text of a prompt, and what of it nobody wrote into the recipe. */
export interface PromptText {
  readonly text: string;
  /**
   * Values of inputs and outputs, in order, the empty ones too; UTF-16 offsets into `text`, `end` excluded.
   * Nothing in them is a reference or a part of one (F14, F18).
   */
  readonly opaque: readonly { readonly start: number; readonly end: number }[];
}

/** Joins a prompt, with the outputs of earlier steps in it; or says in a sentence which one there is not. */
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
