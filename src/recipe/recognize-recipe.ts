import type { Diagnostic } from "../model/diagnostic.ts";
import { isRecord } from "../shared/is-record.ts";
import { diagnosticAt, type YamlSource } from "../shared/yaml/yaml-source.ts";
import { writtenRecipeSchema } from "./recipe-schema.ts";

/** The advice for a file that was named in the place of a recipe: a hook may have appended it. */
export const BEHIND_DASHES =
  "Put `--` in front of the names of files: `sluice preview RECIPE -- FILE…`. A hook that " +
  "appends names ends with `--`.";

/**
 * Returns one error for a file of something else, in the place of one for each key. A file is a recipe, right or wrong,
 * if it has steps, or the version of a recipe, or no key that a recipe has not.
 */
export function otherFileFault({ value, path, placeOf }: YamlSource): Diagnostic | undefined {
  if (!isRecord(value) || "steps" in value || typeof value.version === "number") return undefined;
  if (Object.keys(value).every((key) => key in writtenRecipeSchema.shape)) return undefined;
  const message = `\`${path}\` is not a recipe: it has no \`steps\`.`;
  return diagnosticAt(placeOf([]), "not-a-recipe", message, { hint: BEHIND_DASHES });
}
