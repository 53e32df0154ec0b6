import { z } from "zod";
import { TRANSFORM_APIS } from "../../model/recipe/transform-step.ts";
import { globs, map, text } from "../../shared/schema/schema-parts.ts";

/** The keys of a step that calls a function over files, as written. */
export const transformFields = {
  transform: text.optional(),
  api: z.enum(TRANSFORM_APIS).optional(),
  paths: globs.min(1).optional(),
  per: z.enum(["step", "file", "match"]).optional(),
  params: map.optional(),
};

/** The keys that only such a step can have. */
export const TRANSFORM_KEYS = ["api", "params"] as const;

/** The keys of all steps that run code over files. */
export const CODE_KEYS = ["paths", "per"] as const;
