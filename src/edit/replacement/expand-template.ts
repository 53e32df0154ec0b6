import type { Span } from "../text/span.ts";
import { countLineEnds, refuseTooLong } from "../text/text-length.ts";
import { indentationAt, lineIndentation, moveIndentation } from "./indentation.ts";
import { type TabIndentation, tabIndentationAt } from "./tab-indentation.ts";
import type { Template, TemplateVariable } from "./template.ts";

/** The bindings of a match: undefined for a name that was not bound, or bound to no node. */
export interface Captures {
  readonly single: (name: string) => Span | undefined;
  readonly many: (name: string) => Span | undefined;
  /** Returns a text that was made from a capture; it is not a part of the searched text. */
  readonly transformed: (name: string) => string | undefined;
}

/** The noun for a text that is too long, in messages. */
const SUBJECT = "a replacement";

/**
 * Writes the replacement of a match that begins at `matchStart` of `source`; a variable that is not bound becomes
 * nothing. A capture of several lines keeps its inner layout and moves to the column of its variable; then the whole
 * text moves to the column of the match. Where tabs indent, its lines get tabs, unlike with ast-grep. Throws a
 * `TextTooLongError` before a text is made that would be too long.
 */
export function expandTemplate(
  template: Template,
  captures: Captures,
  place: { readonly source: string; readonly matchStart: number },
): string {
  const fixed = template.filter((part) => typeof part === "string");
  const tabs = tabIndentationAt(place.source, place.matchStart, fixed);
  if (tabs !== undefined) return joinParts(template, byTabs(captures, place.source, tabs));
  const text = joinParts(template, (part) =>
    typeof part === "string" ? part : expandVariable(part, captures, place.source),
  );
  return indent(text, { from: 0, to: indentationAt(place.source, place.matchStart) });
}

/** Writes the parts of a template, and refuses a text before it is too long. */
function joinParts(template: Template, write: (part: Template[number]) => string): string {
  const parts: string[] = [];
  let length = 0;
  for (const part of template) {
    const text = write(part);
    length += text.length;
    refuseTooLong(length, SUBJECT);
    parts.push(text);
  }
  return parts.join("");
}

/** Returns a function that writes the parts of a template, one after the other, on lines that tabs indent. */
function byTabs(
  captures: Captures,
  source: string,
  tabs: TabIndentation,
): (part: Template[number]) => string {
  let line = ""; // The line of the template so far.
  return (part) => {
    if (typeof part === "string") {
      line = part.includes("\n") ? part.slice(part.lastIndexOf("\n") + 1) : line + part;
      return tabs.ofText(part);
    }
    const before = line;
    line += "$";
    if (part.kind === "transformed")
      return tabs.ofCapture(captures.transformed(part.name) ?? "", "", before);
    const span = captures[part.kind](part.name);
    if (span === undefined) return "";
    const code = source.slice(span.start, span.end);
    return tabs.ofCapture(code, lineIndentation(source, span.start), before);
  };
}

/** Moves the indentation of a text, unless that would make it too long. */
function indent(text: string, columns: { readonly from: number; readonly to: number }): string {
  const more = columns.to - columns.from;
  if (more > 0) refuseTooLong(text.length + more * countLineEnds(text), SUBJECT);
  return moveIndentation(text, columns);
}

function expandVariable(variable: TemplateVariable, captures: Captures, source: string): string {
  const to = variable.indentation;
  if (variable.kind === "transformed") {
    return indent(captures.transformed(variable.name) ?? "", { from: 0, to });
  }
  const span = captures[variable.kind](variable.name);
  if (span === undefined) return "";
  const text = source.slice(span.start, span.end);
  if (!text.includes("\n")) return text;
  return indent(text, { from: indentationAt(source, span.start), to });
}
