import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { publishSchema } from "../../policy/load/publish-schema.ts";
import { once } from "../../shared/once.ts";
import { globFault } from "../../shared/paths/glob-fault.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import { byForm } from "../../shared/schema/by-form.ts";
import { globs, line, text } from "../../shared/schema/schema-parts.ts";
import { otherNames } from "../../shared/schema/shape.ts";

const inputs = () =>
  z
    .record(
      z.string(),
      z.union(
        [z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))],
        "must be a text, a number, true or false, or a list of texts and numbers",
      ),
    )
    .optional();

const address = () => line.max(INPUT_LIMITS.globLength);

/** A glob, a folder or a file of a repository. */
const below = () =>
  text.max(INPUT_LIMITS.globLength).superRefine((value, context) => {
    const fault = pathFault(value) ?? globFault(value);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });

const entrySchema = once(() => {
  const schema = z.strictObject({
    path: address().optional(),
    url: address().optional(),
    forge: z.enum(["github", "gitlab"]).optional(),
    org: address().optional(),
    topic: line.optional(),
    language: line.optional(),
    exclude: globs.optional(),
    archived: z.boolean().optional(),
    ref: address().optional(),
    inputs: inputs(),
    paths: z.array(below()).min(1).max(INPUT_LIMITS.globs).optional(),
  });
  otherNames.add(schema, {
    branch: "ref",
    commit: "ref",
    tag: "ref",
    repo: "url",
    repository: "url",
    group: "org",
    owner: "org",
    with: "inputs",
    include: "paths",
    files: "paths",
  });
  return schema;
});

/** A fleet file as written. */
export const writtenFleetSchema = once(() => {
  const schema = z.strictObject({
    version: z.literal(1),
    recipes: z.array(text).min(1).max(INPUT_LIMITS.recipes),
    policy: text,
    inputs: inputs(),
    publish: byForm(
      { boolean: z.boolean(), map: publishSchema() },
      "true for the policy's own `publish`, or a map like that one",
    ).optional(),
    repositories: z
      .array(byForm({ text: address(), map: entrySchema() }, "a path, an address, or a map"))
      .min(1)
      .max(INPUT_LIMITS.fleetRepositories),
  });
  otherNames.add(schema, {
    recipe: "recipes",
    repos: "repositories",
    repository: "repositories",
    projects: "repositories",
    with: "inputs",
    policies: "policy",
    pulls: "publish",
  });
  return schema;
});

export type WrittenFleet = z.infer<ReturnType<typeof writtenFleetSchema>>;

/** An entry of `repositories` as a map. */
export type WrittenEntry = Exclude<WrittenFleet["repositories"][number], string>;
