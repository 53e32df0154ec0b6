import { ES_LANGUAGES } from "../../../edit/compile/compile-imports.ts";
import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { isDeep } from "../../../edit/engine/deep-code.ts";
import { parseText } from "../../../edit/engine/engine.ts";
import { clip } from "../../../edit/engine/parse-issues.ts";
import { leftOutNames } from "../../../edit/imports/add-imports.ts";
import { localNames, misboundNames } from "../../../edit/imports/misbound-names.ts";
import { createMapBack } from "../../../edit/text/map-back.ts";
import { createPlaceFinder } from "../../../edit/text/place-finder.ts";
import { spansAfter } from "../../../edit/text/spans-after.ts";
import { wordsOutside } from "../../../edit/text/words-outside.ts";
import type { CodeLoss } from "../../../model/action/code-loss.ts";
import type { ImportToAdd, Replacement } from "../../../model/edit.ts";
import type { Declaration } from "../../../names/file-names.ts";
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

/**
 * Finds the edits of a file that mention an import of their step, which means something else in their place. Undefined
 * if the names of the file cannot be told.
 */
export async function findImportsLeftOut(
  file: PlannedFile,
): Promise<readonly ImportLeftOut[] | undefined> {
  const { text, plan, ops, language } = file;
  const adds = importsAdded(file);
  const { replacements } = plan;
  const places = spansAfter(replacements);
  // A name that no other code says means the import, or what the edit itself declares.
  const others = wordsOutside(places, plan.text);
  if (!adds.flatMap(localNames).some((name) => others.has(name))) return [];
  const root = parseText(plan.text, language);
  const { namesIn } = await import("../../../names/javascript/named-module.ts");
  const names = isDeep(root) ? undefined : namesIn(plan.text, language);
  if (names === undefined) return undefined;
  const leftOut = new Set(adds.flatMap((add) => leftOutNames(root, add)));
  const origin = createMapBack(replacements);
  const placeOf = createPlaceFinder(text);
  const found = misboundNames({ names, places, leftOut }, adds);
  return found.flatMap(({ name, from, edit: at, declared, isShadowed }) => {
    const edit = replacements[at];
    if (edit === undefined || !brings(edit, name, { text, ops })) return [];
    const place = { start: edit.start, end: edit.end };
    const line = declared && placeOf(origin(declared).start).line;
    const told = clip(name) + (declared ? ` (${wordsFor(declared.kind)} in line ${line})` : "");
    return [{ kind: "import", text: told, at: place.start, edit: place, from, isShadowed }];
  });
}

function wordsFor(kind: Declaration["kind"]): string {
  if (kind === "parameter") return "a parameter";
  return kind === "import" ? "imported" : "declared";
}

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
