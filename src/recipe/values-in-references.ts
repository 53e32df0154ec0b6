import type { Diagnostic } from "../model/diagnostic.ts";
import type { TextPiece } from "../model/prompt-step.ts";
import type { PlaceInText } from "../model/recipe.ts";
import { diagnosticAt } from "../shared/yaml-source.ts";

/** Stands for a value in the text that is looked at; no text has it that is one. */
const VALUE = "\u{F8FF}";

// A reference (F16) begins where one of these matches; looked for word by word, so that no text takes long.
const BEGINS = /(?:^|[([{<,;"'])@/;
const QUOTED = new RegExp(`(?:^|[\\s([{<,;"'])@"[^"\\n${VALUE}]*${VALUE}`);
const CODE = /(`{3,}|~{3,}).*?(?:\1|$)|`[^`]*`/gs;

/** Warns where a value stands in what would be a reference without it: a value is never a source of one (F18). */
export function reportValuesInReferences(
  pieces: readonly TextPiece[],
  place: PlaceInText,
  diagnostics: Diagnostic[],
): void {
  const text = pieces
    .map((piece) => (piece.kind === "text" ? piece.text.replaceAll(VALUE, "?") : VALUE))
    .join("");
  if (!hasBrokenReference(text.replace(CODE, ""))) return;
  diagnostics.push(
    diagnosticAt(
      place,
      "input-in-reference",
      "A reference with a value in it (`@…${{ … }}`) is plain text: values never name files in a prompt.",
      { severity: "warning", hint: "List the file under `attach:`, where values may stand." },
    ),
  );
}

function hasBrokenReference(text: string): boolean {
  const isBroken = (word: string) => BEGINS.test(word.slice(0, word.lastIndexOf(VALUE) + 1));
  return QUOTED.test(text) || text.split(/\s/).some(isBroken);
}
