import type { SyntaxNode } from "../../syntax/syntax-node.ts";
import { withoutSpace } from "../text/without-space.ts";
import type { ComparedTexts } from "./equal-trees.ts";
import type { PlacedEdit, Slot, SlottedTemplate } from "./placed-edit.ts";

/** A template, and the edit that was made of it. */
export interface GraftedTemplate extends SlottedTemplate {
  readonly placed: PlacedEdit;
  /** `?.` follows, so that `(a?.b)?.c` is `a?.b?.c`. */
  readonly isLink: boolean;
}

/** Returns the variable that is all of a node. */
export function slotAt(node: SyntaxNode, { code, slots }: GraftedTemplate): Slot | undefined {
  return slots.find(
    ({ name }) => node.end - node.start === name.length && code.startsWith(name, node.start),
  );
}

/** True if the trees do not tell how many nodes a variable stands for. */
export function isMade({ key, isMany }: Slot, { placed }: GraftedTemplate): boolean {
  return isMany && placed.slots[key]?.made !== undefined;
}

/** Returns what a node says with the code of its captures, without white space. */
export function withCaptures(
  value: string,
  { slots, placed }: GraftedTemplate,
  source: string,
): string {
  let text = value;
  for (const { key, name } of slots) {
    if (!text.includes(name)) continue;
    const { span, made = span === undefined ? "" : source.slice(span.start, span.end) } =
      placed.slots[key] ?? {};
    text = text.replaceAll(name, () => made);
  }
  return withoutSpace(text);
}

/** True for a node that is nothing but a variable. */
export function isSlot(node: SyntaxNode, slots: readonly Slot[]): boolean {
  return slots.some(
    ({ name }) => node.value.includes(name) && node.end - node.start === name.length,
  );
}

/** True for the arguments of a macro, which are tokens that the language reads later. */
export function isOfTokens({ type }: SyntaxNode): boolean {
  return type === "token_tree" || type === "preproc_arg";
}

/** True if such arguments have the tokens of the template and its captures. */
export function areSameTokens(
  wanted: SyntaxNode,
  fresh: SyntaxNode,
  { template, texts }: { readonly template: GraftedTemplate; readonly texts: ComparedTexts },
): boolean {
  const code = template.code.slice(wanted.start, wanted.end);
  const text = texts.after.slice(fresh.start, fresh.end);
  return withCaptures(code, template, texts.before) === withoutSpace(text);
}
