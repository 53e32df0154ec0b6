import type { SgNode } from "@ast-grep/napi";
import type { CodeLoss } from "../../model/action/code-loss.ts";
import { once } from "../../shared/once.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import { findFirst } from "../engine/engine.ts";
import { clip } from "../engine/parse-issues.ts";
import type { Language } from "../language/language.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import { spanOf } from "../match/bindings.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { spansWithin } from "../text/spans-within.ts";
import { withoutSpace } from "../text/without-space.ts";
import { findBrokenLine } from "./broken-lines.ts";
import { mayHaveComment } from "./comment-signs.ts";
import { withoutPresent } from "./count-texts.ts";
import { statementEdgesOf } from "./joined-statements.ts";
import type { Leaf } from "./leaves.ts";
import type { MatchLosses } from "./losses-of-match.ts";
import { findMovedLiterals, findMovedTexts } from "./moved-literals.ts";
import { withoutSpans } from "./named-code.ts";
import { type CapturedCode, capturesOf, type OpCode, opCodeOf } from "./op-code.ts";
import { findLostInside } from "./rewritten-code.ts";
import { takenAsOther } from "./taken-as-other.ts";
import { findUnnamedTokens } from "./unnamed-tokens.ts";

const NOTHING = { tokens: [], strings: [] };

/** The facts about a tree that its caller knows already. */
interface SearchedTree {
  /** True if it has `ERROR` nodes. May say no if the caller drops the losses of such a tree. Asked at most once. */
  readonly hasErrors?: (() => boolean) | undefined;
}

const ERRORS = { rule: { kind: "ERROR" } };

/**
 * Returns a function that finds the losses of the matches of an op in one tree (L1): tokens that the pattern does not
 * name, no capture holds and the replacement does not write; literals in captures that moved to another column; and
 * comments that may be lost. Mostly the text alone tells that there are none. It returns undefined if nothing is left
 * to ask.
 */
export function createLossSearch(
  root: SgNode,
  source: string,
  op: CompiledOp,
  tree: SearchedTree = {},
): (accepted: AcceptedMatch) => MatchLosses | undefined {
  const code = opCodeOf(op);
  const { language } = op;
  const hasErrors = once(tree.hasErrors ?? (() => findFirst(root, ERRORS) !== undefined));
  const isClean = tree.hasErrors?.() === false;
  const isWhole = (op.fix.expandStart ?? op.fix.expandEnd) === undefined;
  let all: readonly Span[] | undefined;
  const commentsIn = (place: Span) => {
    all ??= commentsBelow(root, language);
    return spansWithin(all, place);
  };
  return ({ match, replacement, captures: found }) => {
    const captures = capturesOf(match, found, code, source);
    const between = withoutSpans(source, replacement, captures);
    const isPlain = code.named.code === withoutSpace(between);
    const mayHave = !isPlain && mayHaveComment(between, language);
    const inPlace =
      mayHave || capturesMayLose(captures, source, language) ? commentsIn(replacement) : [];
    const own = unnamedComments(inPlace, match, source, code.named.tokens);
    const comments = [...writtenAgain(own, captures), ...own];
    const matched = { match, replacement, source, language, code, captures, hasErrors, isClean };
    const isKept = op.fix.layout !== undefined;
    const tokens = isPlain ? [] : findUnnamedTokens({ ...matched, comments: inPlace, isKept });
    const lost = [
      ...[...takenAsOther(match, op), ...tokens].map(lossOf("token", replacement)),
      ...lossesOfText(matched, isKept ? "kept" : "moved"),
    ];
    const isOnly = isWhole && !(op.fix.deleteLines && takesMore(match, replacement));
    const edges = statementEdgesOf({ ...matched, isWhole: isOnly });
    if (lost.length + comments.length === 0 && !edges && !code.writesComments) return undefined;
    const { start, end, opId } = replacement;
    return { start, end, opId, language, losses: lost, comments, edges };
  };
}

/** True if a comment of a capture may be lost, or may take the code after it along. */
function capturesMayLose(...of: Parameters<typeof dropsComment>): boolean {
  return dropsComment(...of) || endInComment(...of);
}

/** True if a replacement takes more than the match. */
function takesMore(match: SgNode, { start, end }: Span): boolean {
  const own = spanOf(match);
  return own.start !== start || own.end !== end;
}

/** True if code of a metavariable that does not stay as it is may have a comment. */
function dropsComment(
  captures: ReturnType<typeof capturesOf>,
  source: string,
  language: CompiledOp["language"],
): boolean {
  return captures.some(
    ({ start, end, fate }) => fate !== "kept" && mayHaveComment(source.slice(start, end), language),
  );
}

/** A match with its replacement and the facts about its op. */
interface ReplacedMatch extends Pick<AcceptedMatch, "match" | "replacement"> {
  readonly source: string;
  readonly language: Language;
  readonly code: OpCode;
  readonly captures: readonly CapturedCode[];
  readonly hasErrors: () => boolean;
}

/** Finds what the text of a replacement loses of its captures, and the lines that it breaks. */
function lossesOfText(matched: ReplacedMatch, layout: "kept" | "moved"): readonly CodeLoss[] {
  const { replacement, source, captures, code } = matched;
  const replaced = source.slice(replacement.start, replacement.end);
  const isLong = replacement.text.includes("\n") || replaced.includes("\n");
  const { start, text } = replacement;
  const own = findMovedTexts(code.written.longTexts, { ...matched, text });
  const strings = isLong ? findMovedLiterals({ ...matched, text }) : [];
  const texts =
    layout === "kept" ? [replaced] : captures.map(({ start, end }) => source.slice(start, end));
  const broken = findBrokenLine({ ...matched, parts: [...texts, ...code.written.texts] });
  const inside = code.definitions === "" ? NOTHING : findLostInside(matched, code.definitions);
  const tokens = broken === undefined ? inside.tokens : [broken, ...inside.tokens];
  return [
    ...tokens.map(lossOf("token", replacement)),
    ...[...strings, ...inside.strings].map(lossOf("string", replacement)),
    ...own.map((piece) => lossOf("string", replacement)({ start, text: piece })),
  ];
}

/** True if a capture may end in a comment, which may take in the code that the template writes after it. */
function endInComment(captures: readonly Span[], source: string, language: Language): boolean {
  return captures.some(({ start, end }) => {
    const code = source.slice(start, end);
    return mayHaveComment(code.slice(code.lastIndexOf("\n") + 1), language);
  });
}

/** Returns the comments of a match that the pattern does not write out. A rule that matches a comment means it. */
function unnamedComments(
  comments: readonly Span[],
  match: SgNode,
  source: string,
  named: ReadonlyMap<string, number>,
): readonly Leaf[] {
  if (comments.length === 0) return [];
  const { start, end } = spanOf(match);
  const leaves = comments
    .filter((comment) => comment.start !== start || comment.end < end)
    .map((comment) => ({ ...comment, text: source.slice(comment.start, comment.end) }));
  return withoutPresent(leaves, named, ({ text }) => text);
}

/** Returns the comments in captures that are written several times, once for each time more. */
function writtenAgain(
  comments: readonly Leaf[],
  captures: readonly CapturedCode[],
): readonly Leaf[] {
  return captures.flatMap(({ start, end, times }) =>
    comments
      .filter((comment) => start <= comment.start && comment.end <= end)
      .flatMap((comment) => Array.from({ length: Math.max(0, times - 1) }, () => comment)),
  );
}

/** Returns a function that describes code as lost by an edit. */
export function lossOf(
  kind: CodeLoss["kind"],
  { start, end }: Span,
): (lost: Pick<Leaf, "start" | "text">) => CodeLoss {
  return (lost) => ({ kind, text: clip(lost.text), at: lost.start, edit: { start, end } });
}

/** Moves what a match loses to the offsets of the text that its code stands in. */
export function moveLosses(found: MatchLosses, shift: number): MatchLosses {
  if (shift === 0) return found;
  const losses = found.losses.map((loss) => ({
    ...loss,
    at: loss.at + shift,
    edit: moveSpan(loss.edit, shift),
  }));
  const { edges } = found;
  return {
    ...moveSpan(found, shift),
    edges: edges && { ...edges, token: moveSpan(edges.token, shift) },
    losses,
    comments: found.comments.map((each) => moveSpan(each, shift)),
  };
}
