import type { ImportChanges, ImportToRemove, Replacement, TextEdit } from "../../../model/edit.ts";
import type { Language } from "../../language/language.ts";
import { composeEdits } from "../../text/compose-edits.ts";
import { splice } from "../../text/splice.ts";
import { wordsOutside } from "../../text/words-outside.ts";
import { parseFile } from "../parse-file.ts";
import type { LineName } from "./import-line.ts";
import { lineLanguageOf } from "./line-languages.ts";
import { removeNames } from "./remove-names.ts";

/** Returns the edits by which a file gets and loses imports that are lines; none if it has them so. */
export function changeLines(
  text: string,
  language: Language,
  opId: string,
  { add, remove }: Pick<ImportChanges, "add" | "remove">,
): readonly Replacement[] {
  const lineLanguage = lineLanguageOf(language);
  if (lineLanguage === undefined) return [];
  let edits: readonly Replacement[] = [];
  let current = text;
  const take = (found: readonly TextEdit[]) => {
    if (found.length === 0) return;
    edits = composeEdits(
      text,
      edits,
      found.map((edit) => ({ ...edit, opId })),
    );
    current = splice(current, found);
  };
  const tree = () => parseFile(current, language);
  for (const each of add) take(lineLanguage.add(tree(), each));
  for (const each of remove) {
    const file = tree();
    const lines = lineLanguage.read(file.root, current);
    const isAdded = ({ module, imported, local }: LineName) =>
      add.some(
        ({ from, names, namespace }) =>
          from === module &&
          (imported === undefined
            ? namespace === local || names.length === 0
            : names.some(([name, to]) => name === imported && to === local)),
      );
    const places = lines.map(({ place }) => place);
    const used = each.ifUnused ? wordsOutside(places, current) : undefined;
    const isGone = (name: LineName) =>
      isNamed(name, each) && !isAdded(name) && used?.has(name.local) !== true;
    take(removeNames(lines, isGone, file));
  }
  return edits;
}

function isNamed({ module, imported }: LineName, remove: ImportToRemove): boolean {
  if (module !== remove.from) return false;
  return (
    remove.all || (imported === undefined ? remove.namespace : remove.names.includes(imported))
  );
}
