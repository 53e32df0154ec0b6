/**
 * Returns a value as JSON that is safe for a terminal: characters that could hide or forge output are written as
 * `\u202e`, which is the same value for each reader of JSON. `indent` is the number of spaces.
 */
export function jsonText(value: object, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE, escapeUnits);
}

/**
 * DEL and C1, and what turns the direction of text, breaks a line or is not seen; the last ones are tags, of two units.
 * `JSON.stringify` itself escapes what is below U+0020. All of these stand only in strings.
 */
const UNSAFE =
  /[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

function escapeUnits(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
