import { z } from "zod";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import { CHANGE_CLASSES } from "../model/recipe/change-class.ts";
import { PARENS } from "../model/recipe/parens.ts";
import { LEFTOVER_CHOICES } from "../model/search/leftovers.ts";
import { isRecord } from "../shared/is-record.ts";
import { parsersSchema } from "../shared/schema/parsers.ts";
import { glob, globs, id, languageNames, map, text } from "../shared/schema/schema-parts.ts";
import { otherPlaces } from "../shared/schema/shape.ts";
import { formatSchema } from "./schema/format-schema.ts";
import { writtenHookSchema } from "./schema/hook-schema.ts";
import { promptKeys, promptText } from "./schema/prompt-schema.ts";
import { hintOnEditKey } from "./steps/ast-edit/ast-edit-schema.ts";
import { CALL_KIND_NAMES, callKeys, STEP_KIND_NAMES, STEP_KINDS } from "./steps/step-kinds.ts";

/** The keys that a step can have and a call of a group cannot, with the reason. */
const NOT_IN_PARALLEL = {
  prompt:
    "cannot be in `parallel`, because a prompt is a conversation with its own batches; make it a step",
  uses: "cannot be in `parallel`, because a recipe may have several steps; make it a step",
  when: "cannot be in `parallel`, because the calls of a group run together; give `when` to the group",
} as const;

const writtenCallSchema = z
  .strictObject({
    ...callKeys,
    prompt: z.unknown().optional(),
    uses: z.unknown().optional(),
    when: z.unknown().optional(),
  })
  .superRefine((step, context) => {
    for (const key of ["prompt", "uses", "when"] as const)
      if (step[key] !== undefined)
        context.addIssue({ code: "custom", message: NOT_IN_PARALLEL[key], path: [key] });
    const kinds = CALL_KIND_NAMES.filter((kind) => step[kind] !== undefined);
    if (step.prompt === undefined && step.uses === undefined && kinds.length !== 1)
      context.addIssue({ code: "custom", message: oneOf(CALL_KIND_NAMES) });
  })
  .superRefine(reportStrayKeys);

/** A step, as written. */
const writtenStepSchema = z
  .strictObject({
    ...callKeys,
    prompt: promptText.optional(),
    ...promptKeys,
    uses: text.max(INPUT_LIMITS.globLength).optional(),
    when: text.max(INPUT_LIMITS.expressionLength).optional(),
    parallel: z.array(writtenCallSchema).min(1).max(INPUT_LIMITS.parallelCalls).optional(),
  })
  .refine(
    (step) => STEP_KIND_NAMES.filter((kind) => step[kind] !== undefined).length === 1,
    oneOf(STEP_KIND_NAMES),
  )
  .superRefine(reportStrayKeys);

/** A recipe file, as written (docs/design/recipe.md). */
export const writtenRecipeSchema = z.strictObject({
  version: z.literal(1),
  name: id.optional(),
  description: z.string().optional(),
  class: z.enum(CHANGE_CLASSES).optional(),
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
  parens: z.enum(PARENS).optional(),
  leftovers: z.enum(LEFTOVER_CHOICES).optional(),
  expect: z
    .strictObject({
      minReplacements: z.int().min(0).optional(),
      maxReplacements: z.int().min(0).optional(),
      minFiles: z.int().min(0).optional(),
      maxFiles: z.int().min(0).optional(),
    })
    .optional(),
  format: formatSchema.optional(),
  parsers: parsersSchema.optional(),
  onHeld: z.enum(["skip-file", "stop", "continue"]).optional(),
  tools: z.array(glob).min(1).max(INPUT_LIMITS.extensions).optional(),
  hooks: z.array(writtenHookSchema).min(1).max(INPUT_LIMITS.extensions).optional(),
  steps: z.array(writtenStepSchema).min(1).max(INPUT_LIMITS.steps),
});

for (const schema of [writtenRecipeSchema, writtenStepSchema, writtenCallSchema])
  otherPlaces.add(schema, { hintOn: hintOnEditKey });

export type WrittenRecipe = z.infer<typeof writtenRecipeSchema>;
export type WrittenStep = z.infer<typeof writtenStepSchema>;
export type WrittenCall = Omit<z.infer<typeof writtenCallSchema>, "prompt" | "uses" | "when">;

function oneOf(names: readonly string[]): string {
  return `must have exactly one of ${joined(
    names.map((name) => `\`${name}\``),
    "and",
  )}`;
}

/** Reports keys that belong to other kinds of steps. */
function reportStrayKeys(step: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const report = (key: string, message: string) =>
    context.addIssue({ code: "custom", message, path: [key] });
  const present = STEP_KIND_NAMES.filter((kind) => step[kind] !== undefined);
  for (const [key, value] of Object.entries(step)) {
    if (value === undefined) continue;
    const owners = STEP_KIND_NAMES.filter((kind) => mayHave(kind, key));
    if (owners.length === 0 || owners.some((kind) => present.includes(kind))) continue;
    const nouns = owners.flatMap((kind) => STEP_KINDS[kind].noun ?? []);
    report(key, `belongs to ${joined(nouns, "or")}`);
  }
  for (const key of ["lang", "languages"] as const)
    if (step.languages !== undefined && isRecord(step.ast_edit) && step.ast_edit[key] !== undefined)
      report(
        "languages",
        `cannot be given beside \`${key}\` of its \`ast_edit\`; give one of them`,
      );
}

function mayHave(kind: (typeof STEP_KIND_NAMES)[number], key: string): boolean {
  const { keys, takes } = STEP_KINDS[kind];
  return Object.hasOwn(keys, key) || takes.some((name) => name === key);
}

/** Joins names with commas, and the last one with a word. */
function joined(names: readonly string[], word: string): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(` ${word} `);
}
