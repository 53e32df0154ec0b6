import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import { withoutSpace } from "../text/without-space.ts";
import { Captures } from "./captures.ts";
import {
  areEqual,
  type ComparedTexts,
  isEqual,
  isSameKind,
  type Nodes,
  pairedFields,
} from "./equal-trees.ts";
import {
  areSameTokens,
  type GraftedTemplate,
  isMade,
  isOfTokens,
  slotAt,
  withCaptures,
} from "./grafted-template.ts";
import { fitsAs, type Grammar, isSound, type ParsedText, readFragment } from "./grammar.ts";
import { withoutKept, withoutLooseComma } from "./kept-words.ts";
import { type PlacedEdit, type Slot, type SlotCode, slottedTemplate } from "./placed-edit.ts";
import { isLink } from "./script-rules.ts";
import { isText, itemOf, joinTexts, splitAtSlots, type TextItem } from "./text-items.ts";

/** Compares nodes with the tree of a template in which captures of the text before stand. */
export class Grafting {
  readonly #before: ParsedText;
  readonly #captures: Captures;
  readonly #after: string;
  readonly #texts: ComparedTexts;
  readonly #grammar: Grammar;

  constructor(before: ParsedText, after: string, grammar: Grammar) {
    this.#before = before;
    this.#captures = new Captures(before);
    this.#after = after;
    this.#texts = { before: before.text, after };
    this.#grammar = grammar;
  }

  /** True if nodes are those of a template, with the captures in the places of its variables. */
  isGrafted(wanted: Nodes, fresh: Nodes, placed: PlacedEdit): boolean {
    const slotted = slottedTemplate(placed.template, this.#grammar);
    const own = placed.isKept ? withoutKept(fresh, wanted, this.#captures.within(placed)) : fresh;
    return this.#isGraftedList(wanted, own, { placed, isLink: false, ...slotted });
  }

  #isGraftedList(wanted: Nodes, fresh: Nodes, template: GraftedTemplate): boolean {
    if (this.#isGraftedRun(wanted, fresh, template)) return true;
    const { placed } = template;
    if (!placed.isKept) return false;
    const tight = withoutLooseComma(wanted, (node) => {
      const slot = slotAt(node, template);
      return slot?.isMany === true && this.#captures.countOf(slot, placed) === 0;
    });
    return tight.length < wanted.length && this.#isGraftedRun(tight, fresh, template);
  }

  #isGraftedRun(wanted: Nodes, fresh: Nodes, template: GraftedTemplate): boolean {
    if (wanted.some(isText) || fresh.some(isText))
      return this.#isGraftedText(wanted, fresh, template);
    const slots = wanted.map((node) => {
      const slot = node && slotAt(node, template);
      return slot && { ...slot, isMany: this.#captures.areMany(slot, template.placed) };
    });
    const fixed = slots.reduce(
      (sum, slot) => sum + (slot ? this.#captures.countOf(slot, template.placed) : 1),
      0,
    );
    const many = slots.filter((slot) => slot?.isMany);
    const isFlexible = (slot: Slot) => (many.length === 1 ? slot.isMany : isMade(slot, template));
    const flexible = slots.filter((slot) => slot && isFlexible(slot));
    let spare = flexible.length === 1 ? fresh.length - fixed : 0;
    if (flexible.length !== 1 && fresh.length !== fixed) return false;
    let at = 0;
    for (const [index, node] of wanted.entries()) {
      const slot = slots[index];
      if (node && slot?.isMany) {
        const count =
          this.#captures.countOf(slot, template.placed) + (isFlexible(slot) ? spare : 0);
        if (isFlexible(slot)) spare = 0;
        const run = fresh.slice(at, at + count);
        at += count;
        if (
          !this.#isCapturedList(slot, run, template) &&
          !(run.length === 1 && this.#isGraftedNode(node, run[0] ?? null, template))
        )
          return false;
        continue;
      }
      if (!this.#isGraftedNode(node, fresh[at] ?? null, template)) return false;
      at += 1;
    }
    return at === fresh.length;
  }

  #isCapturedList({ key }: Slot, run: Nodes, { placed }: GraftedTemplate): boolean {
    const code = placed.slots[key];
    if (code?.made !== undefined) return this.#isMade(code.made, run);
    let nodes = code?.span === undefined ? [] : this.#captures.within(code.span);
    for (;;) {
      if (areEqual(nodes, run, this.#texts)) return true;
      const [list] = nodes; // A block is its statements.
      if (!list || nodes.length > 1) return false;
      nodes = childrenOf(list);
    }
  }

  /** True if nodes are those of a text that was made, as far as it can stand alone. */
  #isMade(made: string, run: Nodes): boolean {
    let isKnown = made.trim() === "";
    if (isKnown) return run.length === 0;
    for (const context of this.#grammar.contexts) {
      const nodes = readFragment(this.#grammar, context, made);
      if (nodes === undefined) continue;
      isKnown = true;
      if (areEqual(nodes, run, { before: this.#before.text, after: made })) return true;
    }
    return !isKnown;
  }

  #isGraftedNode(
    wanted: SyntaxNode | null,
    fresh: SyntaxNode | null,
    template: GraftedTemplate,
  ): boolean {
    if (wanted === null || fresh === null) return wanted === fresh;
    const slot = slotAt(wanted, template);
    if (slot && this.#isCapture(template.placed.slots[slot.key], fresh, template.isLink))
      return true;
    if (!isSameKind(wanted, fresh)) return false;
    if (isOfTokens(wanted)) return areSameTokens(wanted, fresh, { template, texts: this.#texts });
    if (withCaptures(wanted.value, template, this.#before.text) !== withoutSpace(fresh.value))
      return false;
    if (
      slot &&
      wanted.fields.length === 0 &&
      !this.#captures.isName(template.placed.slots[slot.key])
    )
      return false;
    if (!isSound(this.#grammar, fresh, this.#after)) return false;
    return pairedFields(wanted, fresh).every(
      ([some, others, name]) =>
        others.every((node, index) =>
          fitsAs(this.#grammar, [fresh, node], [wanted, some[index] ?? null]),
        ) && this.#isGraftedList(some, others, { ...template, isLink: isLink(wanted, name) }),
    );
  }

  /** True if a node is what was captured: one of the nodes that have the place of the capture. */
  #isCapture(code: SlotCode | undefined, fresh: SyntaxNode, isLink: boolean): boolean {
    if (code?.made !== undefined) return this.#isMade(code.made, [fresh]);
    const nodes = code?.span === undefined ? [] : this.#captures.within(code.span);
    if (nodes.length !== 1) return false;
    for (let node = nodes[0]; node !== undefined; ) {
      if (isEqual(node, fresh, this.#texts)) return true;
      if (node.type === "ChainExpression" && !isLink) return false; // A part of it would go on with what follows.
      const [child, ...others] = childrenOf(node);
      node = child && others.length === 0 && this.#captures.isAll(node, child) ? child : undefined;
    }
    return false;
  }

  /** Compares children among which is text, in which white space has no meaning, and next to which text joins. */
  #isGraftedText(wanted: Nodes, fresh: Nodes, template: GraftedTemplate): boolean {
    const expected = wanted.flatMap((node): readonly TextItem[] => {
      if (node === null) return [];
      if (!isText(node)) {
        const slot = slotAt(node, template);
        return slot?.isMany ? this.#itemsOf(slot, template) : [{ wanted: node }];
      }
      return splitAtSlots(node.value, template.slots).flatMap((part) =>
        typeof part === "string" ? [{ text: part }] : this.#itemsOf(part, template),
      );
    });
    const items = joinTexts(expected);
    const found = joinTexts(fresh.flatMap((node) => (node === null ? [] : [itemOf(node)])));
    return (
      items.length === found.length &&
      items.every((item, index) => {
        const other = found[index];
        if (other === undefined) return false;
        if (item.text !== undefined || other.text !== undefined)
          return withoutSpace(item.text ?? "\0") === withoutSpace(other.text ?? "\0");
        if (item.wanted) return this.#isGraftedNode(item.wanted, other.node ?? null, template);
        return isEqual(item.node ?? null, other.node ?? null, this.#texts);
      })
    );
  }

  #itemsOf({ key }: Slot, { placed }: GraftedTemplate): readonly TextItem[] {
    const { span, made } = placed.slots[key] ?? {};
    if (made !== undefined) return [{ text: made }];
    return span === undefined ? [] : this.#captures.within(span).map(itemOf);
  }
}
