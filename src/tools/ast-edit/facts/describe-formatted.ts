import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import type { Language } from "../../../edit/language/language.ts";
import { findTextLosses } from "../../../edit/loss/text-losses.ts";
import { countErrors } from "../../../edit/passes/count-errors.ts";
import { meaning } from "../../../edit/passes/ready-meaning.ts";
import { findTextEdits } from "../../../edit/text/find-text-edits.ts";
import { createMapBack } from "../../../edit/text/map-back.ts";
import { createPlaceFinder } from "../../../edit/text/place-finder.ts";
import type { AskedFacts } from "../../../model/action/asked-facts.ts";
import {
  type FileLosses,
  LISTED_LOSSES,
  type LostCode,
} from "../../../model/action/file-losses.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { Replacement } from "../../../model/edit.ts";
import { withLayout } from "../../format/with-layout.ts";
import { changesOf } from "./file-change.ts";
import { countLosses } from "./file-losses.ts";
import { findGroupFacts } from "./group-facts.ts";
import type { PlannedFile } from "./planned-file.ts";

/** A change, and the texts of its file: before it, after it, and formatted. */
export interface FormattedChange {
  readonly change: FileChange;
  readonly before: string;
  readonly after: string;
  readonly formatted: string;
}

/** The search that found a change. */
interface FormattedSearch {
  readonly language: Language;
  readonly ops: readonly CompiledOp[];
  readonly asked: AskedFacts;
  /** Returns what the ops would still edit in the formatted text, with these edits made. */
  readonly leftAfter: (edits: readonly Replacement[]) => readonly Replacement[];
}

/** Describes a change with what a formatter made of its result: every fact is that of the formatted text. */
export async function describeFormatted(
  { change, before, after, formatted }: FormattedChange,
  { language, ops, asked, leftAfter }: FormattedSearch,
): Promise<FileChange> {
  const { path, preHash, superseded } = change;
  if (preHash === null) throw new Error("An op has matched in a file that does not exist.");
  const replacements = withLayout(before, change.edits, formatted);
  const asksErrors = asked.includes("newSyntaxErrors");
  const errorsIn = (text: string) =>
    asksErrors ? countErrors(text, { language, ops }) : undefined;
  const errorsAfter = () => {
    const more = meaning().countNewScriptErrors(before, formatted, { path, language, ops });
    return more === undefined ? undefined : (errorsIn(formatted) ?? 0) + more;
  };
  const file: PlannedFile = {
    ...{ path, language, text: before, hash: preHash, ops, asked },
    plan: {
      kind: "edited",
      ...{ replacements, superseded, text: formatted, losses: undefined },
      parseErrorsBefore: errorsIn(before),
      parseErrorsAfter: asksErrors ? errorsAfter() : undefined,
    },
    left: change.isIdempotent === undefined ? undefined : leftAfter(replacements),
  };
  await releaseTrees(before.length + 2 * formatted.length);
  const facts = await findGroupFacts(file, [replacements]);
  const [described] = changesOf(file, [replacements], facts);
  const losses =
    change.losses &&
    joined(change.losses, lossesOf({ change, before, after, formatted }, language));
  await releaseTrees(after.length + formatted.length);
  if (described === undefined) throw new Error("A file with one group of edits has one change.");
  const { regrouped, leftovers, names } = change;
  return { ...described, losses, regrouped, leftovers, names };
}

/** Counts what the formatter itself loses, in lines of the text before; white space is not lost. */
function lossesOf(
  { change, before, after, formatted }: FormattedChange,
  language: Language,
): FileLosses | undefined {
  const edits = findTextEdits(after, formatted);
  const found = findTextLosses({ before: after, after: formatted, language, named: [], edits });
  const origin = createMapBack(change.edits);
  const placed = found?.map(({ at, ...loss }) => {
    return { ...loss, at: origin({ start: at, end: at }).start };
  });
  return placed && countLosses(placed, createPlaceFinder(before));
}

function joined(own: FileLosses, more: FileLosses | undefined): FileLosses | undefined {
  if (more === undefined) return undefined;
  const sum = (a: LostCode, b: LostCode): LostCode => {
    return { count: a.count + b.count, first: [...a.first, ...b.first].slice(0, LISTED_LOSSES) };
  };
  return {
    comments: sum(own.comments, more.comments),
    tokens: sum(own.tokens, more.tokens),
    strings: sum(own.strings, more.strings),
  };
}
