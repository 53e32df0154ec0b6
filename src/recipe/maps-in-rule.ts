import type { Diagnostic } from "../model/diagnostic.ts";
import { isRecord } from "../shared/is-record.ts";
import type { YamlPath } from "../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../shared/yaml/yaml-source.ts";

/** The parts of a rule file that have transformations. */
interface WrittenTransforms {
  readonly transform?: unknown;
  readonly rewriters?: unknown;
}

/** Reports each transformation `map` of a rule file: only ops of recipes have it, and ast-grep refuses the file. */
export function findMapsInRule(
  { transform, rewriters }: WrittenTransforms,
  source: YamlSource,
): readonly Diagnostic[] {
  const ofRewriters = Array.isArray(rewriters) ? rewriters : [];
  return [
    ...mapsIn(transform, ["transform"]),
    ...ofRewriters.flatMap((rewriter: unknown, index) =>
      isRecord(rewriter) ? mapsIn(rewriter.transform, ["rewriters", index, "transform"]) : [],
    ),
  ].map((at) => {
    const message = "ast-grep has no transformation `map`, and would refuse this file.";
    const hint = "Write the rule among the `ops` of a recipe.";
    return diagnosticAt(source.placeOfKey(at), "unknown-key", message, { hint });
  });
}

function mapsIn(transform: unknown, at: YamlPath): readonly YamlPath[] {
  if (!isRecord(transform)) return [];
  return Object.entries(transform).flatMap(([name, value]) =>
    isRecord(value) && value.map !== undefined ? [[...at, name, "map"]] : [],
  );
}
