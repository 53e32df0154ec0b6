import type { TextEdit } from "../../model/edit.ts";
import { countWhile } from "../../shared/lists/count-while.ts";
import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import { createMapBack } from "../text/map-back.ts";
import type { Span } from "../text/span.ts";
import { spansAfter } from "../text/spans-after.ts";
import { splice } from "../text/splice.ts";
import type { Grammar } from "./grammar.ts";
import { type PlacedEdit, slotKey } from "./placed-edit.ts";
import { STATEMENT } from "./sole-child.ts";

/** An edit, with what is known of it. */
interface KnownEdit extends TextEdit {
  readonly placed: PlacedEdit | undefined;
}

/** Code of JavaScript with its edits: sorted, with offsets in it. */
interface EditedCode {
  readonly grammar: Grammar;
  readonly text: string;
  readonly edits: readonly KnownEdit[];
}

/**
 * Returns the edits that make a directive (`"use strict"`) of a string that was none, or a plain string of a directive:
 * strings that are the first statements of a function or a file are directives. Parses the texts only if an edit stands
 * among such statements, or has some.
 */
export function changedDirectives({ grammar, text, edits }: EditedCode): readonly PlacedEdit[] {
  if (!edits.some((edit) => edit.placed && mayConcern(edit, text))) return [];
  const after = splice(text, edits);
  const [oldRoot, freshRoot] = [grammar.parse(text), grammar.parse(after)];
  if (!oldRoot || !freshRoot) return []; // The trees are not compared, or the edits are told.
  const [old, fresh] = [directivesIn(oldRoot, text), directivesIn(freshRoot, after)];
  const spans = spansAfter(edits);
  const own = edits.filter((edit, index) => {
    const span = spans[index] ?? edit;
    return !areMeant(edit, within(old, edit), within(fresh, span));
  });
  const mapBack = createMapBack(edits);
  const was = startsOutside(old, edits);
  const is = startsOutside(fresh, spans).map((start) => mapBack({ start, end: start }).start);
  const changed = [...without(was, is), ...without(is, was)];
  const before = changed.flatMap(
    (at) => edits[countWhile(edits, ({ end }) => end <= at) - 1] ?? [],
  );
  return [...new Set([...own, ...before].flatMap(({ placed }) => placed ?? []))];
}

function without(all: readonly number[], some: readonly number[]): readonly number[] {
  const left = new Set(some);
  return all.filter((each) => !left.has(each));
}

/** White space, short comments and empty statements: code may have many braces with none of them. */
const SPACE = String.raw`(?:[\s;]|/\*[^*]{0,300}\*/|//[^\n]{0,300}\n)*`;
const STRING = String.raw`(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')`;
const STARTS = new RegExp(`^${SPACE}["']`);
const IN_BODY = new RegExp(String.raw`(?<!\$)\{${SPACE}${STRING}[ \t]*(?:[;}\r\n]|//|/\*)`);
const NEAR = 1000;

/** True if an edit has, or stands beside, a string that may be a directive. */
function mayConcern({ start, end, text: written }: KnownEdit, text: string): boolean {
  const code = text.slice(start, end);
  if (IN_BODY.test(written) || IN_BODY.test(code)) return true;
  const [next, before] = [
    text.slice(end, end + NEAR),
    text.slice(Math.max(0, start - NEAR), start),
  ];
  return [written + next, code + next].some((each) => STARTS.test(each)) && isHead(before);
}

/** True if a string after some code may be a directive. */
function isHead(before: string): boolean {
  const code = before.trimEnd();
  if (/(?:^|(?<!\$)\{|[;"']|\*\/)$/.test(code)) return true;
  return /^#!|\/\//.test(code.slice(code.lastIndexOf("\n") + 1)); // It ends in a comment.
}

interface Directive {
  readonly start: number;
  /** As it is written, with its quotes. */
  readonly text: string;
}

/** Returns the directives of a program, sorted. */
function directivesIn(root: SyntaxNode, text: string): readonly Directive[] {
  const found: Directive[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const body = bodyOf(node);
    let from = node === body ? 0 : (body?.start ?? 0) + 1;
    for (const statement of body ? childrenOf(body) : []) {
      const [string] = childrenOf(statement);
      const isDirective = statement.type === "ExpressionStatement" && isString(string, statement);
      if (!isDirective || hasSemicolon(text.slice(from, statement.start))) break;
      found.push({ start: statement.start, text: text.slice(string.start, string.end) });
      from = statement.end;
    }
    open.push(...childrenOf(node));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Returns the node of which the statements of a file or a function are children. */
function bodyOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === "Program") return node;
  const body = /Function/.test(node.type) ? childrenOf(node).at(-1) : undefined;
  return body?.type === "BlockStatement" ? body : undefined;
}

/** True for a string without parentheses around it. */
function isString(node: SyntaxNode | undefined, { start }: SyntaxNode): node is SyntaxNode {
  return node?.type === "Literal" && /^["']/.test(node.value) && node.start === start;
}

/** True if there is a statement without code between two others: no directives follow. */
function hasSemicolon(between: string): boolean {
  return between.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").includes(";");
}

function within(all: readonly Directive[], { start, end }: Span): readonly Directive[] {
  const first = countWhile(all, (each) => each.start < start);
  return all.slice(
    first,
    countWhile(all, (each) => each.start < end),
  );
}

/** Returns the starts of the directives that are in none of some sorted places. */
function startsOutside(all: readonly Directive[], places: readonly Span[]): readonly number[] {
  return all.flatMap(({ start }) => {
    const last = places[countWhile(places, (place) => place.start <= start) - 1];
    return last !== undefined && start < last.end ? [] : [start];
  });
}

/** True if the directives of an edit are those of its template and its captures, or take the place of others. */
function areMeant(
  { placed }: KnownEdit,
  old: readonly Directive[],
  fresh: readonly Directive[],
): boolean {
  if (placed === undefined) return true;
  const { template, slots, kind } = placed;
  const captured = template.flatMap((part) => {
    const span = typeof part === "string" ? undefined : slots[slotKey(part)]?.span;
    return span === undefined ? [] : within(old, span);
  });
  const isFresh = ({ text }: Directive) => fresh.some((each) => each.text === text);
  const said = template.map((part) => (typeof part === "string" ? part : "$")).join("");
  const again = old.filter(({ text }) => said.includes(text));
  if (![...captured, ...again].every(isFresh)) return false;
  // A string that takes the place of a value was not meant as a directive.
  const isSaid = ({ text }: Directive) =>
    said.includes(text) && (STATEMENT.test(kind) || said.trim() !== text);
  return fresh.filter((each) => !isSaid(each)).length <= old.length;
}
