import type { SgNode } from "@ast-grep/napi";
import type { FieldPath } from "../edit/compile/written-keys.ts";
import type { Language } from "../edit/language/language.ts";
import type { Strictness } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import type { Difference } from "./difference.ts";
import { describeDifference } from "./difference-words.ts";
import { compare } from "./first-difference.ts";
import { type ShapedPattern, shapePattern } from "./pattern-shape.ts";
import { type RuleContext, type RuleFailure, spanOf } from "./rule-context.ts";

/** Explains why a pattern of a rule does not match a node. */
export function failedPattern(
  written: unknown,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
): RuleFailure {
  const pattern = readRulePattern(written, context.language);
  const difference =
    pattern && compare(pattern.shape, node, pattern.strictness, context.budget).difference;
  return differenceFailure(pattern, difference, node, path);
}

/** Turns a difference into the failure of a part. */
export function differenceFailure(
  pattern: ShapedPattern | undefined,
  difference: Difference | undefined,
  node: SgNode,
  path: FieldPath,
): RuleFailure {
  if (pattern === undefined || difference === undefined) {
    const message = "the engine sees a difference that cannot be told in words";
    return { path, code: "pattern-differs", message, at: spanOf(node) };
  }
  const { shape } = pattern;
  const place = (difference.wanted ?? shape).place;
  return {
    path,
    ...describeDifference(difference, pattern),
    at: difference.at,
    wanted: { pattern, place },
  };
}

/** Reads a `pattern` of a rule; undefined if it has none to search. */
export function readRulePattern(written: unknown, language: Language): ShapedPattern | undefined {
  if (typeof written === "string") return shapePattern({ pat: written }, language);
  if (!isRecord(written) || typeof written.context !== "string") return undefined;
  const { context: pat, selector, strictness } = written;
  return shapePattern(
    {
      pat,
      ...(typeof selector === "string" ? { selector } : {}),
      // The compiler has checked it.
      ...(typeof strictness === "string" ? { strictness: strictness as Strictness } : {}),
    },
    language,
  );
}
