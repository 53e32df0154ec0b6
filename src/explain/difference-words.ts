import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../edit/engine/engine.ts";
import { clip } from "../edit/engine/parse-issues.ts";
import { withWrittenNames } from "../edit/engine/written-names.ts";
import type { Difference } from "./difference.ts";
import type { PatternShape, ShapedPattern } from "./pattern-shape.ts";
import { isComment } from "./strictness-rules.ts";

/** A difference, as a sentence with its code. */
interface DifferenceWords {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Describes the first difference between a pattern and code, in one sentence, with advice where there is some. */
export function describeDifference(
  difference: Difference,
  pattern: ShapedPattern,
): DifferenceWords {
  const { wanted } = difference;
  const ours = wanted === undefined ? "" : textOf(wanted, pattern);
  switch (difference.kind) {
    case "text": {
      const theirs = clipNode(difference.found);
      const message = `the pattern has ${ours}, the code has ${theirs}`;
      return { code: "text-differs", message, hint: textHint(difference.found, ours) };
    }
    case "token":
      return {
        code: "token-differs",
        message: `the pattern has ${ours} here, the code has ${clipNode(difference.found)}`,
      };
    case "kind": {
      const own = `${aKind(kindOf(difference.found))} (${clipNode(difference.found)})`;
      const message = `the pattern has ${aKind(wanted?.nodeKind ?? "")} (${ours}), the code has ${own}`;
      return { code: "kind-differs", message, hint: kindHint(wanted, difference.found) };
    }
    case "bound": {
      const { name, first, found } = difference;
      const message = `\`$${name}\` stands for ${clipNode(first)} before and for ${clipNode(found)} here`;
      const hint = "A name means the same code wherever it stands: use two names";
      return { code: "variable-differs", message, hint };
    }
    case "extra": {
      const own = `${aKind(kindOf(difference.found))} (${clipNode(difference.found)})`;
      const message = `the code has ${own} here, the pattern has nothing`;
      return { code: "code-has-more", message, hint: extraHint(difference.found) };
    }
    case "lacks":
      return { code: "code-has-less", message: `the pattern has ${ours}, the code lacks it` };
    case "count":
      return countWords(difference);
  }
}

/** Returns a kind with its article. */
export function aKind(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} \`${kind}\``;
}

function countWords({
  parent,
  wants,
  has,
  pattern,
}: Extract<Difference, { kind: "count" }>): DifferenceWords {
  const noun = nounOf(kindOf(parent));
  const what =
    noun === "argument"
      ? `a call with ${count(wants, noun)}`
      : `${count(wants, noun)} in its \`${pattern.nodeKind}\``;
  const message = `the pattern has ${what}, the code has ${has === 0 ? "none" : has}`;
  const hint = `\`$$$${noun === "argument" ? "ARGS" : "REST"}\` stands for any number of them`;
  return { code: "count-differs", message, hint };
}

function count(number: number, noun: string): string {
  if (number === 0) return `no ${noun}s`;
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}

function nounOf(kind: string): string {
  if (kind.startsWith("argument")) return "argument";
  if (kind.includes("parameter")) return "parameter";
  if (kind === "array" || kind === "list") return "element";
  return "part";
}

function textHint(found: SgNode, ours: string): string | undefined {
  const quoteOf = (code: string) => /^`?(["'`])/.exec(code)?.[1];
  const [one, other] = [quoteOf(ours), quoteOf(clipNode(found))];
  if (one === undefined || other === undefined || one === other) return undefined;
  return OTHER_QUOTES;
}

/** The hint if quotes are all that differs. */
export const OTHER_QUOTES =
  "The quotes differ: write an `any` of both, or a metavariable with a constraint";

function kindHint(wanted: PatternShape | undefined, found: SgNode): string | undefined {
  if (wanted?.nodeKind === "expression_statement")
    return "The pattern is a whole statement: without its `;` it finds the expression anywhere";
  if (isComment(found)) return "`strictness: relaxed` passes over comments";
  if (wanted?.nodeKind === "lexical_declaration" && kindOf(found) === "variable_declaration")
    return "`const` and `let` are of one kind, and `var` of another: write an op for each";
  if (wanted?.kind === "leaf" && kindOf(found).startsWith("member"))
    return methodHint(wanted.text, found);
  return undefined;
}

/** A name alone, where the code calls it on an object. */
function methodHint(name: string, found: SgNode): string | undefined {
  const last = found.child(found.children().length - 1);
  return last?.text() === name ? `Write \`$OBJ.${name}\` for a method of any object` : undefined;
}

function extraHint(found: SgNode): string {
  if (isComment(found)) return "`strictness: relaxed` passes over comments";
  return "Write it into the pattern, or use a rule with `kind` and `has`";
}

function textOf({ place }: PatternShape, { source }: ShapedPattern): string {
  return clip(withWrittenNames(source.slice(place.start, place.end)));
}

/** Returns the beginning of a node's text, without reading the text of a whole file. */
export function clipNode(node: SgNode): string {
  const { start, end } = node.range();
  let part = node;
  // A long node's text would be copied whole; its first children tell enough.
  while (part.range().end.index - part.range().start.index > 10_000) {
    const first = part.child(0);
    if (first === null) break;
    part = first;
  }
  const text = clip(part.text());
  const isCut = part.range().end.index - part.range().start.index < end.index - start.index;
  return isCut && !text.endsWith("…`") ? `${text.slice(0, -1)}…\`` : text;
}
