import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { glob, globs, id, languageNames, map, text } from "../../shared/schema/schema-parts.ts";
import { formatSchema } from "./format-schema.ts";
import { writtenHookSchema } from "./hook-schema.ts";
import { writtenStepSchema } from "./step-schema.ts";

/** A recipe file, as written (docs/design/recipe.md). */
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
  languages: languageNames.optional(),
  languageGlobs: z.record(text, globs.min(1)).optional(),
  utils: z.record(text, map).optional(),
  expect: z
    .strictObject({
      minReplacements: z.int().min(0).optional(),
      maxReplacements: z.int().min(0).optional(),
      minFiles: z.int().min(0).optional(),
      maxFiles: z.int().min(0).optional(),
    })
    .optional(),
  format: formatSchema.optional(),
  onHeld: z.enum(["skip-file", "stop", "continue"]).optional(),
  tools: z.array(glob).min(1).max(INPUT_LIMITS.extensions).optional(),
  hooks: z.array(writtenHookSchema).min(1).max(INPUT_LIMITS.extensions).optional(),
  steps: z.array(writtenStepSchema).min(1).max(INPUT_LIMITS.steps),
});

export type WrittenRecipe = z.infer<typeof writtenRecipeSchema>;
