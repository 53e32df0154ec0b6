import { compileOp } from "../../../edit/compile/compile-op.ts";
import { standsAlone } from "../../../edit/grouping/stands-alone.ts";
import type { Language } from "../../../edit/language/language.ts";
import { parseTemplate } from "../../../edit/replacement/parse-template.ts";
import type { Template } from "../../../edit/replacement/template.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { EditOp } from "../../../model/edit.ts";
import type { PlaceInText } from "../../../model/recipe/recipe.ts";
import { isRecord } from "../../../shared/is-record.ts";

/** A pattern, and the template that takes the place of its matches. */
interface Replaced {
  readonly pattern: string;
  readonly template: Template;
}

/**
 * Tells if the template of an op is no whole code, such as `$A +`, in any language in which the op is valid: how it is
 * read in its place cannot be known then. Says nothing if that cannot be told: without a pattern, or if the pattern is
 * no whole code itself.
 */
export function findNotWhole(
  op: EditOp,
  languages: readonly Language[],
  place: PlaceInText,
): readonly Diagnostic[] {
  const replaced = replacedBy(op);
  if (replaced === undefined) return [];
  const found = languagesNotWhole(op, replaced, languages);
  if (found.length === 0) return [];
  return [
    {
      code: "template-not-whole",
      severity: "warning",
      message: `${op.id}: \`out\` is no whole code of ${found.join(", ")}: alone it is a syntax error.`,
      hint:
        "How it would be read in its place is not known, so that `safe` holds its edits. " +
        "Write a whole expression, statement or entry, and let the pattern match all that it replaces.",
      ...place,
    },
  ];
}

function languagesNotWhole(
  op: EditOp,
  { pattern, template }: Replaced,
  languages: readonly Language[],
): readonly Language[] {
  const found: Language[] = [];
  for (const language of languages) {
    if (compileOp(op, language).kind !== "compiled") continue;
    if (!standsAlone(parseTemplate(pattern), language, false)) continue;
    if (standsAlone(template, language, pattern.includes("<"))) return [];
    found.push(language);
  }
  return found;
}

/** Returns undefined if the replaced code is not all of what a pattern tells, or if nothing takes its place. */
function replacedBy(op: EditOp): Replaced | undefined {
  if (op.kind === "imports") return undefined;
  if (op.kind === "pattern")
    return op.selector === undefined ? asCode(op.pat, parseTemplate(op.out)) : undefined;
  const { pattern } = op.rule;
  const first: unknown = Array.isArray(op.out) ? op.out[0] : op.out;
  const fix = isRecord(first) ? first : { template: first };
  if ((fix.expandStart ?? fix.expandEnd) !== undefined) return undefined;
  if (typeof pattern !== "string" || typeof fix.template !== "string") return undefined;
  return asCode(
    pattern,
    parseTemplate(fix.template, { transformed: Object.keys(op.transform ?? {}) }),
  );
}

/** A variable alone may be a part of a token, such as the text of a string. */
function asCode(pattern: string, template: Template): Replaced | undefined {
  const isVariable = /^\$+[A-Z_0-9]+$/.test(pattern.trim());
  const isBlank = template.every((part) => typeof part === "string" && part.trim() === "");
  return isVariable || isBlank ? undefined : { pattern, template };
}
