import { dialectOf } from "../../syntax/dialect.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { NAME_VARIABLE } from "../compile/name-ops.ts";
import { kindOf } from "../engine/engine.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import type { Template } from "../replacement/template.ts";
import { type PlacedEdit, type SlotCode, slotKey } from "./placed-edit.ts";
import { regionAround } from "./region.ts";
import { wrappersFor } from "./wrappers.ts";

/** Words of functions, and a string at the start, which may be a directive. */
const OF_FUNCTION = /\b(?:await|yield)\b|^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*["']/;

/** Returns the code of each variable of a match, by {@link slotKey}. */
export function slotsOf(
  { captures, made }: AcceptedMatch,
  { fix: { template } }: CompiledOp,
): PlacedEdit["slots"] {
  const slots: Record<string, SlotCode> = {};
  for (const part of template) {
    if (typeof part === "string") continue;
    const { kind, name } = part;
    slots[slotKey(part)] =
      kind === "transformed"
        ? { span: undefined, made: made(name) ?? "" }
        : { span: captures[kind](name), made: undefined };
  }
  return slots;
}

/** Returns what the replacement of a match was made of. */
export function placedEditOf(
  { match, replacement }: AcceptedMatch,
  { language, fix: { template, layout } }: CompiledOp,
  slots: PlacedEdit["slots"],
): PlacedEdit {
  const { start, end, opId, text } = replacement;
  const isLocal = dialectOf(language) !== undefined && !OF_FUNCTION.test(text);
  const around = isLocal ? regionAround(match) : undefined;
  const region = around && around.start <= start && end <= around.end ? around : undefined;
  const wrappers = wrappersFor(match, language);
  const kept = layout === undefined ? {} : { isKept: true as const };
  const written = language === "java" ? withDottedNames(template, slots) : template;
  return {
    start,
    end,
    opId,
    template: written,
    slots,
    kind: kindOf(match),
    region,
    wrappers,
    ...kept,
  };
}

/** Java reads the dots of `a.b()` as parts of the call: a name with dots is code of the template. */
function withDottedNames(template: Template, slots: PlacedEdit["slots"]): Template {
  return template.map((part) => {
    const name = typeof part !== "string" && part.name.startsWith(NAME_VARIABLE) ? part : undefined;
    const made = name && slots[slotKey(name)]?.made;
    return made?.includes(".") ? made : part;
  });
}
