import type { SgNode } from "@ast-grep/napi";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import { wordRegex } from "../../shared/regex/word-regex.ts";
import { findMatches } from "../engine/engine.ts";

interface CommentedCode {
  readonly text: string;
  readonly root: () => SgNode;
}

/** A tag that a type follows, without braces. */
const OF_TYPE = /@(?:type|satisfies|extends|augments|implements|this|enum)[ \t]+(?!\{).*/g;

/** True if a type in a comment of JSDoc says a name. */
export function isInJsdoc({ text, root }: CommentedCode, name: string): boolean {
  if (!text.includes("/**")) return false;
  const word = new RegExp(wordRegex(name), "u");
  const rule = { kind: "comment", regex: escapeRegex(name) };
  return findMatches(root(), { rule }).some((comment) => {
    const code = comment.text();
    return code.startsWith("/**") && typesIn(code).some((type) => word.test(type));
  });
}

/** Returns the types that follow tags: `@param {A | { b: C }} d`. */
function typesIn(comment: string): readonly string[] {
  const open = [...comment.matchAll(OF_TYPE)].map(([type]) => type);
  const closed = [...comment.matchAll(/@\w+\s*\{/g)].map(({ 0: { length }, index }) => {
    let depth = 1;
    let at = index + length;
    for (; depth > 0 && at < comment.length; at += 1)
      depth += comment[at] === "{" ? 1 : comment[at] === "}" ? -1 : 0;
    return comment.slice(index + length, at);
  });
  return [...open, ...closed];
}
