import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { once } from "../../shared/once.ts";
import { globFault } from "../../shared/paths/glob-fault.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import { byForm } from "../../shared/schema/by-form.ts";
import { text } from "../../shared/schema/schema-parts.ts";
import { otherNames } from "../../shared/schema/shape.ts";

/** A glob, a folder or a file below the root. */
const below = () =>
  text.max(INPUT_LIMITS.globLength).superRefine((value, context) => {
    const fault = pathFault(value) ?? globFault(value);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });

const paths = () => z.array(below()).max(INPUT_LIMITS.globs);

const inputValue = () =>
  z.union(
    [z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))],
    "must be a text, a number, true or false, or a list of texts and numbers",
  );

const useSchema = once(() => {
  const schema = z.strictObject({
    recipe: text,
    inputs: z.record(z.string(), inputValue()).optional(),
  });
  otherNames.add(schema, { with: "inputs", name: "recipe", uses: "recipe", path: "recipe" });
  return schema;
});

/** A project file, `sluice.yaml`, as written. It has nothing that consents to code, variables or servers. */
export const writtenProjectSchema = once(() => {
  const schema = z.strictObject({
    version: z.literal(1),
    recipes: z
      .array(byForm({ text, map: useSchema() }, "the name of a recipe, or a map with `recipe`"))
      .min(1)
      .max(INPUT_LIMITS.recipes),
    policy: text.optional(),
    reports: z.array(text).max(MAX_REPORTS).optional(),
    paths: paths().min(1, "must not be empty; without it all files count").optional(),
    exclude: paths().optional(),
  });
  otherNames.add(schema, {
    recipe: "recipes",
    report: "reports",
    include: "paths",
    files: "paths",
    ignore: "exclude",
    policies: "policy",
  });
  return schema;
});

/** More than there are formats. */
const MAX_REPORTS = 100;

export type WrittenProject = z.infer<ReturnType<typeof writtenProjectSchema>>;
