import type { SgNode } from "@ast-grep/napi";
import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { FileNames } from "../../names/file-names.ts";
import { compareNames } from "../../names/findings/compare-names.ts";
import { movedDocstrings } from "../../names/findings/moved-docstrings.ts";
import type { NameFault } from "../../names/findings/name-fault.ts";
import type { NamedEdit } from "../../names/findings/pair-occurrences.ts";
import { faultsOfSimple, simpleEdits } from "../../names/findings/simple-edits.ts";
import { type EditedText, faultsOfUndeclared } from "../../names/findings/undeclared-faults.ts";
import { JAVASCRIPT_GLOBALS } from "../../names/javascript/globals.ts";
import { placesOfUndeclared } from "../../names/javascript/undeclared-names.ts";
import { PYTHON_GLOBALS } from "../../names/python/globals.ts";
import { type Dialect, dialectOf } from "../../syntax/dialect.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import { parseText } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { haveDeepCode } from "./deep-parts.ts";
import { namedEditsOf } from "./named-edits.ts";
import { lazyPartsOf, type Part } from "./parts.ts";
import type { JudgedEdits } from "./pieced-edit.ts";

/** The languages of which the names are known. */
const HAS_NAMES = /^(?:javascript|typescript|tsx|python)$/;

/** The functions that find the names of a text. */
export interface NameReaders {
  readonly javascriptNames: (text: string, dialect: Dialect) => FileNames | undefined;
  /** True for a text without syntax errors. */
  readonly isProgram: (text: string, dialect: Dialect) => boolean;
  /** By language, from the engine's tree. */
  readonly treeNames: Readonly<Record<Language, (root: SgNode) => FileNames>>;
}

/**
 * Finds the faults of the names that edits leave, in JavaScript and TypeScript, also in pages, and in Python.
 * Undefined if they cannot be told.
 */
export function findNameFaults(
  before: string,
  after: string,
  judged: JudgedEdits & { readonly readers: NameReaders; readonly result?: readonly Part[] },
): readonly CodeLoss[] | undefined {
  const { made, ops } = judged;
  const [old, fresh] = [lazyPartsOf(before, ops), judged.result ?? lazyPartsOf(after, ops)];
  if (old.length !== fresh.length) return undefined;
  const edits = namedEditsOf(before, made);
  const stated = new Set(ops.ops.flatMap(({ names }) => statedNames(names)));
  const imported = new Set(ops.ops.flatMap(({ names }) => Object.keys(names?.meant ?? {})));
  const isMeant = ({ kind, name }: NameFault) =>
    (kind === "unbound" || kind === "captured") && stated.has(name);
  const faults: CodeLoss[] = [];
  for (const [index, part] of old.entries()) {
    const { start, end } = placeOf(part);
    const own = edits.filter((edit) => start <= edit.start && edit.end <= end);
    const now = fresh[index];
    if (own.length === 0 || now === undefined || !HAS_NAMES.test(part.language)) continue;
    if (judged.areForTheirPlaces && haveDeepCode([part, now])) return undefined;
    const moved = own.map((edit) => movedEdit(edit, -start));
    const found = faultsIn([part, now], moved, judged);
    if (found === undefined) return undefined;
    const kept = found.filter(
      (fault) => !isMeant(fault) && !(old.length > 1 && ofPage(fault, imported)),
    );
    for (const fault of kept) faults.push(lossOf(fault, start));
  }
  return faults;
}

/** Returns the names of which an op says that they are global, local or a parameter. */
function statedNames(names: CompiledNames | undefined): readonly string[] {
  return Object.entries(names?.meant ?? {}).flatMap(([name, meaning]) =>
    typeof meaning === "string" ? [name] : [],
  );
}

/**
 * True for what may be no fault in a page: other code of it may use an import, and declare what a template names,
 * unless the op says from where that is imported.
 */
function ofPage({ kind, name, at, edit }: NameFault, imported: ReadonlySet<string>): boolean {
  const isImported = imported.has(name) || imported.has(name.replace(/\d+$/, ""));
  return kind === "unused" || (kind === "unbound" && at === edit.start && !isImported);
}

function placeOf({ source, code, shift }: Part): Span {
  const end = source.length + shift;
  return { start: end - code.length, end };
}

function movedEdit(edit: NamedEdit, by: number): NamedEdit {
  const pieces = edit.pieces.map((piece) =>
    typeof piece === "string" ? piece : moveSpan(piece, by),
  );
  return { ...moveSpan(edit, by), pieces };
}

function faultsIn(
  [part, now]: readonly [before: Part, after: Part],
  edits: readonly NamedEdit[],
  {
    readers,
    findsUnused,
    areForTheirPlaces,
  }: Pick<JudgedEdits, "findsUnused" | "areForTheirPlaces"> & { readonly readers: NameReaders },
): readonly NameFault[] | undefined {
  const namesIn = ({ code, language }: Part) => namesOf(code, language, readers);
  const isPython = part.language === "python";
  const simple =
    findsUnused || areForTheirPlaces || isPython ? undefined : simpleEdits(part.code, edits);
  if (simple?.every(({ brings, mayDeclare }) => brings.length === 0 && !mayDeclare)) return [];
  const undeclared =
    simple && faultsOfUndeclared(searchOf([part, now]), simple, JAVASCRIPT_GLOBALS);
  if (undeclared !== undefined) return undeclared;
  const before = namesIn(part);
  if (before === undefined) return undefined;
  const found = simple && faultsOfSimple(before, simple, JAVASCRIPT_GLOBALS);
  if (found !== undefined) return found;
  const after = namesIn(now);
  const globals = isPython ? PYTHON_GLOBALS : JAVASCRIPT_GLOBALS;
  const faults = after && compareNames({ before, after, edits, globals, areForTheirPlaces });
  if (!after || !faults || areForTheirPlaces) return faults;
  return [...faults, ...movedDocstrings({ before, after, edits })];
}

/** Finds names in the tree of the result; in none of embedded code, whose places count in the page. */
function searchOf([part, now]: readonly [before: Part, after: Part]): EditedText {
  const dialect = dialectOf(now.language);
  const isPlain = dialect !== undefined && now.element === undefined;
  return {
    before: part.code,
    placesOfUndeclared: (name) =>
      isPlain ? placesOfUndeclared(now.root(), name, dialect) : undefined,
  };
}

/** Finds the names of a text, in a language that has them. Undefined for a text with syntax errors. */
export function namesOf(
  text: string,
  language: Language,
  { javascriptNames, treeNames }: NameReaders,
): FileNames | undefined {
  const dialect = dialectOf(language);
  return dialect === undefined
    ? treeNames[language]?.(parseText(text, language))
    : javascriptNames(text, dialect);
}

/** True for a text of which the names can be found. */
export function hasReadableNames(
  text: string,
  language: Language,
  { isProgram }: NameReaders,
): boolean {
  const dialect = dialectOf(language);
  return dialect === undefined || isProgram(text, dialect);
}

function lossOf({ kind, name, at, edit }: NameFault, shift: number): CodeLoss {
  return { kind, text: `\`${name}\``, at: at + shift, edit: moveSpan(edit, shift) };
}
