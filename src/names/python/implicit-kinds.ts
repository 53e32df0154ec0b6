import type { OwnedWord } from "../implicit-names.ts";

/** The kinds of places whose code may wait. */
export const WAITING = /^(?:function_definition|lambda|class_definition|generator_expression)$/;
const BORDER = /^(?:function_definition|lambda|class_definition)$/;
const OF_LOOP = /^(?:loop|function_definition|lambda|class_definition)$/;

/** The kinds whose word means what the function or loop around it gives. */
export const IMPLICIT: ReadonlyMap<string, Pick<OwnedWord, "name" | "of" | "within">> = new Map([
  ["yield", { name: "yield", of: BORDER }],
  // In a generator it makes an asynchronous one.
  ["await", { name: "await", of: WAITING }],
  ["return_statement", { name: "return", of: BORDER }],
  ["break_statement", { name: "break", of: OF_LOOP, within: BORDER }],
  ["continue_statement", { name: "continue", of: OF_LOOP, within: BORDER }],
]);

/** True for a text with `async with`. */
export function hasWaitingWith(text: string): boolean {
  return /\basync\s+with\b/.test(text);
}
