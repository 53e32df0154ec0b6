import { HIDDEN_CHARACTERS } from "./hidden-characters.ts";

/**
 * Returns a value as JSON that is safe for a terminal: characters that could hide or forge output are written as
 * `\u202e`, which is the same value for each reader of JSON. `indent` is the number of spaces.
 */
export function jsonText(value: object, indent?: number): string {
  // `JSON.stringify` itself escapes what is below U+0020. All of these stand only in strings.
  return JSON.stringify(value, null, indent).replace(HIDDEN_CHARACTERS, escapeUnits);
}

function escapeUnits(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
