import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../edit/engine/engine.ts";
import { clip } from "../edit/engine/parse-issues.ts";
import { parsePatternNode } from "../edit/engine/pick-pattern-node.ts";
import { withWrittenNames } from "../edit/engine/written-names.ts";
import type { Language } from "../edit/language/language.ts";
import { parseMetaVariable } from "../edit/text/meta-variable.ts";
import type { Strictness } from "../model/edit.ts";
import type { MatchNote, PatternReading } from "../model/search/match-explanation.ts";

/** A pattern of an op, and the key that has it. */
export interface WrittenPattern {
  readonly part: string;
  readonly pat: string;
  readonly selector?: string | undefined;
  readonly strictness?: Strictness | undefined;
}

const MOST_LINES = 60;
const MOST_DEPTH = 20;
const MOST_TEXT = 10_000;

/** Describes how the engine reads a pattern: the tree of its text, and the node in it that is searched. */
export function readPattern(written: WrittenPattern, language: Language): PatternReading {
  const { part, pat, selector, strictness = "smart" } = written;
  const text = withWrittenNames(pat.slice(0, MOST_TEXT));
  const reading = { part, text, strictness, selector };
  if (pat.length > MOST_TEXT)
    return { ...reading, kind: undefined, tree: ["(too long to be shown)"] };
  const { root, picked, character } = parsePatternNode({ pat, selector }, language);
  const node = picked.kind === "picked" ? picked.node : undefined;
  const tree: string[] = [];
  const textOf = (each: SgNode) => {
    const { start, end } = each.range();
    // A longer character is never typed: each one was a `$`.
    if (character.length > 1) return each.text().replaceAll(character, "$");
    return pat.slice(start.index, end.index);
  };
  writeTree(node ?? root, 0, { character, textOf }, tree);
  return { ...reading, kind: node && kindOf(node), tree: tree.map(withWrittenNames) };
}

/** The texts of a pattern's nodes, as they were written. */
interface PatternTexts {
  readonly character: string;
  readonly textOf: (node: SgNode) => string;
}

function writeTree(node: SgNode, depth: number, texts: PatternTexts, lines: string[]): void {
  if (lines.length >= MOST_LINES) {
    if (lines.length === MOST_LINES) lines.push("…");
    return;
  }
  const indent = "  ".repeat(depth);
  if (parseMetaVariable(node.text(), texts.character) !== undefined) {
    lines.push(`${indent}${texts.textOf(node)}`);
    return;
  }
  const children = node.children();
  if (children.length === 0) {
    const text = clip(texts.textOf(node));
    lines.push(`${indent}${node.isNamed() ? `${kindOf(node)} ` : ""}${text}`);
    return;
  }
  lines.push(`${indent}${kindOf(node)}${depth >= MOST_DEPTH ? " …" : ""}`);
  if (depth >= MOST_DEPTH) return;
  for (const child of children) writeTree(child, depth + 1, texts, lines);
}

/** Joins a path of an op to the name of a key: `rule.any.0.pattern`. */
export function partOf(path: readonly (string | number)[]): string {
  return path.join(".");
}

/** Makes a note. */
export function makeNote(
  code: string,
  message: string,
  more: Pick<MatchNote, "hint" | "part"> = {},
): MatchNote {
  return { code, message, hint: more.hint, part: more.part };
}
