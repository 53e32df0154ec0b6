import * as engine from "@ast-grep/napi";
import { splice } from "../../../edit/text/splice.ts";
import { isRecord } from "../../../shared/is-record.ts";
import { type AdaptedFile, type Adapter, describe, TransformFault, textOf } from "../adapter.ts";
import type { TransformContext, TransformEdit } from "../transform-api.ts";
import type { ProposedFile } from "../transform-shapes.ts";
import { lazyRoot } from "./lazy-root.ts";

/** Sluice's own form: see `Transform`. */
export const adaptSluice: Adapter =
  ({ main, params }) =>
  async (file) => {
    const { path, text, language } = file;
    const proposed: Proposed = { others: [], movedTo: undefined };
    const context = contextOf(file, params, proposed);
    const result: unknown = await main({ path, text, language }, context);
    const after = Array.isArray(result) ? splice(text, editsOf(result, text)) : result;
    const own = textOf(after, file);
    if (proposed.movedTo === undefined) return [...own, ...proposed.others];
    const moved = { path: proposed.movedTo, text: own[0]?.text ?? text, movedFrom: path };
    return [{ path, text: null }, moved, ...proposed.others];
  };

/** The proposals of a call beside the text that it returns. */
interface Proposed {
  readonly others: ProposedFile[];
  /** The new path of the file itself. */
  movedTo: string | undefined;
}

function contextOf(
  { path, text, language, files }: AdaptedFile,
  params: TransformContext["params"],
  proposed: Proposed,
): TransformContext {
  const { others } = proposed;
  let tree: engine.SgRoot | undefined;
  return {
    get root() {
      if (language === undefined) throw new TransformFault("has no grammar, and so no `root`");
      tree ??= lazyRoot(language, text);
      return tree;
    },
    lang: language,
    params,
    files,
    parse: (name, source) => engine.parse(name, source),
    engine,
    proposeText: (name, content) => {
      if (typeof content !== "string")
        throw new TransformFault(`proposeText got ${describe(content)}, and not a text`);
      others.push({ path: pathOf(name), text: content });
    },
    proposeDelete: (name) => others.push({ path: pathOf(name), text: null }),
    proposeMove(from, to) {
      if (pathOf(from) !== path)
        throw new TransformFault("proposeMove moves only the file itself: its text is known");
      if (proposed.movedTo !== undefined) throw new TransformFault("proposeMove was called twice");
      if (pathOf(to) !== path) proposed.movedTo = to;
    },
  };
}

function pathOf(path: unknown): string {
  if (typeof path !== "string") throw new TransformFault(`a path is ${describe(path)}`);
  return path;
}

/** Returns the edits sorted. Throws for one that is none, leaves the text, or overlaps with another. */
function editsOf(list: readonly unknown[], text: string): readonly TransformEdit[] {
  const edits = list
    .map((edit, index) => editOf(edit, index, text))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, { start }] of edits.entries())
    if (start < (edits[index - 1]?.end ?? 0))
      throw new TransformFault(`two of the edits overlap at offset ${start}`);
  return edits;
}

/** Reads an edit of ast-grep, or {@link TransformEdit}. */
function editOf(edit: unknown, index: number, text: string): TransformEdit {
  const fault = (what: string) => new TransformFault(`edit ${index} ${what}`);
  if (!isRecord(edit)) throw fault(`is ${describe(edit)}`);
  const { start = edit.startPos, end = edit.endPos, text: after = edit.insertedText } = edit;
  if (typeof start !== "number" || typeof end !== "number" || typeof after !== "string")
    throw fault("has no `start`, `end` and `text`");
  if (
    !Number.isInteger(start) ||
    !Number.isInteger(end) ||
    start < 0 ||
    end < start ||
    end > text.length
  )
    throw fault(`is from ${start} to ${end}, and the text has ${text.length} characters`);
  return { start, end, text: after };
}
