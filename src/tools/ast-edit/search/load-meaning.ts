import { type Meaning, provideMeaning } from "../../../edit/passes/ready-meaning.ts";

/** Loads what judges how the results of edits are read, with the parser of JavaScript. */
export async function loadMeaning(): Promise<Meaning> {
  const { MEANING } = await import("../../../edit/passes/meaning.ts");
  provideMeaning(MEANING);
  return MEANING;
}
