import { type CompileOutcome, compileOp } from "../edit/compile/compile-op.ts";
import type { CompiledOp } from "../edit/compile/compiled-op.ts";
import type { Language } from "../edit/language/language.ts";
import { type Part, partsOf } from "../edit/passes/parts.ts";
import type { Span } from "../edit/text/span.ts";
import type { EditOp } from "../model/edit.ts";
import type { Excerpt, ExplainedOp, MatchNote } from "../model/search/match-explanation.ts";
import type { CodeTree } from "./code-tree.ts";
import { createExcerpts } from "./excerpt.ts";
import { ExplainBudget, type ExplainClock } from "./explain-budget.ts";
import { explainNoMatch } from "./explain-no-match.ts";
import { matchesOfOps, type OpMatches } from "./matches-of-ops.ts";
import { findTrapsOfOp, notesOfInvalid, readPatterns } from "./notes-of-op.ts";
import {
  leftOutNote,
  otherLanguageNote,
  type StepLanguages,
  searchedLanguages,
} from "./part-of-op.ts";
import { completeOp } from "./patterns-of-op.ts";

/** The circumstances under which a step reads a file. */
export interface TextToExplain extends StepLanguages {
  readonly text: string;
  readonly language: Language;
  /** False for an op whose own globs leave the file out. */
  readonly isForFile: (op: EditOp) => boolean;
  /** The line that is asked about, as offsets of the text. Undefined: the whole text. */
  readonly asked: Span | undefined;
  readonly clock: ExplainClock;
}

/** The most places of one op that are listed. */
const MOST_PLACES = 10;

/**
 * Explains what each op of a step finds in a text, in each language that the text holds, and why it finds nothing.
 * The first ops are explained in full until the time is up; the others have their matches only.
 */
export function explainText(ops: readonly EditOp[], about: TextToExplain): readonly ExplainedOp[] {
  const { text, language } = about;
  const languages = searchedLanguages(language, about);
  const outcomes = ops.flatMap((op) =>
    languages.map((each) => ({ op, language: each, outcome: compileOp(op, each) })),
  );
  const compiled = outcomes.flatMap(({ op, language: each, outcome }) =>
    outcome.kind === "compiled" && leftOutNote(op, each, about) === undefined ? [outcome.op] : [],
  );
  const parts = partsOf(text, language, compiled);
  const matches = matchesOfOps(compiled, parts);
  const explain = createExplainer({ ...about, parts, matches, excerptOf: createExcerpts(text) });
  return withoutDoubles(outcomes.flatMap((each) => explain(each) ?? []));
}

/** An op, compiled for one of the languages of a text. */
interface OpOutcome {
  readonly op: EditOp;
  readonly language: Language;
  readonly outcome: CompileOutcome;
}

/** The text with its trees and the matches in them. */
interface SearchedParts extends TextToExplain {
  readonly parts: readonly Part[];
  readonly matches: ReadonlyMap<CompiledOp, OpMatches>;
  readonly excerptOf: (place: Span) => Excerpt;
}

/** Returns a function that explains one op; undefined if the text has no code of its language. */
function createExplainer(searched: SearchedParts): (outcome: OpOutcome) => ExplainedOp | undefined {
  const { parts, matches } = searched;
  const [whole] = parts;
  return ({ op, language, outcome }) => {
    const part = parts.find((each) => each.language === language);
    if (part === undefined && language !== searched.language) return undefined;
    switch (outcome.kind) {
      case "other-language":
        return withoutTree(op, language, "other-language", [otherLanguageNote(op, language)]);
      case "invalid": {
        const tree = openTree(part ?? whole, searched);
        const notes = tree === undefined ? [] : notesOfInvalid(op, outcome.problems, tree);
        const patterns = readPatterns(op, language);
        return { ...withoutTree(op, language, "invalid", notes), patterns };
      }
      case "compiled": {
        const why = leftOutNote(op, language, searched);
        if (why !== undefined) return withoutTree(op, language, "left-out", [why]);
        return explainOp(op, outcome.op, matches.get(outcome.op), { ...searched, part });
      }
    }
  };
}

/** In a page, an op is described for the languages that it matches, otherwise for those in which it is valid. */
function withoutDoubles(ops: readonly ExplainedOp[]): readonly ExplainedOp[] {
  const rank = ({ state, nearest }: ExplainedOp) =>
    state === "matches" ? 3 : state === "no-match" ? (nearest === undefined ? 1 : 2) : 0;
  const best = new Map<string, number>();
  for (const op of ops) best.set(op.id, Math.max(rank(op), best.get(op.id) ?? 0));
  return ops.filter((op) => rank(op) === best.get(op.id));
}

interface OpContext extends SearchedParts {
  /** The first tree of the op's language. */
  readonly part: Part | undefined;
}

function explainOp(
  op: EditOp,
  compiled: CompiledOp,
  found: OpMatches | undefined,
  about: OpContext,
): ExplainedOp {
  const { asked, excerptOf, part } = about;
  const { language } = compiled;
  const { found: places = [], accepted = 0, superseded = 0, notes = [] } = found ?? {};
  const isHere = ({ start, end }: Span) =>
    asked === undefined || (start < asked.end && end > asked.start);
  const here = places.filter(isHere);
  const complete = completeOp(op, language);
  const base = {
    id: op.id,
    language,
    state: places.length > 0 ? "matches" : "no-match",
    matches: accepted,
    superseded,
    places: (here.length > 0 ? here : places).slice(0, MOST_PLACES).map(excerptOf),
    patterns: readPatterns(complete, language),
  } as const;
  if (here.length > 0) return { ...base, notes };
  if (op.kind === "imports") return { ...base, notes: [...notes, OF_IMPORTS] };
  const tree = openTree(part, about);
  if (tree === undefined) return { ...base, notes };
  const { shift } = tree;
  const traps = findTrapsOfOp(complete, tree);
  const why = explainNoMatch(complete, compiled, tree, ({ start, end }) =>
    excerptOf({ start: start + shift, end: end + shift }),
  );
  return { ...base, notes: [...notes, ...traps, ...why.notes], nearest: why.nearest };
}

const OF_IMPORTS: MatchNote = {
  code: "imports",
  message:
    "It is about the imports of a module, and has no pattern: `sluice preview` shows what it changes.",
};

function openTree(part: Part | undefined, about: TextToExplain): CodeTree | undefined {
  if (part === undefined) return undefined;
  const { root, source, shift, language } = part;
  const { asked, clock } = about;
  return {
    root: root(),
    language,
    text: source,
    shift,
    budget: new ExplainBudget(clock),
    asked: asked && { start: asked.start - shift, end: asked.end - shift },
  };
}

function withoutTree(
  { id }: EditOp,
  language: Language,
  state: ExplainedOp["state"],
  notes: readonly MatchNote[],
): ExplainedOp {
  return { id, language, state, matches: 0, superseded: 0, places: [], patterns: [], notes };
}
