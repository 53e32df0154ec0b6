import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { duration, glob, globs, id, text } from "./schema-parts.ts";
import { writtenStepSchema } from "./step-schema.ts";

/** One input, as written. Rules between its fields are checked in `input-declarations.ts`. */
export const writtenInputSchema = z.strictObject({
  type: z.enum(["string", "number", "boolean", "enum", "list"]).default("string"),
  description: z.string().optional(),
  required: z.boolean().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  values: z.array(text).min(1).optional(),
});

const writtenHookSchema = z
  .strictObject({
    on: z
      .array(z.enum(["pre-tool", "post-tool", "prompt"]))
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
  )
  .refine(
    ({ on, tools }) => tools === undefined || on?.some((moment) => moment !== "prompt") !== false,
    {
      path: ["tools"],
      error: "belongs to the moments `pre-tool` and `post-tool`: a prompt calls no tool",
    },
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
      untrusted: globs.optional(),
    })
    .optional(),
  fileRefs: z
    .strictObject({
      mode: z.enum(["warn", "strict"]).optional(),
      maxBytes: z
        .int()
        .min(1)
        .max(1024 * 1024)
        .optional(),
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
export type WrittenHook = z.infer<typeof writtenHookSchema>;
