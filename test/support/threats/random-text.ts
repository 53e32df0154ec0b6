import { createHash } from "node:crypto";

/** Returns so many characters that look random, the same each time. */
export function randomText(length: number, encoding: "base64" | "hex"): string {
  let text = "";
  for (let at = 0; text.length < length; at += 1)
    text += createHash("sha384").update(`${at}`).digest(encoding);
  return text.slice(0, length);
}
