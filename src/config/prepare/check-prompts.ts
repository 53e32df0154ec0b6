import type { parseFileRefs } from "../../files/refs/parse-file-refs.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { TextPiece } from "../../model/recipe/prompt-step.ts";
import { promptsOf, type Recipe } from "../../model/recipe/recipe.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";

/** Takes the place of a value: if it were the recipe's own text, `@…` with it would be a reference. */
const VALUE = "./x";

/**
 * Warns of each prompt in which a value stands inside a reference: a value is never the source of a reference (F18),
 * so that the text stays plain. Outputs of steps are values, too.
 */
export async function checkPrompts(recipe: Recipe): Promise<readonly Diagnostic[]> {
  const prompts = promptsOf(recipe);
  if (prompts.length === 0) return []; // As most recipes, which need no parser of references.
  const { parseFileRefs: parse } = await import("../../files/refs/parse-file-refs.ts");
  return prompts.flatMap((step) =>
    hasBrokenReference(step.prompt, parse)
      ? [
          diagnosticAt(
            step.place,
            "input-in-reference",
            "A reference with a value in it (`@…${{ … }}`) is plain text: values never name files in a prompt.",
            { severity: "warning", hint: "List the file under `attach:`, where values may stand." },
          ),
        ]
      : [],
  );
}

function hasBrokenReference(pieces: readonly TextPiece[], parse: typeof parseFileRefs): boolean {
  let text = "";
  const values: number[] = [];
  for (const piece of pieces) {
    if (piece.kind !== "text") values.push(text.length);
    text += piece.kind === "text" ? piece.text : VALUE;
  }
  // A value directly after a quoted reference breaks it as well.
  return parse(text).some(
    ({ kind, start, end }) =>
      kind === "ref" && values.some((value) => start < value && value <= end),
  );
}
