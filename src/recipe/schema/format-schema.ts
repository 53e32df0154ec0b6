import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { PATH_ARGUMENT } from "../../model/recipe/format-params.ts";
import { FILES_ARGUMENT } from "../../model/recipe/program-params.ts";
import { byForm } from "../../shared/schema/by-form.ts";
import {
  programArgument,
  programKeys,
  programWithArguments,
} from "../../shared/schema/program-schema.ts";
import { duration, globs } from "../../shared/schema/schema-parts.ts";

/** A formatter, as written. */
const formatter = z
  .strictObject({
    run: programWithArguments,
    input: z.enum(["stdin", "files"]).optional(),
    paths: globs.min(1).optional(),
    timeout: duration.optional(),
    ...programKeys,
  })
  .superRefine(({ run, input = "stdin", ...keys }, context) => {
    const report = (path: string, message: string) =>
      context.addIssue({ code: "custom", message, path: [path] });
    const fault = runFault(run, input);
    if (fault !== undefined) report("run", fault);
    for (const key of ["batch", "link"] as const)
      if (keys[key] !== undefined && input === "stdin") report(key, "belongs to `input: files`");
  });

const FORMS = "must be one program with its arguments, or a list of maps with `run`";

/** The arguments of one program, or several formatters. */
const list = z
  .array(byForm({ text: programArgument, map: formatter }, "a text, or a map with `run`"))
  .min(1)
  .superRefine((items, context) => {
    const report = (message: string) => context.addIssue({ code: "custom", message });
    const words = items.filter((item) => typeof item === "string");
    if (words.length > 0 && words.length < items.length) report(FORMS);
    const fault = words.length === items.length ? runFault(words, "stdin") : undefined;
    if (fault !== undefined) report(fault);
    if (words.length === 0 && items.length > INPUT_LIMITS.formatters)
      report(`must have at most ${INPUT_LIMITS.formatters} entries`);
  });

/** The key `format` of a recipe and of a step, as written: one formatter, several for different files, or none. */
export const formatSchema = byForm(
  {
    boolean: z.literal(false),
    list,
    map: formatter,
  },
  "a program with its arguments, a map with `run`, a list of such maps, or `false`",
);

export type WrittenFormat = z.infer<typeof formatSchema>;

/** Returns what is wrong with a program and its arguments, for its input. */
function runFault(
  [program = "", ...words]: readonly string[],
  input: "stdin" | "files",
): string | undefined {
  if (program.trim() === "" || program === FILES_ARGUMENT || program.includes(PATH_ARGUMENT))
    return "must begin with the name of a program";
  const hasFiles = words.includes(FILES_ARGUMENT);
  if (input === "files" && !hasFiles)
    return `must have the argument \`${FILES_ARGUMENT}\`, because of \`input: files\``;
  return input === "stdin" && hasFiles
    ? `can have \`${FILES_ARGUMENT}\` only with \`input: files\`; \`${PATH_ARGUMENT}\` stands for one path`
    : undefined;
}
