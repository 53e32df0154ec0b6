import { isOwnModule, type TransformStep } from "../../model/recipe/call-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { isRecord } from "../../shared/is-record.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { valueAt } from "../inputs/value-at.ts";
import type { WrittenCall } from "../schema/step-schema.ts";
import { normalizePath, normalizePaths, type StepNormalizing } from "./normalize-paths.ts";

/** The default time limit of one file. */
const FILE_TIMEOUT = "30s";

/** A written call of a transform, with the languages that count for it. */
interface WrittenTransform extends Omit<WrittenCall, "languages"> {
  readonly id: string;
  readonly transform: string;
  readonly languages?: readonly string[] | undefined;
}

/** Written → resolved, for a call of a function over files. */
export function normalizeTransform(
  { id, transform: module, api, paths = [], per, languages, timeout }: WrittenTransform,
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
      per: per ?? "step",
      params: isRecord(params) ? params : {},
      timeout: milliseconds(timeout ?? FILE_TIMEOUT),
    },
    place: normalizing.source.placeOf([...at, "transform"]),
    languagePlaces: (languages ?? []).map((_, index) =>
      normalizing.source.placeOf([...at, "languages", index]),
    ),
  };
}
