import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { FILES_ARGUMENT } from "../../model/recipe/program-params.ts";
import { count, globs } from "./schema-parts.ts";

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

/** The keys of a step and of a formatter about the start of a program, as written. */
export const programKeys = {
  batch: count.max(INPUT_LIMITS.globs * 100).optional(),
  env: z.array(variable).max(INPUT_LIMITS.globs).optional(),
  ok: z.array(z.int().min(0).max(255)).min(1).optional(),
  link: globs.min(1).optional(),
};
