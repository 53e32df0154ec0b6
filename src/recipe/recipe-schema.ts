import { z } from "zod";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import { parseDuration } from "../shared/option-value.ts";

const text = z.string().trim().min(1);
const count = z.int().min(1);
const glob = text.max(INPUT_LIMITS.globLength);
const globs = z.array(glob).max(INPUT_LIMITS.globs);
const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    "must begin with a letter or digit and have only letters, digits, `.`, `_` and `-`",
  );

/** One input, as written. Rules between its fields are checked in `input-declarations.ts`. */
export const writtenInputSchema = z.strictObject({
  type: z.enum(["string", "number", "boolean", "enum", "list"]).default("string"),
  description: z.string().optional(),
  required: z.boolean().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  values: z.array(text).min(1).optional(),
});

// What stands inside of an ast-grep rule is checked with the engine, which knows its languages.
const map = z.record(z.string(), z.unknown());
const outSchema = z.union([z.string(), map], "must be a text, or a map with `template`");

/** The keys of an op that only a rule has; a pattern has the other ones. */
const ruleOnly = ["constraints", "utils", "transform", "rewriters"] as const;

const writtenOpSchema = z
  .strictObject({
    pat: z
      .string()
      .refine((pat) => pat.trim() !== "", "must not be empty")
      .optional(),
    rule: map.optional(),
    out: outSchema,
    selector: text.optional(),
    strictness: z.enum(["cst", "smart", "ast", "relaxed", "signature", "template"]).optional(),
    constraints: map.optional(),
    utils: map.optional(),
    transform: map.optional(),
    rewriters: z.array(map).optional(),
  })
  .superRefine((op, context) => {
    const issue = (message: string, ...path: string[]) =>
      context.addIssue({ code: "custom", message, path });
    if ((op.pat === undefined) === (op.rule === undefined))
      issue("must have exactly one of `pat` and `rule`");
    else if (op.pat !== undefined) {
      for (const key of ruleOnly)
        if (op[key] !== undefined) issue("belongs to a `rule`, not to a `pat`", key);
      if (typeof op.out !== "string") issue("must be a text, as the op has a `pat`", "out");
    } else {
      for (const key of ["selector", "strictness"] as const)
        if (op[key] !== undefined) issue("belongs into the rule's `pattern`", key);
    }
  });

/** A call of `ast_edit`, as written. */
export const writtenAstEditSchema = z
  .strictObject({
    ops: z.array(writtenOpSchema).min(1).max(INPUT_LIMITS.ops).optional(),
    rules: globs.min(1).optional(),
    paths: globs.min(1).optional(),
    lang: text.optional(),
    selector: text.optional(),
    strictness: z.enum(["cst", "smart", "ast", "relaxed", "signature", "template"]).optional(),
    per: z.enum(["step", "file", "match"]).optional(),
    passes: z.int().min(1).max(100).optional(),
    onParseError: z.enum(["skip", "edit", "fail"]).optional(),
    editGenerated: z.boolean().optional(),
    maxFiles: count.optional(),
    maxReplacements: count.optional(),
    failOnParseError: z.boolean().optional(),
  })
  .refine(({ per, passes = 1 }) => per !== "match" || passes === 1, {
    path: ["passes"],
    error:
      "must be 1 where `per` is `match`: a later pass builds on what a policy may have left out",
  })
  .refine(
    ({ failOnParseError, onParseError = "fail" }) =>
      failOnParseError !== true || onParseError === "fail",
    { path: ["onParseError"], error: "says something else than `failOnParseError`" },
  )
  .refine(
    ({ ops, rules }) => ops !== undefined || rules !== undefined,
    "must have `ops` or `rules`",
  );

const duration = text.refine(
  (value) => "value" in parseDuration(value),
  "must be a duration with a unit: 500ms, 30s, 10m, 2h",
);

const call = {
  id: id.optional(),
  ast_edit: writtenAstEditSchema.optional(),
  tool: text.optional(),
  with: map.optional(),
  timeout: duration.optional(),
};

const writtenCallSchema = z
  .strictObject(call)
  .refine(
    (step) => (step.ast_edit === undefined) !== (step.tool === undefined),
    "must have exactly one of `ast_edit` and `tool`",
  )
  .superRefine(belongsToTool);

const writtenStepSchema = z
  .strictObject({
    ...call,
    parallel: z.array(writtenCallSchema).min(1).max(INPUT_LIMITS.parallelCalls).optional(),
  })
  .refine(
    ({ ast_edit, tool, parallel }) =>
      [ast_edit, tool, parallel].filter((kind) => kind !== undefined).length === 1,
    "must have exactly one of `ast_edit`, `tool` and `parallel`",
  )
  .superRefine(belongsToTool);

function belongsToTool(step: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  for (const key of ["with", "timeout"])
    if (step[key] !== undefined && step.tool === undefined)
      context.addIssue({ code: "custom", message: "belongs to a `tool`", path: [key] });
}

const writtenHookSchema = z
  .strictObject({
    on: z
      .array(z.enum(["pre-tool", "post-tool"]))
      .min(1)
      .optional(),
    tools: globs.min(1).optional(),
    run: z.array(z.string().min(1)).min(1).optional(),
    module: text.optional(),
    timeout: duration.optional(),
  })
  .refine(
    ({ run, module }) => (run === undefined) !== (module === undefined),
    "must have exactly one of `run` and `module`",
  );

/** A recipe file, as written (DESIGN.md, "Recipe, version 1"). */
export const writtenRecipeSchema = z.strictObject({
  version: z.literal(1),
  name: id.optional(),
  description: z.string().optional(),
  inputs: z.unknown().optional(), // Checked one by one in `input-declarations.ts`.
  scope: z
    .strictObject({
      include: globs.min(1).optional(),
      exclude: globs.optional(),
      readonly: globs.optional(),
    })
    .optional(),
  languageGlobs: z.record(text, globs.min(1)).optional(),
  expect: z
    .strictObject({
      minReplacements: z.int().min(0).optional(),
      maxReplacements: z.int().min(0).optional(),
      minFiles: z.int().min(0).optional(),
      maxFiles: z.int().min(0).optional(),
    })
    .optional(),
  tools: z.array(glob).min(1).max(INPUT_LIMITS.extensions).optional(),
  hooks: z.array(writtenHookSchema).min(1).max(INPUT_LIMITS.extensions).optional(),
  steps: z.array(writtenStepSchema).min(1).max(INPUT_LIMITS.steps),
});

export type WrittenInput = z.infer<typeof writtenInputSchema>;
export type WrittenRecipe = z.infer<typeof writtenRecipeSchema>;
export type WrittenOp = z.infer<typeof writtenOpSchema>;
export type WrittenStep = z.infer<typeof writtenStepSchema>;
export type WrittenCall = z.infer<typeof writtenCallSchema>;
export type WrittenAstEdit = z.infer<typeof writtenAstEditSchema>;
export type WrittenHook = z.infer<typeof writtenHookSchema>;
