import { jsonText } from "../../shared/json/json-text.ts";

/**
 * Returns an element with a value as JSON, on one line. It holds no `<`, so that nothing in it ends the element or
 * begins another, and no command that a runner would read in a log.
 */
export function elementOf(id: string, value: object): string {
  const text = jsonText(value).replaceAll("<", "\\u003c").replaceAll("##", "#\\u0023");
  return `<script type="application/json" id="${id}">${text}</script>\n`;
}
