import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { FILES_ARGUMENT } from "../../model/recipe/call-step.ts";
import { count, globs } from "../../shared/schema/schema-parts.ts";

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "must be the name of an environment variable");

/** A program or an argument: taken as it is. */
export const programArgument = z
  .string()
  .refine((value) => !value.includes("\0"), "must not have a NUL character")
  .refine(
    (value) => value === FILES_ARGUMENT || !value.includes(FILES_ARGUMENT),
    `must be \`${FILES_ARGUMENT}\` alone: the files are arguments of their own`,
  );

/** A program with its arguments. */
export const programWithArguments = z
  .array(programArgument)
  .min(1)
  .refine(
    ([program]) => program?.trim() !== "" && program !== FILES_ARGUMENT,
    "must begin with the name of a program",
  );

/** The keys of a step that runs a program over files, as written; `paths` and `per` are those of a transform, too. */
export const commandFields = {
  command: programWithArguments.optional(),
  batch: count.max(INPUT_LIMITS.globs * 100).optional(),
  cwd: z.string().trim().min(1).max(INPUT_LIMITS.globLength).optional(),
  env: z.array(variable).max(INPUT_LIMITS.globs).optional(),
  ok: z.array(z.int().min(0).max(255)).min(1).optional(),
  link: globs.min(1).optional(),
};

/** The keys that only such a step can have. */
export const COMMAND_KEYS = ["batch", "cwd", "env", "ok", "link"] as const;
