import type { FileEdit, Replacement } from "../call/hook-call.ts";
import type { TextAfter } from "./call-patch.ts";
import { notebookAfter } from "./notebook-after.ts";

/** Returns the text that a file gets. `before` is undefined for a file that does not exist. Pure. */
export function textAfter(path: string, before: string | undefined, edit: FileEdit): TextAfter {
  switch (edit.kind) {
    case "write":
      return { after: edit.text };
    case "delete":
      return before === undefined ? missing(path) : { after: undefined };
    case "cell":
      return before === undefined ? missing(path) : notebookAfter(path, before, edit.edit);
    case "replace":
      return replaced(path, before, edit.replacements);
  }
}

function missing(path: string): TextAfter {
  return { fault: `${path} does not exist.` };
}

function replaced(
  path: string,
  before: string | undefined,
  replacements: readonly Replacement[],
): TextAfter {
  // Agents show lines without `\r`, and put it back when they write.
  const isCrlf = before !== undefined && !replacements.some(({ old }) => old.includes("\r"));
  const ends = isCrlf && before.includes("\r\n") ? "\r\n" : "\n";
  if (ends === "\r\n" && /[^\r]\n|^\n/.test(before ?? ""))
    return { fault: `${path} has both kinds of line ends, so that no edit of it can be foreseen.` };
  let text = ends === "\r\n" ? before?.replaceAll("\r\n", "\n") : before;
  for (const replacement of replacements) {
    const next = replaceIn(path, text, replacement);
    if ("fault" in next) return next;
    text = next.after;
  }
  return { after: ends === "\r\n" ? text?.replaceAll("\n", "\r\n") : text };
}

function replaceIn(
  path: string,
  text: string | undefined,
  { old, fresh, isEverywhere }: Replacement,
): TextAfter {
  if (old === "")
    return text === undefined || text.trim() === ""
      ? { after: fresh }
      : { fault: `${path} exists, and the text to replace is empty.` };
  if (text === undefined) return missing(path);
  // A line whose text is removed goes with its end.
  const isLine = fresh === "" && !old.endsWith("\n") && text.includes(`${old}\n`);
  const parts = text.split(isLine ? `${old}\n` : old);
  const places = text.split(old).length - 1;
  if (places === 0) return { fault: `${path} does not have the text that is to be replaced.` };
  if (!isEverywhere && places > 1)
    return { fault: `${path} has the text that is to be replaced at ${places} places.` };
  return { after: parts.join(fresh) };
}
