import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { TRANSFORM_APIS } from "../../model/recipe/call-step.ts";
import { isRecord } from "../../shared/is-record.ts";
import { duration, globs, id, languageNames, map, text } from "../../shared/schema/schema-parts.ts";
import { writtenAstEditSchema } from "./ast-edit-schema.ts";
import { COMMAND_KEYS, commandFields } from "./command-schema.ts";
import { formatSchema } from "./format-schema.ts";
import { PROMPT_KEYS, promptFields } from "./prompt-schema.ts";

/** The keys of a step that calls a function over files, as written. */
const transformFields = {
  transform: text.optional(),
  api: z.enum(TRANSFORM_APIS).optional(),
  paths: globs.min(1).optional(),
  per: z.enum(["step", "file", "match"]).optional(),
  params: map.optional(),
};

/** The keys that only such a step can have. */
const TRANSFORM_KEYS = ["api", "params"] as const;

/** The keys of all steps that run code over files. */
const CODE_KEYS = ["paths", "per"] as const;

const call = {
  id: id.optional(),
  ast_edit: writtenAstEditSchema.optional(),
  tool: text.optional(),
  with: map.optional(),
  languages: languageNames.optional(),
  timeout: duration.optional(),
  format: formatSchema.optional(),
  ...transformFields,
  ...commandFields,
};

/** The keys that a step can have and a call of a group cannot, with the reason. */
const NOT_IN_PARALLEL = {
  prompt:
    "cannot be in `parallel`, because a prompt is a conversation with its own batches; make it a step",
  uses: "cannot be in `parallel`, because a recipe may have several steps; make it a step",
  when: "cannot be in `parallel`, because the calls of a group run together; give `when` to the group",
} as const;

const CALL_KINDS = ["ast_edit", "tool", "transform", "command"] as const;

const writtenCallSchema = z
  .strictObject({
    ...call,
    prompt: z.unknown().optional(),
    uses: z.unknown().optional(),
    when: z.unknown().optional(),
  })
  .superRefine((step, context) => {
    for (const key of ["prompt", "uses", "when"] as const)
      if (step[key] !== undefined)
        context.addIssue({ code: "custom", message: NOT_IN_PARALLEL[key], path: [key] });
    const kinds = CALL_KINDS.filter((kind) => step[kind] !== undefined);
    if (step.prompt === undefined && step.uses === undefined && kinds.length !== 1)
      context.addIssue({
        code: "custom",
        message: "must have exactly one of `ast_edit`, `tool`, `transform` and `command`",
      });
  })
  .superRefine(reportStrayKeys);

const KINDS = [...CALL_KINDS, "uses", "parallel", "prompt"] as const;

/** A step, as written. */
export const writtenStepSchema = z
  .strictObject({
    ...call,
    ...promptFields,
    uses: text.max(INPUT_LIMITS.globLength).optional(),
    when: text.max(INPUT_LIMITS.expressionLength).optional(),
    parallel: z.array(writtenCallSchema).min(1).max(INPUT_LIMITS.parallelCalls).optional(),
  })
  .refine(
    (step) => KINDS.filter((kind) => step[kind] !== undefined).length === 1,
    "must have exactly one of `ast_edit`, `tool`, `transform`, `command`, `uses`, `parallel` and `prompt`",
  )
  .superRefine(reportStrayKeys);

/** Reports keys that belong to another kind of step. */
function reportStrayKeys(step: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const report = (key: string, message: string) =>
    context.addIssue({ code: "custom", message, path: [key] });
  const hasTool = step.tool !== undefined;
  const hasPrompt = step.prompt !== undefined;
  if (step.with !== undefined && !hasTool && step.uses === undefined)
    report("with", "belongs to a `tool` or to `uses`");
  const hasTransform = step.transform !== undefined;
  const hasCode = hasTransform || step.command !== undefined;
  if (step.timeout !== undefined && !hasTool && !hasPrompt && !hasCode)
    report("timeout", "belongs to a `tool`, a `transform`, a `command` or a `prompt`");
  const hasFiles = step.ast_edit !== undefined || hasCode || step.parallel !== undefined;
  if (step.languages !== undefined && !hasFiles)
    report("languages", "belongs to an `ast_edit`, a `transform` or a `command`");
  const strays = [
    [CODE_KEYS, hasCode, "a `transform` or a `command`"],
    [TRANSFORM_KEYS, hasTransform, "a `transform`"],
    [COMMAND_KEYS, step.command !== undefined, "a `command`"],
  ] as const;
  for (const [keys, isThere, owner] of strays)
    for (const key of keys)
      if (step[key] !== undefined && !isThere) report(key, `belongs to ${owner}`);
  for (const key of ["lang", "languages"] as const)
    if (step.languages !== undefined && isRecord(step.ast_edit) && step.ast_edit[key] !== undefined)
      report(
        "languages",
        `cannot be given beside \`${key}\` of its \`ast_edit\`; give one of them`,
      );
  if (hasPrompt) return;
  for (const key of PROMPT_KEYS) if (step[key] !== undefined) report(key, "belongs to a `prompt`");
}

export type WrittenStep = z.infer<typeof writtenStepSchema>;
export type WrittenCall = Omit<z.infer<typeof writtenCallSchema>, "prompt" | "uses" | "when">;
