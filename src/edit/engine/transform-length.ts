import type { WrittenMap } from "../../model/edit.ts";
import { MAX_TEXT, refuseTooLong } from "../text/text-length.ts";
import { applyTextTransform } from "./text-transform.ts";

/** A transformation of a text, and the name of the variable that it makes. */
interface NamedTransform {
  readonly name: string;
  readonly written: WrittenMap;
}

/**
 * Throws a `TextTooLongError` if a `replace` would make a text that is too long, before the engine makes it; other
 * transformations hardly make a text longer. Every text that replaces a match counts, and each group in it as long as
 * the whole text.
 */
export function refuseLongTransform({ name, written }: NamedTransform, text: string): void {
  const { replace } = written as { readonly replace?: { readonly by?: unknown } };
  if (typeof replace?.by !== "string") return;
  const { by } = replace;
  const groups = by.split("$").length - 1;
  const most = text.length + (text.length + 1) * by.length + groups * text.length;
  if (most <= MAX_TEXT) return;
  // The numbers of characters with one for each match, and with none, differ by the number of matches.
  const lengthWith = (short: string) => withBy(written, short, text).length;
  const matches = lengthWith("x") - lengthWith("");
  refuseTooLong(lengthWith("") + matches * by.length + groups * text.length, `\`${name}\``);
}

function withBy(written: WrittenMap, by: string, text: string): string {
  const { replace } = written as { readonly replace: WrittenMap };
  return applyTextTransform({ replace: { ...replace, by } }, text);
}
