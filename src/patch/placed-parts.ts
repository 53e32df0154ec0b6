import type { TextEdit } from "../model/edit.ts";
import type { PatchFault } from "../model/patch/patch.ts";

/** The edits of each part of a patch in a text, sorted; parts do not overlap. Notes are ends of sentences. */
export type PlacedParts =
  | { readonly groups: readonly (readonly TextEdit[])[]; readonly notes: readonly string[] }
  | PatchFault;
