import type { Docstring, Extent, FileNames } from "../file-names.ts";
import type { NameFault } from "./name-fault.ts";
import type { NamedEdit } from "./pair-occurrences.ts";

/** The names of a text before and after its edits; these are sorted by place, without overlaps. */
interface ComparedTexts {
  readonly before: FileNames;
  readonly after: FileNames;
  readonly edits: readonly NamedEdit[];
}

/** An edit, and the place of its text after all edits. */
interface WrittenEdit {
  readonly edit: NamedEdit;
  readonly written: Extent;
}

/**
 * Finds the strings that document a module, a class or a function of Python only because of an edit that does not write
 * them there itself, and those that stay and do so no more: `__doc__` means another string.
 */
export function movedDocstrings({ before, after, edits }: ComparedTexts): readonly NameFault[] {
  const [old, fresh] = [before.docstrings ?? [], after.docstrings ?? []];
  if (old.length === 0 && fresh.length === 0) return [];
  const all = writtenEdits(edits);
  const added = fresh.flatMap((doc) => {
    const own = all.find(({ written }) => overlap(doc, written));
    if (own) return isMeant(doc, own.edit, old) ? [] : [faultAt(own.edit.start, own.edit)];
    const last = all.findLast(({ written }) => written.end <= doc.start);
    const at = doc.start - (last ? last.written.end - last.edit.end : 0);
    const around = (last ?? all[0])?.edit;
    return around && !old.some(({ start }) => start === at) ? [faultAt(at, around)] : [];
  });
  const lost = old.flatMap((doc) => {
    const own = all.find(({ edit }) => overlap(doc, edit));
    if (own) {
      const kept = fresh.filter((each) => overlap(each, own.written));
      const isKept = kept.some((each) => isSame(each, doc)) || !staysIn(doc, own.edit);
      return isKept ? [] : [faultAt(doc.start, own.edit)];
    }
    const last = all.findLast(({ edit }) => edit.end <= doc.start);
    const at = doc.start + (last ? last.written.end - last.edit.end : 0);
    return last && !fresh.some(({ start }) => start === at) ? [faultAt(doc.start, last.edit)] : [];
  });
  return [...added, ...lost];
}

function writtenEdits(edits: readonly NamedEdit[]): readonly WrittenEdit[] {
  let grown = 0;
  return edits.map((edit) => {
    const start = edit.start + grown;
    grown += edit.length - (edit.end - edit.start);
    return { edit, written: { start, end: start + edit.length } };
  });
}

/** True if the template says the string, or its quotes, or if the match had it as one already. */
function isMeant(doc: Docstring, edit: NamedEdit, old: readonly Docstring[]): boolean {
  const isWritten = textsOf(edit).some((text) => text.includes(doc.text) || /["']$/.test(text));
  return isWritten || old.some((each) => overlap(each, edit) && isSame(each, doc));
}

/** True if an edit keeps the string, in code of the definition that it belongs to. */
function staysIn(doc: Docstring, edit: NamedEdit): boolean {
  const isCaptured = edit.pieces.some(
    (piece) => typeof piece !== "string" && piece.start <= doc.start && doc.end <= piece.end,
  );
  const texts = textsOf(edit);
  if (!isCaptured) return texts.some((text) => text.includes(doc.text));
  return edit.start === doc.start || texts.some((text) => /\b(?:def|class)\b/.test(text));
}

function textsOf({ pieces }: NamedEdit): readonly string[] {
  return pieces.filter((piece) => typeof piece === "string");
}

/** True for strings that are the same but for white space: its lines may stand in other columns. */
function isSame(a: Docstring, b: Docstring): boolean {
  return a.text.replace(/\s+/g, "") === b.text.replace(/\s+/g, "");
}

function overlap(a: Extent, b: Extent): boolean {
  return a.start < b.end && b.start < a.end;
}

function faultAt(at: number, { start, end }: NamedEdit): NameFault {
  return { kind: "captured", name: "__doc__", at, edit: { start, end } };
}
