import { namedLocation, regionOf } from "../findings/sarif-parts.ts";
import type { FilePatch, Fix, PatchFault, PatchSet } from "../model/patch/patch.ts";
import type { TextRegion } from "../model/place.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { countAt, listAt, positionAt, readJson, textAt } from "../shared/json/read-json.ts";
import { valueBelow } from "../shared/json/value-below.ts";
import { fixesByFile, type PlacedFix } from "./fixes-by-file.ts";

/** Reads the `fixes` of SARIF 2.1.0. Of several fixes of a result the first counts: the others are alternatives. */
export function readSarif(text: string): PatchSet | PatchFault {
  const read = readJson(text);
  if ("fault" in read) return read;
  const fixes: PlacedFix[] = [];
  const left: string[] = [];
  let group = 0;
  const runs = listAt(valueBelow(read.value, "runs"));
  for (const run of runs) {
    const unit = valueBelow(run, "columnKind") === "unicodeCodePoints" ? "codepoint" : "utf16";
    for (const result of listAt(valueBelow(run, "results"))) {
      const [fix, ...others] = listAt(valueBelow(result, "fixes"));
      if (fix === undefined) continue;
      if (others.length > 0) left.push(`a result has ${others.length} other fixes`);
      const changes = changesOf(fix, { run, result, unit, group });
      if ("fault" in changes) return changes;
      fixes.push(...changes.fixes);
      group += 1;
    }
  }
  const source = textAt(runs[0], "tool", "driver", "name");
  const files: readonly FilePatch[] = fixesByFile(fixes);
  return { format: "sarif", ...definedOnly({ source }), patches: [{ files }], left };
}

interface OfResult {
  readonly run: unknown;
  readonly result: unknown;
  readonly unit: Fix["unit"];
  readonly group: number;
}

function changesOf(
  fix: unknown,
  { run, result, unit, group }: OfResult,
): { readonly fixes: readonly PlacedFix[] } | PatchFault {
  const fixes: PlacedFix[] = [];
  for (const change of listAt(valueBelow(fix, "artifactChanges"))) {
    const artifact = artifactOf(valueBelow(change, "artifactLocation"), run);
    if ("fault" in artifact) return artifact;
    for (const replacement of listAt(valueBelow(change, "replacements"))) {
      const deleted = valueBelow(replacement, "deletedRegion");
      const region = regionOf(deleted, positionAt);
      if (region === undefined)
        return {
          fault: `has a fix for ${artifact.path} without lines: other regions are not read`,
        };
      const before = textAt(deleted, "snippet", "text") ?? snippetOf(result, artifact.path, region);
      const text = textAt(replacement, "insertedContent", "text") ?? "";
      fixes.push({
        path: artifact.path,
        fix: { region, unit, text, group, ...definedOnly({ before }) },
        ...definedOnly({ base: artifact.base }),
      });
    }
  }
  return { fixes };
}

/** Returns the text of the place of a result, if the region of its fix is that place. */
function snippetOf(result: unknown, path: string, region: TextRegion): string | undefined {
  for (const location of listAt(valueBelow(result, "locations"))) {
    const place = valueBelow(location, "physicalLocation");
    if (textAt(place, "artifactLocation", "uri") !== path) continue;
    const own = regionOf(valueBelow(place, "region"));
    if (own !== undefined && JSON.stringify(own) === JSON.stringify(region))
      return textAt(place, "region", "snippet", "text");
  }
  return undefined;
}

interface Artifact {
  readonly path: string;
  readonly base?: FilePatch["base"];
}

/** Returns the path of a file and its hash. A URI with a scheme is refused: it is not relative to the root. */
function artifactOf(location: unknown, run: unknown): Artifact | PatchFault {
  const uri = textAt(namedLocation(location, run), "uri");
  if (uri === undefined) return { fault: "has a fix of no file" };
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri))
    return { fault: `has a fix for ${uri}, which is not relative to the root` };
  const artifacts = listAt(valueBelow(run, "artifacts"));
  const named =
    artifacts[countAt(location, "index") ?? Number.NaN] ??
    artifacts.find((one) => textAt(one, "location", "uri") === uri);
  const hash = textAt(named, "hashes", "sha-256");
  try {
    const path = decodeURIComponent(uri);
    return hash === undefined ? { path } : { path, base: { kind: "sha256", id: hash } };
  } catch {
    return { fault: `has a fix for ${uri}, which is no URI` };
  }
}
