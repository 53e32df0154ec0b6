import { z } from "zod";
import { isOwnModule, TRANSFORM_APIS, type TransformStep } from "../../model/recipe/call-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import { map, text } from "../../shared/schema/schema-parts.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { valueAt } from "../inputs/value-at.ts";
import { normalizePath, normalizePaths, type StepNormalizing } from "./normalize-paths.ts";
import {
  belowPaths,
  type CallKind,
  FILE_KEYS,
  granularityOf,
  perUnit,
  placedLanguages,
  type WrittenCallOf,
  type WrittenKeys,
} from "./step-kind.ts";

const keys = {
  api: z.enum(TRANSFORM_APIS).optional(),
  ...FILE_KEYS,
  params: map.optional(),
};

type WrittenTransform = WrittenCallOf<string> & WrittenKeys<typeof keys>;

/** `transform`: calls a function of a module over files. */
export const TRANSFORM = {
  noun: "a `transform`",
  schema: text,
  keys,
  takes: ["languages", "timeout", "by"],
  words: {
    transform:
      "A module whose function is called for each file: `./codemod.ts`, relative to the root, or a " +
      "package of the project. Needs `--allow-code`.",
    api: "The form of the module. Default: found out from the module, if that is certain.",
    params: "Values that the function gets.",
  },
  normalize,
  codeOf: ({ params: { module }, place }) => ({ module, place }),
  summaryOf: ({ params: { module, paths, per } }) =>
    `transforms files${belowPaths(paths)} with ${module}${perUnit(per)}`,
  deciderOf: ({ params }) =>
    `It calls the transform ${params.module}, which decides for each file.`,
} satisfies CallKind<WrittenTransform, TransformStep>;

/** The default time limit of one file. */
const FILE_TIMEOUT = "30s";

function normalize(
  { id, value: module, api, paths = [], per, languages, timeout }: WrittenTransform,
  at: YamlPath,
  normalizing: StepNormalizing,
): TransformStep {
  const chosen = normalizePaths(paths, [...at, "paths"], normalizing);
  const params = valueAt(normalizing.value, [...at, "params"]);
  // Also the name of a package: its path must not lead out of the root.
  const path = normalizePath(module, [...at, "transform"], normalizing);
  return {
    kind: "transform",
    id,
    params: {
      module: isOwnModule(module) ? `./${path}` : module,
      ...definedOnly({ api, languages }),
      paths: chosen.length === 0 ? ["**"] : chosen,
      per: granularityOf(per) ?? "step",
      params: isRecord(params) ? params : {},
      timeout: milliseconds(timeout ?? FILE_TIMEOUT),
    },
    place: normalizing.source.placeOf([...at, "transform"]),
    languages: placedLanguages(languages, at, normalizing),
  };
}
