import { writtenProjectSchema } from "../../config/project/project-schema.ts";
import { describeSchema, type Words } from "./describe-schema.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

/** What the keys of a project file mean; docs/project-file.md says more. */
const PROJECT_WORDS: Words = {
  version: "The version of the format: 1.",
  recipes:
    "The recipes that a command without recipes runs, in order: names, paths, folders, globs.",
  "recipes.recipe": "The name of a recipe, a path, a folder or a glob.",
  "recipes.inputs": "Values of its inputs, by name.",
  policy:
    "The policy: a file, or `safe`, `hold-all` or `apply-all`. Default: `sluice.policy.yaml` beside this file.",
  reports: "Reports, each as FORMAT or FORMAT=PATH.",
  paths: "Only files that one of these globs matches, or below one of these folders.",
  exclude: "No file that one of these globs matches, or below one of these folders.",
};

/** Returns the JSON Schema of a project file. */
export function projectJsonSchema(): JsonSchema {
  const schema = jsonSchemaOf(writtenProjectSchema());
  describeSchema(schema, PROJECT_WORDS);
  return schema;
}
