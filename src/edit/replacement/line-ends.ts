import { once } from "../../shared/once.ts";

/** True if a text has line ends, and all of them are CRLF. */
export function hasOnlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

/** Returns a function that asks that about a text at most once. */
export function crlfTestOf(text: string): () => boolean {
  return once(() => hasOnlyCrlf(text));
}
