// Longer than 200 lines because all of its functions call each other: they walk four trees at once.
import { childrenOf, nodesWithin, type SyntaxNode } from "../../syntax/syntax-node.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { spansAfter } from "../text/spans-after.ts";
import { splice } from "../text/splice.ts";
import { type Context, type Grammar, readFragment } from "./grammar.ts";
import {
  movedEdit,
  type PlacedEdit,
  type Slot,
  type SlotCode,
  type SlottedTemplate,
  slottedTemplate,
} from "./placed-edit.ts";

/** A text with its tree. */
export interface ParsedText {
  readonly text: string;
  readonly root: SyntaxNode;
}

/** An edit, its place in the text after, and what it put there; undefined if nothing is known of that. */
interface ComparedEdit {
  readonly before: Span;
  readonly after: Span;
  readonly placed: PlacedEdit | undefined;
}

/** An edit, with what is known of it. */
export interface SectionEdit extends Span {
  readonly text: string;
  /** Undefined for an edit of which nothing is asked. */
  readonly placed: PlacedEdit | undefined;
}

/** A stretch of a text that is parsed by itself, with the edits in it. */
export interface Section {
  readonly grammar: Grammar;
  readonly text: string;
  /** The code around it in which it is parsed. */
  readonly around: readonly [before: string, after: string];
  /** Sorted; offsets in `text`. */
  readonly edits: readonly SectionEdit[];
}

/** The most nodes around a fragment that have no other code, such as the list of modifiers around one of them. */
const MAX_WRAPPED = 4;

/** The most results that are parsed to find the edits that break one. */
const MAX_PARSES = 64;

/** Returns the edits of a section that are misread; undefined if the text before cannot be read. */
export function misreadInSection({
  grammar,
  text,
  around,
  edits,
}: Section): readonly PlacedEdit[] | undefined {
  const [head, tail] = around;
  const before = head + text + tail;
  const root = grammar.parse(before);
  if (root === undefined) return undefined;
  const read = (some: readonly SectionEdit[]) => {
    const after = head + splice(text, some) + tail;
    return { text: after, root: grammar.parse(after) };
  };
  const { broken, whole } = withoutBroken(edits, (some) => read(some).root !== undefined);
  const after = read(whole);
  if (after.root === undefined) return edits.flatMap(({ placed }) => placed ?? []);
  const spans = spansAfter(whole);
  const originals = new Map<ComparedEdit, PlacedEdit>();
  const compared = whole.map((edit, index): ComparedEdit => {
    const { start, end, placed } = edit;
    const by = head.length;
    const moved = {
      before: moveSpan({ start, end }, by),
      after: moveSpan(spans[index] ?? { start, end }, by),
      placed: placed && movedEdit(placed, by),
    };
    if (placed) originals.set(moved, placed);
    return moved;
  });
  const misread = findMisread(
    { text: before, root },
    { text: after.text, root: after.root },
    grammar,
    compared,
  );
  return [
    ...broken.flatMap(({ placed }) => placed ?? []),
    ...[...misread].flatMap((edit) => originals.get(edit) ?? []),
  ];
}

/** Sorts the edits that leave no text that can be read out, by halves: few of many take few parses. */
function withoutBroken(
  edits: readonly SectionEdit[],
  isReadable: (edits: readonly SectionEdit[]) => boolean,
): { readonly broken: readonly SectionEdit[]; readonly whole: readonly SectionEdit[] } {
  const broken = new Set<SectionEdit>();
  let left = MAX_PARSES;
  const visit = (some: readonly SectionEdit[]): void => {
    left -= 1;
    if (some.length === 0 || (left >= 0 && isReadable(some))) return;
    if (left < 0 || some.length === 1) {
      for (const edit of some) broken.add(edit);
      return;
    }
    const middle = some.length >> 1;
    visit(some.slice(0, middle));
    visit(some.slice(middle));
  };
  visit(edits);
  return { broken: [...broken], whole: edits.filter((edit) => !broken.has(edit)) };
}

type Nodes = readonly (SyntaxNode | null)[];

/**
 * Returns the edits whose replacements are read in another way than their templates and their captures: the tree of
 * the text after has to be the tree before, in which the tree of the template takes the place of the match, and in that
 * the trees of the captures the places of its variables.
 */
function findMisread(
  before: ParsedText,
  after: ParsedText,
  grammar: Grammar,
  edits: readonly ComparedEdit[],
): ReadonlySet<ComparedEdit> {
  const comparison = new TreeComparison(before, after, grammar);
  comparison.compare(edits);
  return comparison.misread;
}

/**
 * Returns true if code is read as its template, wherever it stands; undefined if that cannot be told. `shift` is the
 * offset of `before` in the text in which the places of captures count.
 */
export function isReadAsWritten(
  before: ParsedText,
  code: string,
  grammar: Grammar,
  made: PlacedEdit,
  shift: number,
): boolean | undefined {
  const placed = movedEdit(made, -shift);
  const { code: slotted } = slottedTemplate(placed.template, grammar);
  let isKnown = false;
  for (const context of grammar.contexts) {
    const wanted = readFragment(grammar, context, slotted);
    if (wanted === undefined) continue;
    const root = readFragment(grammar, context, code);
    isKnown = true;
    if (root === undefined) continue;
    const after = { text: code, root: before.root };
    const comparison = new TreeComparison(before, after, grammar);
    if (comparison.isGrafted(wanted, root, placed)) return true;
  }
  return isKnown ? false : undefined;
}

class TreeComparison {
  readonly misread = new Set<ComparedEdit>();
  readonly #before: ParsedText;
  readonly #after: ParsedText;
  readonly #grammar: Grammar;
  readonly #contexts = new Map<string, readonly Context[]>();
  readonly #templates = new Map<string, readonly SyntaxNode[] | undefined>();

  constructor(before: ParsedText, after: ParsedText, grammar: Grammar) {
    this.#before = before;
    this.#after = after;
    this.#grammar = grammar;
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
    if (old.type !== fresh.type) {
      this.#blame(edits);
      return;
    }
    if (!this.#isSound(fresh, this.#after.text) && this.#isSound(old, this.#before.text)) {
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
      const isAmongText = name === "children" && TAGS.test(old.type);
      const place = { isAmongText, isLink: isLink(old, name) };
      const isSame = this.#compareList(oldNodes, freshNodes, edits, { ...place, parent: fresh });
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
    const old = sorted(
      oldNodes,
      edits,
      ({ before }) => before,
      (node, edit) => this.#isStatementOf(node, edit),
    );
    const fresh = sorted(freshNodes, edits, ({ after }) => after);
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
      if (within.length === 0) isSame = this.#isEqual(node, other) && isSame;
      else if (node && other) this.#compareNode(node, other, within);
      else this.#blame(within);
    }
    for (const edit of new Set([...old.runs.keys(), ...fresh.runs.keys()])) {
      const [was, is] = [old.runs.get(edit), fresh.runs.get(edit)];
      const isInPlace = was === undefined || is === undefined || was.at === is.at;
      const [oldRun, freshRun] = [was?.nodes ?? [], is?.nodes ?? []];
      const isFit = freshRun.every((node) => this.#fits(place.parent, node));
      if (!isInPlace || !isFit || !this.#isReplaced(edit, oldRun, freshRun, place))
        this.#blame([edit]);
    }
    return isSame;
  }

  #isSound(node: SyntaxNode, text: string): boolean {
    return this.#grammar.isSound?.(node, text) ?? true;
  }

  #fits(parent: SyntaxNode | undefined, node: SyntaxNode | null): boolean {
    return !parent || !node || (this.#grammar.fits?.(parent, node) ?? true);
  }

  /** True if the nodes in the place of an edit are those of its template. */
  #isReplaced(
    { before, placed }: Pick<ComparedEdit, "before" | "placed">,
    old: Nodes,
    fresh: Nodes,
    place: ListPlace,
  ): boolean {
    if (placed === undefined || old.length === 0) return true;
    const [statement] = old;
    const { code, slots } = slottedTemplate(placed.template, this.#grammar);
    const inner = statement && old.length === 1 ? this.#soleChild(statement, placed) : undefined;
    if (statement && inner) {
      const isKnown = this.#contextsOf([inner], before, false).some(
        (context) => this.#read(context, code) !== undefined,
      );
      if (isKnown) {
        const [only, more] = fresh;
        if (!only || more !== undefined || only.type !== statement.type) return false;
        if (only.value !== statement.value) return false;
        return this.#isReplaced({ before, placed }, [inner], childrenOf(only), NOWHERE);
      }
    }
    const own = this.#readings(this.#contextsOf(old, before, place.isAmongText), code);
    const [text, ...others] = own;
    // Words between tags that are an expression, too, were meant as one, unless they are only what was captured.
    const isCode =
      text?.every(isText) && others.some((nodes) => !nodes.every((node) => isSlot(node, slots)));
    const first = isCode ? others[0] : text;
    if (first !== undefined)
      return this.isGrafted(place.isLink ? withoutChain(first) : first, fresh, placed);
    const all = this.#readings(this.#grammar.contexts, code);
    return all.length === 0 || all.some((nodes) => this.isGrafted(nodes, fresh, placed));
  }

  /** True if a node is the statement of a match, and its replacement can stand as a statement only. */
  #isStatementOf(node: SyntaxNode, { before, placed }: ComparedEdit): boolean {
    if (placed === undefined || !/^expression_?statement$/i.test(node.type)) return false;
    const [child, ...tokens] = childrenOf(node);
    if (!child || !isWithin(child, before) || tokens.some(({ type }) => type !== ";")) return false;
    const { code } = slottedTemplate(placed.template, this.#grammar);
    if (code.trim() === "") return true;
    const contexts = this.#contextsOf([child], before, false);
    return this.#readings(contexts, code).length === 0;
  }

  /** Returns the node that fills a statement, if that is what was matched. */
  #soleChild(node: SyntaxNode, { kind }: PlacedEdit): SyntaxNode | undefined {
    if (kind === node.type || (STATEMENT.test(kind) && STATEMENT.test(node.type))) return undefined;
    const [child, ...others] = childrenOf(node);
    const isWhole = child && child.start === node.start && child.end === node.end;
    return isWhole && others.length === 0 ? child : undefined;
  }

  /** Returns the contexts in which the code of some nodes is read as these nodes. */
  #contextsOf(nodes: Nodes, { start, end }: Span, isAmongText: boolean): readonly Context[] {
    const key = `${isAmongText} ${nodes.map((node) => node?.type).join(" ")}`;
    let contexts = this.#contexts.get(key);
    if (contexts === undefined) {
      const code = this.#before.text.slice(start, end);
      const all = this.#grammar.contexts;
      const ordered = isAmongText
        ? all.toSorted((a, b) => Number(b.isText) - Number(a.isText))
        : all;
      contexts = ordered.flatMap((context) => {
        for (let depth = 0; depth <= MAX_WRAPPED; depth += 1) {
          const read = readFragment(this.#grammar, { ...context, depth }, code);
          if (read === undefined) return [];
          if (this.#areEqual(nodes, read, code)) return [{ ...context, depth }];
        }
        return [];
      });
      this.#contexts.set(key, contexts);
    }
    return contexts;
  }

  /** Returns the ways to read a template as a fragment; as one with a comma only if nothing else was asked for. */
  #readings(contexts: readonly Context[], code: string): readonly (readonly SyntaxNode[])[] {
    return contexts.flatMap((context) => {
      const nodes = this.#read(context, code);
      return nodes === undefined || nodes.some(({ type }) => type === ",") ? [] : [nodes];
    });
  }

  #read(context: Context, code: string): readonly SyntaxNode[] | undefined {
    const key = `${context.before}\0${context.after}\0${context.depth}\0${code}`;
    if (!this.#templates.has(key))
      this.#templates.set(key, readFragment(this.#grammar, context, code));
    return this.#templates.get(key);
  }

  /** True if nodes are those of a template, with the captures in the places of its variables. */
  isGrafted(wanted: Nodes, fresh: Nodes, placed: PlacedEdit): boolean {
    const slotted = slottedTemplate(placed.template, this.#grammar);
    return this.#isGraftedList(wanted, fresh, { placed, isLink: false, ...slotted });
  }

  #isGraftedList(wanted: Nodes, fresh: Nodes, template: GraftedTemplate): boolean {
    if (wanted.some(isText) || fresh.some(isText))
      return this.#isGraftedText(wanted, fresh, template);
    const slots = wanted.map((node) => node && slotAt(node, template));
    const fixed = slots.reduce((sum, slot) => sum + (slot ? this.#countOf(slot, template) : 1), 0);
    const many = slots.filter((slot) => slot?.isMany);
    const isFlexible = (slot: Slot) => (many.length === 1 ? slot.isMany : isMade(slot, template));
    const flexible = slots.filter((slot) => slot && isFlexible(slot));
    let spare = flexible.length === 1 ? fresh.length - fixed : 0;
    if (flexible.length !== 1 && fresh.length !== fixed) return false;
    let at = 0;
    for (const [index, node] of wanted.entries()) {
      const slot = slots[index];
      if (node && slot?.isMany) {
        const count = this.#countOf(slot, template) + (isFlexible(slot) ? spare : 0);
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

  /** The number of nodes of a capture. */
  #countOf({ key, isMany }: Slot, { placed }: GraftedTemplate): number {
    if (!isMany) return 1;
    const span = placed.slots[key]?.span;
    return span === undefined ? 0 : this.#captured(span).length;
  }

  #captured(span: Span): readonly SyntaxNode[] {
    return nodesWithin(this.#before.root, span);
  }

  #isCapturedList({ key }: Slot, run: Nodes, { placed }: GraftedTemplate): boolean {
    const code = placed.slots[key];
    if (code?.made !== undefined) return this.#isMade(code.made, run);
    let nodes = code?.span === undefined ? [] : this.#captured(code.span);
    for (;;) {
      if (this.#areEqual(nodes, run)) return true;
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
      if (this.#areEqual(nodes, run, made)) return true;
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
    if (TOKENS.test(wanted.type)) return this.#areSameTokens(wanted, fresh, template);
    if (withCaptures(wanted.value, template, this.#before.text) !== bare(fresh.value)) return false;
    if (slot && wanted.fields.length === 0 && !this.#isName(template.placed.slots[slot.key]))
      return false;
    if (!this.#isSound(fresh, this.#after.text)) return false;
    return pairedFields(wanted, fresh).every(
      ([some, others, name]) =>
        others.every((node) => this.#fits(fresh, node)) &&
        this.#isGraftedList(some, others, { ...template, isLink: isLink(wanted, name) }),
    );
  }

  /** True if a node is what was captured: one of the nodes that have the place of the capture. */
  #isCapture(code: SlotCode | undefined, fresh: SyntaxNode, isLink: boolean): boolean {
    if (code?.made !== undefined) return this.#isMade(code.made, [fresh]);
    const nodes = code?.span === undefined ? [] : this.#captured(code.span);
    if (nodes.length !== 1) return false;
    for (let node = nodes[0]; node !== undefined; ) {
      if (this.#isEqual(node, fresh)) return true;
      if (node.type === "ChainExpression" && !isLink) return false; // A part of it would go on with what follows.
      const [child, ...others] = childrenOf(node);
      node = child && others.length === 0 && this.#isAll(node, child) ? child : undefined;
    }
    return false;
  }

  /** True if a node has no other code than its child. */
  #isAll(node: SyntaxNode, child: SyntaxNode): boolean {
    const { text } = this.#before;
    const around = text.slice(node.start, child.start) + text.slice(child.end, node.end);
    return around.trim() === "";
  }

  /** Compares the arguments of macros, which are tokens. */
  #areSameTokens(wanted: SyntaxNode, fresh: SyntaxNode, template: GraftedTemplate): boolean {
    const code = template.code.slice(wanted.start, wanted.end);
    const text = this.#after.text.slice(fresh.start, fresh.end);
    return withCaptures(code, template, this.#before.text) === bare(text);
  }

  /** True if a capture is a name, which may be one of another kind in another place: a key, a type. */
  #isName(code: SlotCode | undefined): boolean {
    if (code?.span === undefined) return true;
    const nodes = this.#captured(code.span);
    return nodes.every(({ type }) => NAME.test(type));
  }

  /** Compares children among which is text, in which white space has no meaning, and next to which text joins. */
  #isGraftedText(wanted: Nodes, fresh: Nodes, template: GraftedTemplate): boolean {
    const expected = wanted.flatMap((node): readonly TextItem[] => {
      if (node === null) return [];
      if (!isText(node)) {
        const slot = slotAt(node, template);
        return slot?.isMany ? this.#itemsOf(slot, template) : [{ wanted: node }];
      }
      return splitAtSlots(node.value, template).flatMap((part) =>
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
          return bare(item.text ?? "\0") === bare(other.text ?? "\0");
        if (item.wanted) return this.#isGraftedNode(item.wanted, other.node ?? null, template);
        return this.#isEqual(item.node ?? null, other.node ?? null);
      })
    );
  }

  #itemsOf({ key }: Slot, { placed }: GraftedTemplate): readonly TextItem[] {
    const { span, made } = placed.slots[key] ?? {};
    if (made !== undefined) return [{ text: made }];
    return span === undefined ? [] : this.#captured(span).map(itemOf);
  }

  #areEqual(old: Nodes, fresh: Nodes, text?: string): boolean {
    return (
      old.length === fresh.length &&
      old.every((node, index) => this.#isEqual(node, fresh[index] ?? null, text))
    );
  }

  /** True if two trees are equal; those of the same kind and the same text are. */
  #isEqual(old: SyntaxNode | null, fresh: SyntaxNode | null, text = this.#after.text): boolean {
    if (old === null || fresh === null) return old === fresh;
    if (!isSameKind(old, fresh)) return false;
    const length = old.end - old.start;
    if (length === fresh.end - fresh.start) {
      const code = this.#before.text.slice(old.start, old.end);
      if (code === text.slice(fresh.start, fresh.end)) return true;
    }
    if (bare(old.value) !== bare(fresh.value)) return false;
    return pairedFields(old, fresh).every(([some, others]) => this.#areEqual(some, others, text));
  }
}

/** A template, and the edit that was made of it. */
interface GraftedTemplate extends SlottedTemplate {
  readonly placed: PlacedEdit;
  /** See {@link ListPlace}. */
  readonly isLink: boolean;
}

/** The place of some children. */
interface ListPlace {
  /** They stand between tags. */
  readonly isAmongText: boolean;
  /** `?.` follows, so that `(a?.b)?.c` is `a?.b?.c`. */
  readonly isLink: boolean;
  /** The node that they are children of, in the text after. */
  readonly parent?: SyntaxNode;
}

const NOWHERE: ListPlace = { isAmongText: false, isLink: false };

function isLink({ value }: SyntaxNode, field: string): boolean {
  return (field === "object" || field === "callee") && value.includes("optional=true");
}

function withoutChain(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) => (node.type === "ChainExpression" ? childrenOf(node) : [node]));
}

/** A piece of a list of which some children are text. */
interface TextItem {
  readonly text?: string;
  readonly node?: SyntaxNode;
  readonly wanted?: SyntaxNode;
}

/** Nodes of tokens that the language reads later. */
const TOKENS = /^(?:token_tree|preproc_arg)$/;

/** The kinds of names, in the grammars of all languages. */
const NAME = /identifier|name|constant|variable|word|symbol|keyword/i;

const STATEMENT = /_?(statement|declaration|definition)$/i;

/** Nodes whose children may be text. */
const TAGS = /^(?:JSXElement|JSXFragment|element|document)$/;

/** Nodes of text between tags, in which white space has no meaning. */
function isText(node: SyntaxNode | null): boolean {
  return node?.type === "JSXText" || node?.type === "text";
}

function itemOf(node: SyntaxNode): TextItem {
  return isText(node) ? { text: node.value } : { node };
}

/** Joins neighbouring texts, and leaves out what is white space only. */
function joinTexts(items: readonly TextItem[]): readonly TextItem[] {
  const joined: TextItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.text !== undefined && last?.text !== undefined)
      joined[joined.length - 1] = { text: last.text + item.text };
    else joined.push(item);
  }
  return joined.filter(({ text }) => text === undefined || text.trim() !== "");
}

function splitAtSlots(text: string, { slots }: GraftedTemplate): readonly (string | Slot)[] {
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

function slotAt(node: SyntaxNode, { code, slots }: GraftedTemplate): Slot | undefined {
  return slots.find(
    ({ name }) => node.end - node.start === name.length && code.startsWith(name, node.start),
  );
}

/** True for a node that is nothing but a variable. */
function isSlot(node: SyntaxNode, slots: readonly Slot[]): boolean {
  return slots.some(
    ({ name }) => node.value.includes(name) && node.end - node.start === name.length,
  );
}

/** True if the trees do not tell how many nodes a variable stands for. */
function isMade({ key, isMany }: Slot, { placed }: GraftedTemplate): boolean {
  return isMany && placed.slots[key]?.made !== undefined;
}

/** Returns what a node says with the code of its captures, without white space. */
function withCaptures(value: string, { slots, placed }: GraftedTemplate, source: string): string {
  let text = value;
  for (const { key, name } of slots) {
    if (!text.includes(name)) continue;
    const { span, made = span === undefined ? "" : source.slice(span.start, span.end) } =
      placed.slots[key] ?? {};
    text = text.replaceAll(name, () => made);
  }
  return bare(text);
}

/** An argument `*a` is an element `*a` of a list. */
function isSameKind(a: SyntaxNode, b: SyntaxNode): boolean {
  return a.type === b.type || a.type.replace(ARGUMENT, "") === b.type.replace(ARGUMENT, "");
}

const ARGUMENT = / of arguments$/;

/** Returns a text without its white space, which changes when code moves to another column. */
function bare(text: string): string {
  return /\s/.test(text) ? text.replace(/\s+/g, "") : text;
}

/** Returns the fields of two nodes side by side; a field that one of them lacks is empty. */
function pairedFields(a: SyntaxNode, b: SyntaxNode): readonly (readonly [Nodes, Nodes, string])[] {
  const others = new Map(b.fields.map(({ name, nodes }) => [name, nodes]));
  const pairs = a.fields.map(({ name, nodes }): readonly [Nodes, Nodes, string] => {
    const other = others.get(name) ?? [];
    others.delete(name);
    return [nodes, other, name];
  });
  const more = [...others].map(([name, nodes]): readonly [Nodes, Nodes, string] => [
    [],
    nodes,
    name,
  ]);
  return [...pairs, ...more];
}

/** The children of a node, by what edits do to them. */
interface SortedNodes {
  /** The nodes in the places of edits, and the number of the others before them. */
  readonly runs: ReadonlyMap<
    ComparedEdit,
    { readonly at: number; readonly nodes: readonly SyntaxNode[] }
  >;
  /** The other nodes, with the edits inside of them. */
  readonly others: readonly {
    readonly node: SyntaxNode | null;
    readonly edits: readonly ComparedEdit[];
  }[];
  readonly inside: ReadonlySet<ComparedEdit>;
}

function sorted(
  nodes: Nodes,
  edits: readonly ComparedEdit[],
  placeOf: (edit: ComparedEdit) => Span,
  isMore: (node: SyntaxNode, edit: ComparedEdit) => boolean = () => false,
): SortedNodes {
  const runs = new Map<ComparedEdit, { at: number; nodes: SyntaxNode[] }>();
  const others: { node: SyntaxNode | null; edits: readonly ComparedEdit[] }[] = [];
  const inside = new Set<ComparedEdit>();
  for (const node of nodes) {
    const touched = node === null ? [] : touching(edits, node, placeOf);
    const cover =
      node && touched.find((edit) => isWithin(node, placeOf(edit)) || isMore(node, edit));
    if (node && cover) {
      const run = runs.get(cover) ?? { at: others.length, nodes: [] };
      run.nodes.push(node);
      runs.set(cover, run);
      continue;
    }
    for (const edit of touched) inside.add(edit);
    others.push({ node, edits: touched });
  }
  return { runs, others, inside };
}

/** Returns the edits that overlap a node. They are sorted, and do not overlap each other. */
function touching(
  edits: readonly ComparedEdit[],
  { start, end }: Span,
  placeOf: (edit: ComparedEdit) => Span,
): readonly ComparedEdit[] {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const edit = edits[middle];
    if (edit && placeOf(edit).end <= start) low = middle + 1;
    else high = middle;
  }
  const first = low;
  for (let edit = edits[low]; edit && placeOf(edit).start < end; edit = edits[low]) low += 1;
  return edits.slice(first, low);
}

function isWithin(a: Span, b: Span): boolean {
  return b.start <= a.start && a.end <= b.end;
}
