import { nodesWithin, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Span } from "../text/span.ts";
import type { ParsedText } from "./grammar.ts";
import type { PlacedEdit, Slot, SlotCode } from "./placed-edit.ts";

/** The nodes of captures, in the text before. */
export class Captures {
  readonly #before: ParsedText;

  constructor(before: ParsedText) {
    this.#before = before;
  }

  within(span: Span): readonly SyntaxNode[] {
    return nodesWithin(this.#before.root, span);
  }

  /** The number of nodes of a capture. */
  countOf({ key, isMany }: Slot, { slots }: PlacedEdit): number {
    if (!isMany) return 1;
    const span = slots[key]?.span;
    return span === undefined ? 0 : this.within(span).length;
  }

  /** True for a capture of any number of nodes: also of one that is a list of statements, as Go has it. */
  areMany({ key, isMany }: Slot, { slots }: PlacedEdit): boolean {
    const span = slots[key]?.span;
    if (isMany || span === undefined) return isMany;
    const [node, ...others] = this.within(span);
    return node?.type === "statement_list" && others.length === 0;
  }

  /** True if a capture is a name, which may be one of another kind in another place: a key, a type. */
  isName(code: SlotCode | undefined): boolean {
    if (code?.span === undefined) return true;
    return this.within(code.span).every(({ type }) => NAME.test(type));
  }

  /** True if a node has no other code than its child. */
  isAll(node: SyntaxNode, child: SyntaxNode): boolean {
    const { text } = this.#before;
    const around = text.slice(node.start, child.start) + text.slice(child.end, node.end);
    return around.trim() === "";
  }
}

/** The kinds of names, in the grammars of all languages. */
const NAME = /identifier|name|constant|variable|word|symbol|keyword/i;
