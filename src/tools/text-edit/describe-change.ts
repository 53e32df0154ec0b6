import { releaseTrees } from "../../edit/engine/tree-memory.ts";
import type { LanguageOf } from "../../edit/language/file-languages.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { findTextLosses, type RewrittenText } from "../../edit/loss/text-losses.ts";
import { countErrors } from "../../edit/passes/count-errors.ts";
import { diffOfEdits } from "../../edit/text/diff-of-edits.ts";
import { findTextEdits } from "../../edit/text/find-text-edits.ts";
import { createPlaceFinder } from "../../edit/text/place-finder.ts";
import { splice } from "../../edit/text/splice.ts";
import { ALL_FACTS, type AskedFacts, asksNames } from "../../model/action/asked-facts.ts";
import {
  type FileLosses,
  NO_LOSSES,
  NO_NAME_FAULTS,
  NOTHING_LOST,
} from "../../model/action/file-losses.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { Replacement } from "../../model/edit.ts";
import type { FileMode } from "../../model/patch/file-mode.ts";
import type { SearchSettings } from "../../model/search/search-settings.ts";
import { changesPackage } from "../../shared/package-manifest.ts";
import { sha256 } from "../../shared/sha256.ts";
import { createCommentCheck } from "../ast-edit/facts/comments-only.ts";
import { createExportsCheck } from "../ast-edit/facts/exports-changed.ts";
import { countLosses } from "../ast-edit/facts/file-losses.ts";
import { createWhitespaceCheck } from "../ast-edit/facts/whitespace-only.ts";
import { loadMeaning } from "../ast-edit/search/load-meaning.ts";
import { NO_JUDGE } from "../changes/judges-of.ts";
import type { SyntaxJudge } from "../parsers/syntax-judge.ts";
import type { EditTarget } from "./text-edit.ts";

/** The language in the facts of a file of no known language. */
export const NO_LANGUAGE = "text";

/** The edits of one file, sorted, and their fact that needs no grammar. */
interface PlannedEdits {
  readonly edits: readonly Replacement[];
  readonly isIdempotent: boolean;
  /** The mode that the file gets, if it is another one. */
  readonly mode?: FileMode | undefined;
}

/** The means to find the facts of a change. */
interface DescribingMeans {
  readonly languageOf: LanguageOf;
  readonly grammars: Grammars;
  readonly search: Pick<SearchSettings, "asked">;
  /** Default: the engine judges. */
  readonly syntaxJudge?: SyntaxJudge | undefined;
}

/**
 * Returns the change that some edits make of a file. It finds the facts that need a grammar only if it is ready, and
 * only those that are asked for.
 */
export async function describeChange(
  { path, before }: EditTarget,
  { edits, isIdempotent, mode }: PlannedEdits,
  { languageOf, grammars, search, syntaxJudge }: DescribingMeans,
): Promise<FileChange> {
  const asked = search.asked ?? ALL_FACTS;
  const language = languageOf(path);
  const after = splice(before?.text ?? "", edits);
  const isReady = language !== undefined && grammars.readinessOf(language).kind === "ready";
  const facts = isReady
    ? await findSyntaxFacts({ path, before: before?.text, after, language, named: edits }, asked)
    : {
        ...{ addsSyntaxErrors: false, syntaxJudge: NO_JUDGE, isCommentsOnly: false },
        ...(before ? {} : NEW_FILE),
      };
  const asksJudge = language !== undefined && asked.includes("newSyntaxErrors");
  const judge = asksJudge ? syntaxJudge?.nameFor(language) : undefined;
  const judged =
    asksJudge && judge !== undefined
      ? await syntaxJudge?.judge([{ path, language, before: before?.text, after }])
      : undefined;
  const fresh = judged === undefined ? {} : { addsSyntaxErrors: judged[0], syntaxJudge: judge };
  const change: FileChange = {
    path,
    language: language ?? NO_LANGUAGE,
    preHash: before?.hash ?? null,
    postHash: sha256(after),
    edits,
    superseded: [],
    bytes: Math.max(Buffer.byteLength(before?.text ?? ""), Buffer.byteLength(after)),
    ...diffOfEdits(path, before?.text, after, edits, mode),
    isIdempotent,
    changesPackage: changesPackage(path, before?.text, after),
    importsLeftOut: asked.includes("importsLeftOut") ? NOTHING_LOST : undefined, // It imports nothing.
    ...facts,
    ...fresh,
    ...(mode === undefined ? {} : { mode, ...OF_ANOTHER_MODE }),
  };
  if (change.addsSyntaxErrors !== true) return change;
  const { placedErrors } = await import("../changes/place-new-errors.ts"); // Rarely needed.
  return placedErrors(change, isReady ? { before: before?.text ?? "", after, ops: [] } : undefined);
}

/** A rule about comments or white space alone must not make a file executable. */
const OF_ANOTHER_MODE = { isCommentsOnly: false, isWhitespaceOnly: false };

/** Nothing is lost in a new file. */
const NEW_FILE = {
  losses: NO_LOSSES,
  regrouped: NOTHING_LOST,
  names: NO_NAME_FAULTS,
  unresolvedNames: NOTHING_LOST,
  isWhitespaceOnly: false,
};

type SyntaxFacts = Pick<
  FileChange,
  | "addsSyntaxErrors"
  | "isCommentsOnly"
  | "losses"
  | "regrouped"
  | "names"
  | "unresolvedNames"
  | "isWhitespaceOnly"
  | "exportsChanged"
>;

/** A text, and the one before; undefined for a new file. */
type DescribedText = Omit<RewrittenText, "before" | "edits"> & {
  readonly path: string;
  readonly before: string | undefined;
};

/** Finds the facts that need a grammar. A new file always counts as more than comments, and nothing is lost. */
async function findSyntaxFacts(
  { path, before, after, language, named }: DescribedText,
  asked: AskedFacts,
): Promise<SyntaxFacts> {
  const parsed = (before?.length ?? 0) + after.length;
  const errorsIn = (text: string) => countErrors(text, { language, ops: [] });
  const addsSyntaxErrors = asked.includes("newSyntaxErrors")
    ? errorsIn(after) > (before === undefined ? 0 : errorsIn(before)) ||
      (await addsScriptErrors({ path, before: before ?? "", after, language }))
    : undefined;
  const exportsChanged = asked.includes("exportsChanged")
    ? createExportsCheck({ path, language, text: before })?.(after)
    : undefined;
  if (asked.length > 0) await releaseTrees(parsed);
  if (before === undefined)
    return { addsSyntaxErrors, isCommentsOnly: false, exportsChanged, ...NEW_FILE };
  const compared = await compareTexts({ before, after, language, named }, asked);
  // No template and no capture could be read in another way: the text is what its author wrote.
  const regrouped = asked.includes("regrouped") ? NOTHING_LOST : undefined;
  const { nameFaultsOf: namesOf } = await import("./name-facts.ts"); // Most runs do not ask.
  const names = asksNames(asked)
    ? await namesOf({ before, after, language }, await loadMeaning())
    : undefined;
  return {
    ...{ addsSyntaxErrors, exportsChanged, regrouped, names, ...compared },
    unresolvedNames: NOTHING_LOST,
  };
}

/** Returns true for errors by the rules of JavaScript; undefined if that cannot be told. */
async function addsScriptErrors({
  path,
  before,
  after,
  language,
}: Pick<DescribedText, "path" | "after" | "language"> & { readonly before: string }): Promise<
  boolean | undefined
> {
  const { countNewScriptErrors } = await loadMeaning();
  const count = countNewScriptErrors(before, after, { path, language, ops: [] });
  return count === undefined ? undefined : count > 0;
}

async function compareTexts(
  texts: Omit<RewrittenText, "edits">,
  asked: AskedFacts,
): Promise<Pick<SyntaxFacts, "isCommentsOnly" | "losses" | "isWhitespaceOnly">> {
  const { before, after, language } = texts;
  const [asksComments, asksBlanks] = [
    asked.includes("commentsOnly"),
    asked.includes("whitespaceOnly"),
  ];
  const asksLosses = asked.includes("losses") || asksBlanks; // Without losses, blanks are not known.
  if (!asksComments && !asksLosses) return {};
  // The whole text may be replaced: only its differences count.
  const edits = findTextEdits(before, after);
  const isCommentsOnly = asksComments
    ? createCommentCheck(before, language)(after, edits)
    : undefined;
  await releaseTrees(after.length + before.length);
  const losses = asksLosses ? lossesOf({ ...texts, edits }) : undefined;
  await releaseTrees(after.length + before.length);
  const isWhitespaceOnly =
    losses && asksBlanks ? createWhitespaceCheck(before, language)(after) : undefined;
  return { isCommentsOnly, losses, isWhitespaceOnly };
}

function lossesOf(rewritten: RewrittenText): FileLosses | undefined {
  const found = findTextLosses(rewritten);
  return found && countLosses(found, createPlaceFinder(rewritten.before));
}
