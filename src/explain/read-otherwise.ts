import { findFirst, findMatches } from "../edit/engine/engine.ts";
import { parsePatternNode } from "../edit/engine/pick-pattern-node.ts";
import type { Language } from "../edit/language/language.ts";
import { replaceMetaVariableCharacter } from "../edit/text/meta-variable.ts";
import type { MatchNote } from "../model/search/match-explanation.ts";
import { countOf } from "../shared/count-of.ts";
import type { CodeTree } from "./code-tree.ts";
import { aKind } from "./difference-words.ts";
import { OTHER_READINGS, type OtherReading } from "./other-readings.ts";
import type { ShapedPattern } from "./pattern-shape.ts";
import { noteOf, type WrittenPattern } from "./read-pattern.ts";
import { isLarge } from "./sample-nodes.ts";

/** The longest pattern that is tried in other ways; UTF-16 code units. */
const MOST_TEXT = 2000;

/** Finds the first other way to read a pattern without a match in which it would match the code. */
export function readOtherwise(
  shaped: ShapedPattern | undefined,
  written: WrittenPattern,
  { root, language, budget }: CodeTree,
): readonly MatchNote[] {
  const { pat, part, strictness = "smart", selector: own } = written;
  const readings = OTHER_READINGS[language] ?? [];
  if (own !== undefined || readings.length === 0 || pat.length > MOST_TEXT) return [];
  const search = ({ context, selector }: { context: string; selector?: string | undefined }) => {
    const selected = selector === undefined ? {} : { selector };
    return { rule: { pattern: { context, strictness, ...selected } } };
  };
  const finds = (pattern: Parameters<typeof search>[0]) => {
    try {
      return findFirst(root, search(pattern)) !== undefined;
    } catch {
      return false; // The engine refuses the pattern.
    }
  };
  if (!budget.spend(500) || finds({ context: pat })) return [];
  for (const other of readings) {
    const context = `${other.before}${pat.trim()}${other.after}`;
    const { selector, as } = other;
    if (!budget.spend(500)) return [];
    if (!isWhole(pat, context, other, language) || !finds({ context, selector })) continue;
    const number = isLarge(root)
      ? "code"
      : countOf(findMatches(root, search({ context, selector })).length, "node");
    const message = `the pattern ${readAs(shaped)}; as ${as} it would match ${number}`;
    return [noteOf("read-otherwise", message, { part, hint: adviceOf(context, selector, part) })];
  }
  return [];
}

/** Stands for what a pattern lacks at its end. */
const BODY = "$$$BODY";

/** True if the part that is searched is all of the pattern, and no piece of it. */
function isWhole(
  pat: string,
  context: string,
  { selector, after }: OtherReading,
  language: Language,
): boolean {
  const { picked, character } = parsePatternNode({ pat: context, selector }, language);
  if (picked.kind !== "picked") return false;
  if (selector === undefined) return true;
  const bare = (text: string) => text.trim().replace(/[,;]$/, "");
  const meant = after.endsWith(BODY) ? `${pat.trim()}${after}` : pat;
  return bare(picked.node.text()) === bare(replaceMetaVariableCharacter(meant, character));
}

/** The names of kinds that tell little. */
const KINDS: Readonly<Record<string, string>> = {
  statement_block: "a block of statements",
  labeled_statement: "a statement with a label",
};

function readAs(shaped: ShapedPattern | undefined): string {
  if (shaped === undefined || shaped.shape.nodeKind === "ERROR")
    return "is no statement or expression by itself";
  const { nodeKind } = shaped.shape;
  return `is read as ${KINDS[nodeKind] ?? aKind(nodeKind)}`;
}

function adviceOf(context: string, selector: string | undefined, part: string): string {
  const code = JSON.stringify(context); // It is YAML, too.
  if (part !== "pat") {
    const selected = selector === undefined ? "" : `, selector: ${selector}`;
    return `Write \`pattern: { context: ${code}${selected} }\``;
  }
  return selector === undefined
    ? `Write \`pat: ${code}\``
    : `Write \`pat: ${code}\` with \`selector: ${selector}\``;
}
