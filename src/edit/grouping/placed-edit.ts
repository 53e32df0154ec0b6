import type { Language } from "../language/language.ts";
import type { Template } from "../replacement/template.ts";
import { moveSpan, type Span } from "../text/span.ts";

/** The code that took the place of a variable of a template. */
export interface SlotCode {
  /** Its place in the text before; undefined for a text that was made, and for a name that was bound to nothing. */
  readonly span: Span | undefined;
  /** The text as it was made, if it was. */
  readonly made: string | undefined;
}

/** The texts before and after some code. */
export type Wrapper = readonly [open: string, close: string];

/** A replacement, and what it was made of. Offsets count in the text before the edits. Plain data. */
export interface PlacedEdit extends Span {
  readonly opId: string;
  readonly template: Template;
  /** The code of each variable, by {@link slotKey}. */
  readonly slots: Readonly<Record<string, SlotCode>>;
  /** The kind of the matched node in the grammar of the engine. */
  readonly kind: string;
  /** What may be written around it to keep it together: parentheses, or braces and a fragment between tags. */
  readonly wrappers: readonly Wrapper[];
  /** The statements that decide how it is read (./region.ts). Undefined if the whole text may. */
  readonly region: Span | undefined;
  /** It keeps what the pattern does not say (`layout: keep`). Undefined if it does not. */
  readonly isKept?: true;
  /** Imports that joined the replacement: they stand before its own text. Undefined if none did. */
  readonly imports?: string;
}

/** A replacement that may get parentheses. */
export interface OpenReplacement {
  readonly placed: PlacedEdit;
  readonly language: Language;
  /** Writes it from another template with the same variables. */
  readonly write: (template: Template) => string;
}

/** Returns the key of a variable among the slots of an edit. */
export function slotKey({ kind, name }: Exclude<Template[number], string>): string {
  return `${kind} ${name}`;
}

/** Moves an edit, with the places of its captures. */
export function movedEdit(placed: PlacedEdit, by: number): PlacedEdit {
  if (by === 0) return placed;
  const slots = Object.fromEntries(
    Object.entries(placed.slots).map(([key, { span, made }]) => [
      key,
      { made, span: span && moveSpan(span, by) },
    ]),
  );
  const region = placed.region && moveSpan(placed.region, by);
  return { ...moveSpan(placed, by), slots, region };
}

/** A variable of a template, and the name that stands in its place. */
export interface Slot {
  readonly key: string;
  readonly name: string;
  /** It may stand for any number of nodes. */
  readonly isMany: boolean;
}

/** A template as code: each variable is a name that occurs nowhere else. */
export interface SlottedTemplate {
  readonly code: string;
  readonly slots: readonly Slot[];
}

/** The way in which a language writes a name (./grammar.ts). */
interface NameWriter {
  readonly slot: (name: string) => string;
}

const slotted = new WeakMap<Template, Map<NameWriter, SlottedTemplate>>();

/** Writes a template as code of its language. */
export function slottedTemplate(template: Template, grammar: NameWriter): SlottedTemplate {
  const byGrammar = slotted.get(template) ?? new Map<NameWriter, SlottedTemplate>();
  slotted.set(template, byGrammar);
  const before = byGrammar.get(grammar);
  if (before !== undefined) return before;
  const texts = template.filter((part) => typeof part === "string").join("");
  let stem = "zslot";
  while (texts.includes(stem)) stem += "z";
  const slots = new Map<string, Slot>();
  const code = template.map((part) => {
    if (typeof part === "string") return part;
    const key = slotKey(part);
    const slot = slots.get(key) ?? {
      key,
      name: grammar.slot(`${stem}${slots.size}q`),
      isMany: part.kind !== "single",
    };
    slots.set(key, slot);
    return slot.name;
  });
  const made = { code: code.join(""), slots: [...slots.values()] };
  byGrammar.set(grammar, made);
  return made;
}
