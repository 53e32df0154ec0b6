import { escapeRegex } from "./escape-regex.ts";

const IN_NAME = String.raw`[\p{ID_Continue}$]`;

/** Returns a regular expression, with the flag `u`, that finds a name where it is no part of a longer one. */
export function wordRegex(name: string): string {
  return `(?<!${IN_NAME})${escapeRegex(name)}(?!${IN_NAME})`;
}

/** The same for a name that is no member of something: of `a.name`, `...name` and `name`, the last two. */
export function freeWordRegex(name: string): string {
  return String.raw`(?<!(?<!\.\.)\.)${wordRegex(name)}`;
}
