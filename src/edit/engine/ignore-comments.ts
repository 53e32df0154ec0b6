import type { SgNode } from "@ast-grep/napi";
import { findMatches, kindOf } from "./engine.ts";

const marker = "ast-grep-ignore";

/** False for a comment with a letter before the marker: it is prose that only mentions the marker. */
const isDirective = (comment: string) => /^\P{Alphabetic}*$/u.test(comment.split(marker)[0] ?? "");

/**
 * Returns a test for the matches of a rule that a comment protects from being edited, as with `ast-grep scan`:
 * - A comment after code protects the matches that begin on the line of that code.
 * - A comment alone in the first line, before an empty second line, protects the whole file.
 * - Any other comment protects the matches on the line below.
 * A comment that names rules (`ast-grep-ignore: a, b`) protects only the matches of these rules.
 */
export function findIgnoredMatches(
  root: SgNode,
  text: string,
  ruleId: string,
): (match: SgNode) => boolean {
  if (!text.includes(marker)) return () => false;
  const comments = findMatches(root, { rule: { regex: marker } }).filter(
    (node) => kindOf(node).includes("comment") && isDirective(node.text()),
  );
  const lines = new Map<number, boolean>();
  for (const comment of comments) {
    const about = subjectOf(comment);
    const names = namedRules(comment.text());
    const isMeant = names === undefined || names.includes(ruleId);
    if (about !== "file")
      lines.set(about, isMeant); // The last of several comments for one line counts.
    else if (isMeant) return () => true;
  }
  return (match) => lines.get(match.range().start.line) ?? false;
}

function subjectOf(comment: SgNode): number | "file" {
  const { line } = comment.range().start;
  const before = comment.prev();
  if (before !== null && before.range().end.line === line) return before.range().start.line;
  const next = comment.next();
  const isAlone = next === null || next.range().start.line >= 2;
  return line === 0 && isAlone ? "file" : line + 1;
}

/** Returns the rules that a comment names, or undefined if it means all. */
function namedRules(comment: string): readonly string[] | undefined {
  const text = comment.trim();
  const after = text.slice(text.indexOf(marker) + marker.length).trim();
  const colon = after.indexOf(":");
  if (colon < 0) return undefined;
  const names = after.slice(colon + 1).split(",");
  return names.map((name) => name.trimStart().split(" ")[0] ?? "");
}
