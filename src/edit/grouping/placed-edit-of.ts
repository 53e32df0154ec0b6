import { dialectOf } from "../../syntax/estree.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { kindOf } from "../engine/engine.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import { type PlacedEdit, type SlotCode, slotKey } from "./placed-edit.ts";
import { regionAround } from "./region.ts";
import { wrappersFor } from "./wrappers.ts";

/** Returns what the replacement of a match was made of. */
export function placedEditOf(
  { match, replacement, captures, made }: AcceptedMatch,
  { language, fix: { template } }: CompiledOp,
): PlacedEdit {
  const { start, end, opId, text } = replacement;
  const slots: Record<string, SlotCode> = {};
  for (const part of template) {
    if (typeof part === "string") continue;
    const { kind, name } = part;
    slots[slotKey(part)] =
      kind === "transformed"
        ? { span: undefined, made: made(name) ?? "" }
        : { span: captures[kind](name), made: undefined };
  }
  const wrappers = wrappersFor(match, language);
  const isLocal = dialectOf(language) !== undefined && !/\b(?:await|yield)\b|^\s*["']/.test(text);
  const region = isLocal ? regionAround(match) : undefined;
  const isAround = region && region.start <= start && end <= region.end;
  return {
    start,
    end,
    opId,
    template,
    slots,
    kind: kindOf(match),
    region: isAround ? region : undefined,
    wrappers,
  };
}
