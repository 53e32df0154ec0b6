import { releaseTrees } from "../../edit/engine/tree-memory.ts";
import type { Language } from "../../edit/language/language.ts";
import type { Meaning } from "../../edit/passes/ready-meaning.ts";
import { findTextEdits } from "../../edit/text/find-text-edits.ts";
import { createPlaceFinder } from "../../edit/text/place-finder.ts";
import { wholeWords } from "../../edit/text/whole-words.ts";
import type { NameFaults } from "../../model/action/file-losses.ts";
import { countNameFaults } from "../ast-edit/facts/file-losses.ts";

/** A text, and the one before. */
interface TwoTexts {
  readonly before: string;
  readonly after: string;
  readonly language: Language;
}

/** Finds the faults of the names that a rewritten text leaves. Undefined if they cannot be told. */
export async function nameFaultsOf(
  { before, after, language }: TwoTexts,
  { findNameFaults }: Pick<Meaning, "findNameFaults">,
): Promise<NameFaults | undefined> {
  const accepted = wholeWords(before, findTextEdits(before, after)).map((edit) => ({
    ...edit,
    opId: "",
  }));
  const found = findNameFaults(before, after, {
    made: { accepted, pieced: [] },
    ops: { language, ops: [] },
    findsUnused: true,
    areForTheirPlaces: true,
  });
  await releaseTrees(before.length + after.length);
  return found && countNameFaults(found, createPlaceFinder(before));
}
