import type { Replacement } from "../../model/edit.ts";

/** Words of imports that tell nothing of what they import. */
const OF_IMPORTS = /^(?:import|from|as|type|const|let|var|require|static)$/;

/**
 * Returns the edits of imports, and those that need what they add or leave what they remove: one without the others may
 * leave a name that nothing declares. Code that has a word of such an import counts, also where it means another thing.
 */
export function joinedEdits(
  text: string,
  edits: readonly Replacement[],
  composed: readonly Replacement[],
): readonly Replacement[] {
  if (composed === edits) return [];
  const keyOf = ({ start, end, text: fresh }: Replacement) => `${start} ${end} ${fresh}`;
  const own = new Set(edits.map(keyOf));
  const ofImports = new Set(composed.filter((edit) => !own.has(keyOf(edit))));
  const words = new Set([...ofImports].flatMap((edit) => wordsOf(edit, text)));
  return composed.filter(
    (edit) => ofImports.has(edit) || wordsOf(edit, text).some((word) => words.has(word)),
  );
}

/** Returns the words of an edit, of the text before and of its own. */
function wordsOf({ start, end, text }: Replacement, before: string): readonly string[] {
  const code = `${before.slice(start, end)}\n${text}`;
  return (code.match(/[\p{ID_Continue}$]+/gu) ?? []).filter((word) => !OF_IMPORTS.test(word));
}
