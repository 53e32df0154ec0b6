import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { TextEdit } from "../../model/edit.ts";
import type { Span } from "../text/span.ts";
import { spansAfter } from "../text/spans-after.ts";
import { spansWithin } from "../text/spans-within.ts";
import { mayEndInComment } from "./comment-signs.ts";
import { countTexts, withoutPresent } from "./count-texts.ts";
import { isJoined } from "./joined-statements.ts";
import type { Leaf } from "./leaves.ts";
import type { MatchLosses } from "./losses-of-match.ts";
import { lossOf } from "./match-losses.ts";

/** A text with the edits that were made of it, and the losses of some of them. */
interface EditedText {
  /** Sorted. */
  readonly accepted: readonly TextEdit[];
  readonly losses: readonly MatchLosses[];
}

/** The text that the edits leave, with the comments of its trees. */
interface ResultText {
  readonly text: string;
  /** Sorted by place. */
  readonly comments: () => readonly Span[];
}

/**
 * Returns what the edits of one pass lose, in places of the text before them, sorted by edit. A comment is lost if the
 * tree of the result has fewer of its text in the place of the edit; code after the edit is, if the tree has it in a
 * comment.
 */
export function findLosses(
  { accepted, losses }: EditedText,
  result: ResultText,
): readonly CodeLoss[] {
  if (losses.length === 0) return [];
  const byPlace = new Map(losses.map((each) => [`${each.start} ${each.end}`, each]));
  const spans = spansAfter(accepted);
  return accepted.flatMap((edit, index) => {
    const found = byPlace.get(`${edit.start} ${edit.end}`);
    const span = spans[index];
    if (found === undefined || span === undefined) return [];
    const mayAsk = found.comments.length > 0 || mayEndInComment(result.text, span, found.language);
    const fresh = mayAsk ? spansWithin(result.comments(), span) : [];
    const texts = fresh.map(({ start, end }) => plainText(result.text.slice(start, end)));
    const comments = withoutPresent(found.comments, countTexts(texts), ({ text }) =>
      plainText(text),
    );
    const swallowed = codeInComment(result.text, fresh.at(-1), span);
    return [
      ...comments.map((lost) => lostComment(lost, texts, edit)),
      ...found.losses,
      ...(swallowed === undefined
        ? []
        : [lossOf("token", edit)({ start: edit.end, text: swallowed })]),
      ...joinedStatement(found, span, result).map(lossOf("token", edit)),
    ];
  });
}

/** Returns the end of a statement that became one with its neighbour, unless it is known as lost. */
function joinedStatement(
  { edges, losses }: MatchLosses,
  span: Span,
  { text, comments }: ResultText,
): readonly Leaf[] {
  if (edges === undefined || losses.some(({ at }) => at === edges.token.start)) return [];
  return isJoined(edges, text, span, comments) ? [edges.token] : [];
}

/** Describes a lost comment, or the code that the template wrote after it, if the comment goes on with that. */
function lostComment(lost: Leaf, fresh: readonly string[], edit: Span): CodeLoss {
  const old = plainText(lost.text);
  const longer = fresh.find((text) => text.length > old.length && text.startsWith(old));
  if (longer === undefined) return lossOf("comment", edit)(lost);
  return lossOf("token", edit)({ start: lost.start, text: longer.slice(old.length).trim() });
}

/** Returns a comment without the white space that changes when it moves to another column. */
export function plainText(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

/** Returns the code after an edit that stands in the comment with which its text ends. */
function codeInComment(text: string, comment: Span | undefined, edit: Span): string | undefined {
  if (comment === undefined || comment.start < edit.start || comment.end <= edit.end)
    return undefined;
  const code = text.slice(edit.end, comment.end).trim();
  return code === "" ? undefined : code;
}
