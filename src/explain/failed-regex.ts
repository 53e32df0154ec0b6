import type { SgNode } from "@ast-grep/napi";
import type { FieldPath } from "../edit/compile/written-keys.ts";
import { clipNode } from "./difference-words.ts";
import { holds, type RuleContext, type RuleFailure, spanOf } from "./rule-context.ts";

/** Explains why a `regex` does not match the text of a node, and whether another form of it would. */
export function failedRegex(
  source: string,
  node: SgNode,
  context: RuleContext,
  path: FieldPath,
): RuleFailure {
  const message = `\`regex: ${source.slice(0, 200)}\` does not match ${clipNode(node)}`;
  const would = FORMS.find(({ of }) => {
    const other = of(source);
    return other !== source && holds({ regex: other }, node, context);
  });
  return {
    path,
    code: would?.code ?? "regex-differs",
    message,
    hint: would?.hint,
    at: spanOf(node),
  };
}

/** The forms of an expression that are tried; the dialect is that of Rust. */
const FORMS = [
  {
    code: "regex-anchored",
    of: (source: string) => source.replace(/^\^/, "").replace(/(?<!\\)\$$/, ""),
    hint: "It would without `^` and `$`: these mean the whole text of the node",
  },
  {
    code: "regex-case",
    of: (source: string) => `(?i)${source}`,
    hint: "It would in another case: `(?i)` in front ignores the case of letters",
  },
  {
    code: "regex-lines",
    of: (source: string) => `(?s)${source}`,
    hint: "It would over lines: with `(?s)` in front, `.` stands for line ends too",
  },
  {
    code: "regex-dialect",
    of: (source: string) => source.replace(/^\/(.*)\/[a-z]*$/s, "$1"),
    hint: "It would without the slashes, which are a part of the expression here",
  },
];
