import { isRecord } from "../is-record.ts";
import { jsonText } from "./json-text.ts";

/** Pieces are gathered up to so many UTF-16 code units. */
const PIECE = 64 * 1024;

/** Values so many levels below the whole are one text each: a file of an action of a report, an entry of a list. */
const MAX_DEPTH = 4;

/** Returns a part of a value as JSON: {@link jsonText}, or what `JSON.stringify` has. */
type PartText = (value: object, indent: number) => string;

/**
 * Yields the text of {@link jsonText} piece by piece, so that it is never in memory as a whole: of each part its
 * fields are read when its turn comes.
 */
export function* jsonPieces(
  value: object,
  indent = 0,
  textOf: PartText = jsonText,
): Generator<string, void> {
  let gathered = "";
  for (const piece of piecesOf(value, { indent, textOf }, 0)) {
    gathered += piece;
    if (gathered.length < PIECE) continue;
    yield gathered;
    gathered = "";
  }
  yield gathered;
}

/** The form of a text of JSON. */
interface JsonForm {
  readonly indent: number;
  readonly textOf: PartText;
}

function* piecesOf(value: unknown, form: JsonForm, depth: number): Generator<string, void> {
  const { indent, textOf } = form;
  if (depth >= MAX_DEPTH || !isNested(value)) {
    yield leafText(value, form, depth);
    return;
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  let separator = `${open}${lineBreak(indent, depth + 1)}`;
  for (const key of Object.keys(value)) {
    const item: unknown = value[key as keyof typeof value]; // Its own key.
    if (!isList && isLeftOut(item)) continue;
    yield isList
      ? separator
      : `${separator}${textOf([key], 0).slice(1, -1)}:${indent > 0 ? " " : ""}`;
    yield* piecesOf(item, form, depth + 1);
    separator = `,${lineBreak(indent, depth + 1)}`;
  }
  const isEmpty = !separator.startsWith(",");
  yield isEmpty ? `${open}${close}` : `${lineBreak(indent, depth)}${close}`;
}

/** True for a plain object or a list; others, such as a date, are for `JSON.stringify` to write. */
function isNested(value: unknown): value is object {
  return Array.isArray(value) || (isRecord(value) && typeof value.toJSON !== "function");
}

/** True for values that `JSON.stringify` leaves out of an object. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol";
}

/** Returns the JSON of a value as it stands at its depth: inside of as many lists, which indent it. */
function leafText(value: unknown, { indent, textOf }: JsonForm, depth: number): string {
  let list = value;
  for (let lists = 0; lists < depth; lists += 1) list = [list];
  const text = textOf(list as object, indent); // A list, or the whole, which is an object.
  const lineBreaks = indent > 0 ? depth : 0;
  const end = depth + lineBreaks + (indent * depth * (depth - 1)) / 2; // With the indentation of each list.
  return text.slice(end + indent * depth, text.length - end);
}

function lineBreak(indent: number, depth: number): string {
  return indent > 0 ? `\n${" ".repeat(indent * depth)}` : "";
}
