import type { EditOp } from "../../model/edit.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { WrittenOp } from "../schema/ast-edit-schema.ts";

/** An op as it is written, with what its step says for all ops that have a pattern. */
export function normalizeOp(
  { pat, rule, out, selector, strictness, ...ruleParts }: WrittenOp,
  id: string,
  ofStep: Pick<WrittenOp, "selector" | "strictness">,
): EditOp {
  if (rule !== undefined) return { kind: "rule", id, rule, out, ...definedOnly(ruleParts) };
  if (pat === undefined || typeof out !== "string")
    throw new Error("The schema lets no op without a pattern or a rule pass.");
  const selecting = { ...definedOnly(ofStep), ...definedOnly({ selector, strictness }) };
  return { kind: "pattern", id, pat, out, ...selecting };
}
