import type { FoundPlace } from "../../model/search/found-place.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { FileOps } from "../passes/passes-plan.ts";
import { possibleOps } from "../passes/possible-ops.ts";
import { searchText } from "../passes/search-text.ts";
import type { FoundMatch, TextSearch } from "../passes/text-search.ts";
import { createPlaceFinder } from "../text/place-finder.ts";
import { moveSpan, type Span } from "../text/span.ts";

/** A search that tells of matches; `messages` are the words of ops, by their ids. */
interface PlaceSearch extends Pick<TextSearch, "bounds" | "places" | "path" | "tree"> {
  readonly messages: Readonly<Record<string, string>>;
}

/**
 * Finds every match of some ops in a text, also one inside of another, and where the text has errors: by place, of those
 * that begin together the longest first. Throws a `ToolError` for a text with too many.
 */
export function findPlaces(
  text: string,
  { language, ops }: FileOps,
  { messages, ...search }: PlaceSearch,
): ToldPlaces | NoMatch {
  if (search.tree === undefined && possibleOps(text, ops).length === 0) return NOTHING;
  const found: { readonly span: Span; readonly opId: string; readonly message: string }[] = [];
  const onMatch = ({ op, part, edit }: FoundMatch) => {
    const message = messageOf(messages[op.id] ?? "", { part, edit });
    found.push({ span: moveSpan(edit.span, part.shift), opId: op.id, message });
  };
  searchText(text, language, ops, { ...search, findsLosses: false, onMatch });
  if (found.length === 0) return NOTHING;
  found.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const describe = describerOf(text);
  return {
    kind: "told",
    places: found.map(({ span, ...told }) => ({ ...told, ...describe(span) })),
  };
}

/** The matches in a text. */
interface ToldPlaces {
  readonly kind: "told";
  readonly places: readonly FoundPlace[];
}

interface NoMatch {
  readonly kind: "no-match";
}

const NOTHING: NoMatch = { kind: "no-match" };

/** A metavariable in a message, as in a template: `$A`, `$$$ALL`. */
const VARIABLE = /\$(\$\$)?([A-Z_][A-Z0-9_]*)/g;

/** In UTF-16 code units: a match may hold a whole file. */
const MOST_CAPTURED = 200;

/** Returns a message with the code that its metavariables stand for; nothing for one that is not bound. */
function messageOf(message: string, { part, edit }: Pick<FoundMatch, "part" | "edit">): string {
  if (!message.includes("$")) return message;
  return message.replace(VARIABLE, (_written, many: string | undefined, name: string) => {
    const made = edit.made(name);
    if (made !== undefined) return cut(made, MOST_CAPTURED);
    const span = many === undefined ? edit.captures.single(name) : edit.captures.many(name);
    return span === undefined ? "" : cut(part.source.slice(span.start, span.end), MOST_CAPTURED);
  });
}

/** The most UTF-16 code units of a match that are shown, and of its lines that tell it from others. */
const SHOWN = 200;
const COMPARED = 2000;

function describerOf(text: string): (span: Span) => Omit<FoundPlace, "opId" | "message"> {
  const placeOf = createPlaceFinder(text);
  return ({ start, end }) => {
    const [first, last] = [placeOf(start), placeOf(end)];
    const [lineStart, lastStart] = [lineStartOf(text, start), lineStartOf(text, end)];
    const lineEnd = text.indexOf("\n", end);
    const lines = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd).slice(0, COMPARED);
    const [line = ""] = text.slice(start, Math.min(end, start + SHOWN + 1)).split(/\r?\n/, 1);
    return {
      startLine: first.line,
      startColumn: first.column,
      endLine: last.line,
      endColumn: last.column,
      text: cut(line, SHOWN),
      lines: sha256(trimmed(lines)).slice(0, 16),
      bytes: {
        start: Buffer.byteLength(text.slice(lineStart, start)) + 1,
        end: Buffer.byteLength(text.slice(lastStart, end)) + 1,
      },
    };
  };
}

function lineStartOf(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function trimmed(lines: string): string {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

/** Returns a text that does not keep the one that it was cut from in memory. */
function cut(text: string, most: number): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return Buffer.from(shown.toWellFormed()).toString();
}
