import type { SgNode } from "@ast-grep/napi";
import type { WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { isCodeLanguage } from "../compile/single-token.ts";
import { kindOf } from "../engine/engine.ts";
import { MAX_DEPTH } from "../engine/literal-kinds.ts";
import { clip } from "../engine/parse-issues.ts";
import { parsePatternNode } from "../engine/pick-pattern-node.ts";
import type { Language } from "../language/language.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";

/** A part of a look: a token that a text has to have, or a metavariable. */
export type LookPart = string | { readonly many: boolean };

/** The look of a pattern in a text that is not read as code. */
export interface Look {
  /** The pattern in back quotes. */
  readonly like: string;
  /** Its tokens and metavariables, from the first token on by which it can be told from other text. */
  readonly parts: readonly LookPart[];
  /** True if the pattern has something before them. */
  readonly isCut: boolean;
}

const known = new WeakMap<CompiledOp, readonly Look[]>();

/** Returns the looks of the patterns of which one is the match of an op; none if they have no name of their own. */
export function looksOf(op: CompiledOp): readonly Look[] {
  const looks = known.get(op) ?? findLooks(op);
  known.set(op, looks);
  return looks;
}

function findLooks({ language, written, search: { rule } }: CompiledOp): readonly Look[] {
  if (!isCodeLanguage(language)) return [];
  return patternsOf(written ?? rule).flatMap((pattern) => lookOf(pattern, language) ?? []);
}

/** Returns the patterns of the matched node itself. */
function patternsOf({ pattern, all, any }: WrittenMap): readonly WrittenMap[] {
  if (isRecord(pattern)) return [pattern];
  if (typeof pattern === "string") return [{ context: pattern }];
  const within = (rules: unknown) =>
    Array.isArray(rules) ? rules.filter(isRecord).map(patternsOf) : [];
  return within(all).find((found) => found.length > 0) ?? within(any).flat();
}

function lookOf(
  { context, selector, strictness }: WrittenMap,
  language: Language,
): Look | undefined {
  // With `signature` the engine compares no text.
  if (typeof context !== "string" || strictness === "signature") return undefined;
  const selected = typeof selector === "string" ? selector : undefined;
  const written = parsePatternNode({ pat: context, selector: selected }, language);
  const { picked, source, character } = written;
  if (picked.kind !== "picked") return undefined;
  const pieces = piecesOf(picked.node, source, character);
  const from = pieces.findIndex(({ names }) => names);
  if (from === -1) return undefined;
  const parts = pieces.slice(from).flatMap((piece) => piece.part ?? tokensOf(piece.text));
  while (parts.at(-1) === ";") parts.pop();
  const text = picked.node.text().replaceAll(character, "$");
  return { like: clip(text), parts, isCut: from > 0 };
}

/** A metavariable of a pattern, or the text between two of them. */
interface Piece {
  readonly part?: LookPart;
  readonly text: string;
  /** True if the text has a name, or a content of a literal. */
  readonly names: boolean;
}

function piecesOf(pattern: SgNode, source: string, character: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const { start, end } = pattern.range();
  let at = start.index;
  let names = false;
  const visit = (node: SgNode, depth: number): void => {
    const variable = parseMetaVariable(node.text(), character);
    const children = depth > MAX_DEPTH ? [] : node.children();
    if (variable === undefined) {
      names ||= children.length === 0 && isName(node);
      for (const child of children) visit(child, depth + 1);
      return;
    }
    const range = node.range();
    pieces.push({ text: source.slice(at, range.start.index), names });
    const many = variable.kind === "capture-many" || variable.kind === "drop-many";
    pieces.push({ part: { many }, text: "", names: false });
    at = range.end.index;
    names = false;
  };
  visit(pattern, 1);
  return [...pieces, { text: source.slice(at, end.index), names }].filter(
    ({ part, text }) => part !== undefined || text.trim() !== "",
  );
}

/** True for a leaf that is no word of the language, such as `this`, whose kind has its name. */
function isName(leaf: SgNode): boolean {
  const text = leaf.text();
  return leaf.isNamed() && /\p{L}/u.test(text) && kindOf(leaf) !== text.toLowerCase();
}

const TOKEN = /[\p{L}\p{N}_$]+|[=<>!+\-*/%&|^~?:.]+|\S/gu;

function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}
