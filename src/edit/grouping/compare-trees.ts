import { childrenOf, type SyntaxNode } from "../../syntax/syntax-node.ts";
import { type ComparedTexts, isEqual, type Nodes, pairedFields } from "./equal-trees.ts";
import { FragmentReadings } from "./fragment-readings.ts";
import { isSlot } from "./grafted-template.ts";
import { Grafting } from "./grafting.ts";
import { fits, fitsAs, type Grammar, isSound, type ParsedText } from "./grammar.ts";
import { joinsStrings } from "./joined-strings.ts";
import { isAmongText, isListField, type ListPlace, NOWHERE } from "./list-place.ts";
import { slottedTemplate } from "./placed-edit.ts";
import { becomesPlace, isLink, withoutChain } from "./script-rules.ts";
import { STATEMENT, soleChild, takesSemicolon } from "./sole-child.ts";
import { type ComparedEdit, isWithin, sortedNodes, touching } from "./sorted-nodes.ts";
import { isText } from "./text-items.ts";

/**
 * Returns the edits whose replacements are read in another way than their templates and their captures: the tree of
 * the text after has to be the tree before, in which the tree of the template takes the place of the match, and in that
 * the trees of the captures the places of its variables.
 */
export function findMisread(
  before: ParsedText,
  after: ParsedText,
  grammar: Grammar,
  edits: readonly ComparedEdit[],
): ReadonlySet<ComparedEdit> {
  const comparison = new TreeComparison(before, after, grammar);
  comparison.compare(edits);
  return comparison.misread;
}

class TreeComparison {
  readonly misread = new Set<ComparedEdit>();
  readonly #before: ParsedText;
  readonly #after: ParsedText;
  readonly #grammar: Grammar;
  readonly #texts: ComparedTexts;
  readonly #fragments: FragmentReadings;
  readonly #grafting: Grafting;

  constructor(before: ParsedText, after: ParsedText, grammar: Grammar) {
    this.#before = before;
    this.#after = after;
    this.#grammar = grammar;
    this.#texts = { before: before.text, after: after.text };
    this.#fragments = new FragmentReadings(before.text, grammar);
    this.#grafting = new Grafting(before, after.text, grammar);
  }

  compare(edits: readonly ComparedEdit[]): void {
    this.#compareNode(this.#before.root, this.#after.root, edits);
  }

  #blame(edits: readonly ComparedEdit[]): void {
    for (const edit of edits) if (edit.placed !== undefined) this.misread.add(edit);
  }

  /** Compares a node with edits inside of it. */
  #compareNode(old: SyntaxNode, fresh: SyntaxNode, edits: readonly ComparedEdit[]): void {
    if (old.type === "ChainExpression" && fresh.type !== "ChainExpression") {
      const [inner] = childrenOf(old);
      if (inner) {
        this.#compareNode(inner, fresh, edits);
        return;
      }
    }
    const isUnsound =
      !isSound(this.#grammar, fresh, this.#after.text) &&
      isSound(this.#grammar, old, this.#before.text);
    if (old.type !== fresh.type || isUnsound) {
      this.#blame(edits);
      return;
    }
    const children = childrenOf(old);
    const inChildren = new Set(
      children.flatMap((child) => touching(edits, child, ({ before }) => before)),
    );
    const isOwn = inChildren.size < edits.length;
    if (!isOwn && old.value !== fresh.value) {
      this.#blame(edits);
      return;
    }
    for (const [oldNodes, freshNodes, name] of pairedFields(old, fresh)) {
      const isSame = this.#compareList(oldNodes, freshNodes, edits, {
        isList: isListField(this.#grammar, old, name),
        isAmongText: isAmongText(old, name),
        isLink: isLink(old, name),
        field: name,
        parents: [fresh, old],
      });
      if (!isSame && !isOwn) this.#blame(edits);
    }
  }

  /** Compares the children in one field; returns false for a difference that is the work of no edit among them. */
  #compareList(
    oldNodes: Nodes,
    freshNodes: Nodes,
    edits: readonly ComparedEdit[],
    place: ListPlace,
  ): boolean {
    const old = sortedNodes(
      oldNodes,
      edits,
      ({ before }) => before,
      (node, edit) => this.#isStatementOf(node, edit),
    );
    const fresh = sortedNodes(
      freshNodes,
      edits,
      ({ after }) => after,
      (node, edit) => old.runs.has(edit) && takesSemicolon(node, this.#after.text, edit.after),
    );
    const strange = [...fresh.inside].filter((edit) => !old.inside.has(edit));
    if (strange.length > 0) {
      this.#blame(strange);
      return true;
    }
    if (old.others.length !== fresh.others.length) {
      this.#blame([...old.runs.keys(), ...old.inside]);
      return old.runs.size + old.inside.size > 0;
    }
    let isSame = true;
    for (const [index, { node, edits: within }] of old.others.entries()) {
      const other = fresh.others[index]?.node ?? null;
      if (within.length === 0) isSame = isEqual(node, other, this.#texts) && isSame;
      else if (node && other) this.#compareNode(node, other, within);
      else this.#blame(within);
    }
    for (const edit of new Set([...old.runs.keys(), ...fresh.runs.keys()])) {
      const [was, is] = [old.runs.get(edit), fresh.runs.get(edit)];
      const isInPlace = was === undefined || is === undefined || was.at === is.at;
      const [oldRun, freshRun] = [was?.nodes ?? [], is?.nodes ?? []];
      const [parent, wanted] = place.parents ?? [];
      const isFit = freshRun.every((node, index) => {
        const own = oldRun[index] ?? null;
        return !parent || !wanted || fitsAs(this.#grammar, [parent, node], [wanted, own]);
      });
      if (!isInPlace || !isFit || !this.#isReplaced(edit, oldRun, freshRun, place))
        this.#blame([edit]);
    }
    return isSame;
  }

  /** True if the nodes in the place of an edit are those of its template. */
  #isReplaced(edit: ComparedEdit, old: Nodes, fresh: Nodes, place: ListPlace): boolean {
    const { before, after, placed } = edit;
    if (placed === undefined || old.length === 0) return true;
    if (becomesPlace([old, fresh], place, placed, this.#texts)) return false;
    const [statement] = old;
    const { code: own, slots } = slottedTemplate(placed.template, this.#grammar);
    const code = (fresh.at(-1)?.end ?? 0) > after.end ? `${own};` : own;
    const isMany = slots.some((slot) => slot.isMany) && fresh.length !== 1;
    if (isMany && old.length === 1 && !place.isList) return false;
    const inner = statement && old.length === 1 ? soleChild(statement, placed.kind) : undefined;
    if (statement && inner) {
      if (this.#fragments.canRead([inner], code, before)) {
        const [only, more] = fresh;
        if (!only || more !== undefined || only.value !== statement.value) return false;
        const nodes = only.type === statement.type ? childrenOf(only) : [only];
        const isFit = nodes.every((node) => fits(this.#grammar, only, node));
        const inside = { isList: isListField(this.#grammar, only), ...NOWHERE };
        return isFit && this.#isReplaced(edit, [inner], nodes, inside);
      }
    }
    const isStatement = statement && STATEMENT.test(statement.type);
    const statements = isStatement ? fresh.filter((node) => node !== null) : undefined;
    if (this.#grammar.isOnLine?.(this.#after.text, after, statements) === false) return false;
    const where = { ...before, isAmongText: place.isAmongText };
    const [text] = this.#fragments.readingsAs(old, code, where);
    // Words between tags that are an expression, too, were meant as one, unless they are only what was captured.
    const others = text?.every(isText)
      ? [...this.#fragments.readingsAs(old, code, where)].slice(1)
      : [];
    const isCode = others.some((nodes) => !nodes.every((node) => isSlot(node, slots)));
    const first = isCode ? others[0] : text;
    if (first !== undefined) {
      const [only, ...more] = fresh;
      // At the end of a block, Rust has a statement or its value.
      const inner = only && more.length === 0 ? soleChild(only, placed.kind) : undefined;
      const wanted = place.isLink ? withoutChain(first) : first;
      const isValue = inner !== undefined && this.#grafting.isGrafted(wanted, [inner], placed);
      return isValue || this.#grafting.isGrafted(wanted, fresh, placed);
    }
    const all = [...this.#fragments.allReadings(code)];
    if (all.length === 0) return !joinsStrings(fresh, placed, this.#texts);
    return all.some((nodes) => this.#grafting.isGrafted(nodes, fresh, placed));
  }

  /** True if a node is the statement of a match, and its replacement can stand as a statement only. */
  #isStatementOf(node: SyntaxNode, { before, placed }: ComparedEdit): boolean {
    if (placed === undefined || !/^expression_?statement$/i.test(node.type)) return false;
    const [child, ...tokens] = childrenOf(node);
    if (!child || !isWithin(child, before) || tokens.some(({ type }) => type !== ";")) return false;
    const { code } = slottedTemplate(placed.template, this.#grammar);
    if (code.trim() === "") return true;
    return !this.#fragments.canRead([child], code, before);
  }
}
