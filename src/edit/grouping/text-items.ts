import type { SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Slot } from "./placed-edit.ts";

/** A piece of a list of which some children are text. */
export interface TextItem {
  readonly text?: string;
  readonly node?: SyntaxNode;
  readonly wanted?: SyntaxNode;
}

/** Nodes of text between tags, in which white space has no meaning. */
export function isText(node: SyntaxNode | null): boolean {
  return node?.type === "JSXText" || node?.type === "text";
}

/** Returns a child as a piece of its list. */
export function itemOf(node: SyntaxNode): TextItem {
  return isText(node) ? { text: node.value } : { node };
}

/** Joins neighbouring texts, and leaves out what is white space only. */
export function joinTexts(items: readonly TextItem[]): readonly TextItem[] {
  const joined: TextItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.text !== undefined && last?.text !== undefined)
      joined[joined.length - 1] = { text: last.text + item.text };
    else joined.push(item);
  }
  return joined.filter(({ text }) => text === undefined || text.trim() !== "");
}

/** Splits a text at the names of variables. */
export function splitAtSlots(text: string, slots: readonly Slot[]): readonly (string | Slot)[] {
  const parts: (string | Slot)[] = [];
  let rest = text;
  for (;;) {
    const found = slots
      .map((slot) => ({ slot, at: rest.indexOf(slot.name) }))
      .filter(({ at }) => at !== -1)
      .sort((a, b) => a.at - b.at)[0];
    if (found === undefined) return [...parts, rest];
    parts.push(rest.slice(0, found.at), found.slot);
    rest = rest.slice(found.at + found.slot.name.length);
  }
}
