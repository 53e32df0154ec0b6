import { z } from "zod";
import { INPUT_LIMITS } from "../../../model/input-limits.ts";
import { CHANGE_CLASSES } from "../../../model/recipe/change-class.ts";
import { PARENS } from "../../../model/recipe/parens.ts";
import { LEFTOVER_CHOICES } from "../../../model/search/leftovers.ts";
import { count, globs, languageNames, map, text } from "../../../shared/schema/schema-parts.ts";
import { otherNames, otherPlaces } from "../../../shared/schema/shape.ts";
import { faultOfName } from "./names-in-ops.ts";
import { name, writtenImportsSchema, writtenNamesSchema } from "./names-schema.ts";
import { RESERVED } from "./reserved-words.ts";

// The content of an ast-grep rule is checked with the engine, because the engine knows its languages.
const outSchema = z.union([z.string(), map, z.null()], "must be a text, or a map with `template`");

/** The strictness of a pattern. */
export const STRICTNESS = z.enum(["cst", "smart", "ast", "relaxed", "signature", "template"]);

const MISSING = { code: "invalid_type", expected: "string" } as const;

/** The keys of an op with a `rule`. An op with a `pat` cannot have them. */
const ruleOnly = ["constraints", "utils", "transform", "rewriters"] as const;

const writtenOpSchema = z
  .strictObject({
    pat: z
      .string()
      .refine((pat) => pat.trim() !== "", "must not be empty")
      .optional(),
    rule: map.optional(),
    imports: writtenImportsSchema.optional(),
    rename: z
      .strictObject({
        name,
        to: name.refine((to) => !RESERVED.has(to), "is a reserved word"),
        kind: z.enum(["import", "variable", "function", "class", "type"]).optional(),
        exports: z.boolean().optional(),
      })
      .optional(),
    out: outSchema.optional(),
    selector: text.optional(),
    strictness: STRICTNESS.optional(),
    constraints: map.optional(),
    utils: map.optional(),
    transform: map.optional(),
    rewriters: z.array(map).optional(),
    layout: z.literal("keep").optional(),
    parens: z.enum(PARENS).optional(),
    leftovers: z.enum(LEFTOVER_CHOICES).optional(),
    names: writtenNamesSchema.optional(),
    keepImports: z.boolean().optional(),
    deleteLines: z.boolean().optional(),
    class: z.enum(CHANGE_CLASSES).optional(),
  })
  .superRefine((op, context) => {
    const issue = (message: string, ...path: string[]) =>
      context.addIssue({ code: "custom", message, path });
    const alone = op.imports === undefined ? "rename" : "imports";
    if (op[alone] !== undefined) {
      for (const key of Object.keys(op))
        if (key !== alone && key !== "class") issue(`cannot stand beside \`${alone}\``, key);
      return;
    }
    if (op.out === undefined) {
      context.addIssue({ ...MISSING, input: undefined, path: ["out"] });
      return;
    }
    if ((op.pat === undefined) === (op.rule === undefined))
      issue("must have exactly one of `pat`, `rule`, `imports` and `rename`");
    else if (op.pat !== undefined) {
      for (const key of ruleOnly)
        if (op[key] !== undefined) issue("belongs to a `rule`, not to a `pat`", key);
      if (typeof op.out === "object" && op.out !== null)
        issue("must be a text, as the op has a `pat`", "out");
    } else {
      for (const key of ["selector", "strictness"] as const)
        if (op[key] !== undefined) issue("belongs in the rule's `pattern`", key);
    }
    reportLines(op, issue);
    for (const name of Object.keys(op.names ?? {})) {
      const fault = faultOfName(name, [op]);
      if (fault !== undefined) issue(fault, "names", name);
    }
  });

/** Reports what contradicts `deleteLines`, and an empty `out:` without it, which is mostly a slip. */
function reportLines(
  { out, deleteLines, layout }: Pick<WrittenOp, "out" | "deleteLines" | "layout">,
  issue: (message: string, key: string) => void,
): void {
  if (deleteLines !== true) {
    if (out === null)
      issue('must be a text: `""` deletes the match, `deleteLines: true` lines', "out");
    return;
  }
  const text = typeof out === "object" && out !== null ? out.template : out;
  if ((text ?? "") !== "") issue("must be empty beside `deleteLines`", "out");
  if (layout !== undefined) issue("has no meaning beside `deleteLines`", "layout");
}

otherNames.add(writtenOpSchema, {
  pattern: "pat",
  find: "pat",
  search: "pat",
  match: "pat",
  fix: "out",
  replace: "out",
  replacement: "out",
  rewrite: "out",
  with: "out",
});

/** A call of `ast_edit`, as written. */
export const writtenAstEditSchema = z
  .strictObject({
    ops: z.array(writtenOpSchema).min(1).max(INPUT_LIMITS.ops).optional(),
    rules: globs.min(1).optional(),
    paths: globs.min(1).optional(),
    lang: text.optional(),
    languages: languageNames.optional(),
    selector: text.optional(),
    strictness: STRICTNESS.optional(),
    parens: z.enum(PARENS).optional(),
    leftovers: z.enum(LEFTOVER_CHOICES).optional(),
    names: writtenNamesSchema.optional(),
    per: z.enum(["step", "file", "match"]).optional(),
    passes: z.int().min(1).max(100).optional(),
    onParseError: z.enum(["skip", "edit", "fail"]).optional(),
    editGenerated: z.boolean().optional(),
    maxFiles: count.optional(),
    maxReplacements: count.optional(),
    failOnParseError: z.boolean().optional(),
  })
  .refine(({ lang, languages }) => lang === undefined || languages === undefined, {
    path: ["languages"],
    error: "cannot be used beside `lang`, which forces one language",
  })
  .refine(({ per, passes = 1 }) => per !== "match" || passes === 1, {
    path: ["passes"],
    error:
      "must be 1 when `per` is `match`: a later pass builds on changes that the policy may have left out",
  })
  .refine(
    ({ failOnParseError, onParseError = "fail" }) =>
      failOnParseError !== true || onParseError === "fail",
    { path: ["onParseError"], error: "contradicts `failOnParseError`" },
  )
  .refine(
    ({ ops, rules }) => ops !== undefined || rules !== undefined,
    "must have `ops` or `rules`",
  )
  .superRefine(({ ops = [], rules, names }, context) => {
    for (const [index, op] of ops.entries())
      if (op.keepImports !== undefined && (op.names ?? names) === undefined)
        context.addIssue({
          code: "custom",
          message: "has no meaning without `names`",
          path: ["ops", index, "keepImports"],
        });
    for (const name of Object.keys(names ?? {})) {
      const message = faultOfName(name, ops, { isElsewhere: rules !== undefined });
      if (message !== undefined)
        context.addIssue({ code: "custom", message, path: ["names", name] });
    }
  })
  .superRefine(({ ops = [], rules }, context) => {
    if (rules !== undefined || ops.some((op) => op.imports === undefined)) return;
    for (const [index, op] of ops.entries())
      if (op.imports?.when !== "always")
        context.addIssue({
          code: "custom",
          message: "needs another op, in whose files imports change, or `when: always`",
          path: ["ops", index, "imports"],
        });
  });

export type WrittenOp = z.infer<typeof writtenOpSchema>;
export type WrittenAstEdit = z.infer<typeof writtenAstEditSchema>;
export type WrittenImports = z.infer<typeof writtenImportsSchema>;

otherPlaces.add(writtenAstEditSchema, { hintOn: hintOnOpKey });

function hintOnOpKey(key: string): string | undefined {
  if (!Object.hasOwn(writtenOpSchema.shape, key)) return undefined;
  return `Write \`${key}\` on an op, below \`ops\` of \`ast_edit\`.`;
}

/** Returns a hint on a key of `ast_edit` or of its ops that stands outside of it. */
export function hintOnEditKey(key: string): string | undefined {
  if (!Object.hasOwn(writtenAstEditSchema.shape, key)) return hintOnOpKey(key);
  return `Write \`${key}\` in \`ast_edit\`.`;
}
