import { ES_LANGUAGES } from "../../../edit/compile/compile-imports.ts";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { parseText } from "../../../edit/engine/engine.ts";
import { clip } from "../../../edit/engine/parse-issues.ts";
import { type MisboundName, misboundNames } from "../../../edit/imports/misbound-names.ts";
import { createMapBack } from "../../../edit/passes/map-back.ts";
import { createPlaceFinder } from "../../../edit/text/place-finder.ts";
import { spansAfter } from "../../../edit/text/spans-after.ts";
import type { CodeLoss } from "../../../model/action/code-loss.ts";
import type { ImportToAdd, Replacement } from "../../../model/edit.ts";
import { wordRegex } from "../../../shared/regex/word-regex.ts";
import type { PlannedFile } from "./planned-file.ts";

/** An edit that mentions an import of its step, which means something else in its place. */
export interface ImportLeftOut extends CodeLoss {
  readonly from: string;
  /** True for a declaration around the edit; false if the file itself has the name, so that it is not imported. */
  readonly isShadowed: boolean;
}

/** Returns the imports that the ops of a file add: no types in a language without them. */
export function importsAdded({
  ops,
  language,
}: Pick<PlannedFile, "ops" | "language">): readonly ImportToAdd[] {
  // In other languages, facts about names judge what edits mention.
  if (!ES_LANGUAGES.includes(language)) return [];
  const added = ops.flatMap((op) => (op.language === language ? (op.imports?.add ?? []) : []));
  return added.filter(({ type }) => !type || language !== "javascript");
}

/** Finds the edits of a file that mention an import of their step, which means something else in their place. */
export function findImportsLeftOut(file: PlannedFile): readonly ImportLeftOut[] {
  const { text, language, plan, ops } = file;
  const adds = importsAdded(file);
  if (adds.length === 0) return [];
  const { replacements } = plan;
  const result = {
    root: parseText(plan.text, language),
    language,
    places: spansAfter(replacements),
  };
  const origin = createMapBack(replacements);
  const placeOf = createPlaceFinder(text);
  return misboundNames(result, adds).flatMap(({ name, from, edit: at, declared, isShadowed }) => {
    const edit = replacements[at];
    if (edit === undefined || !brings(edit, name, { text, ops })) return [];
    const place = { start: edit.start, end: edit.end };
    const line = declared && placeOf(origin(declared).start).line;
    const told = clip(name) + (declared ? ` (${WORDS[declared.kind]} in line ${line})` : "");
    return [{ kind: "import", text: told, at: place.start, edit: place, from, isShadowed }];
  });
}

const WORDS: Readonly<Record<NonNullable<MisboundName["declared"]>["kind"], string>> = {
  parameter: "a parameter",
  import: "imported",
  other: "declared",
};

/** True if the op of an edit writes a name, and it is not only code of the file that stays. */
function brings(
  { opId, start, end }: Replacement,
  name: string,
  { text, ops }: Pick<PlannedFile, "text" | "ops">,
): boolean {
  const word = new RegExp(wordRegex(name), "u");
  const writes = ({ fix, transforms, rewriters }: CompiledOp) =>
    word.test(JSON.stringify([fix, transforms, rewriters]));
  return !word.test(text.slice(start, end)) || ops.some((op) => op.id === opId && writes(op));
}
