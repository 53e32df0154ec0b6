import type { FormatParams } from "../../model/recipe/format-params.ts";
import type { ParserParams } from "../../model/recipe/parser-params.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import { normalizeParsers, type WrittenParsers } from "../../shared/schema/parsers.ts";
import { formatPath, type YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { hasLateText } from "../inputs/fill-outputs.ts";
import { valueAt } from "../inputs/value-at.ts";
import type { WrittenFormat } from "../schema/format-schema.ts";
import { normalizePaths, type StepNormalizing } from "./normalize-paths.ts";

/** The default time limits of one start. */
const TIMEOUTS = { stdin: "30s", files: "10m" } as const;

type WrittenFormatter = Extract<WrittenFormat, { run: unknown }>;

/** Written → resolved, for the formatters of a recipe or a step. Empty if formatting is switched off. */
export function normalizeFormat(
  written: WrittenFormat,
  at: YamlPath,
  normalizing: StepNormalizing,
): readonly FormatParams[] {
  refuseLateText(at, normalizing);
  if (written === false) return [];
  if (!Array.isArray(written)) return [normalizeOne(written, [at, [...at, "run"]], normalizing)];
  const words = written.filter((item) => typeof item === "string");
  if (words.length > 0) return [normalizeOne({ run: words }, [at, at], normalizing)];
  return written.flatMap((item, index) => {
    const place = [...at, index];
    return typeof item === "string"
      ? []
      : [normalizeOne(item, [place, [...place, "run"]], normalizing)];
  });
}

/** Does the same for the parsers of a recipe; undefined if it names none. */
export function parsersOf(
  written: WrittenParsers | undefined,
  normalizing: StepNormalizing,
): readonly ParserParams[] | undefined {
  if (written === undefined) return undefined;
  refuseLateText(["parsers"], normalizing);
  return normalizeParsers(written, normalizing.source);
}

function refuseLateText(at: YamlPath, { source, diagnostics, value }: StepNormalizing): void {
  if (!hasLateText(valueAt(value, at))) return;
  const reason = "the start of a program is known before any step runs";
  const message = `\`${formatPath(at)}\` cannot be used together with an output of a step: ${reason}.`;
  diagnostics.push(diagnosticAt(source.placeOfKey(at), "invalid-value", message));
}

function normalizeOne(
  {
    run,
    input = "stdin",
    paths = [],
    timeout,
    batch,
    env = [],
    ok = [0],
    link = [],
  }: WrittenFormatter,
  [at, runAt]: readonly [at: YamlPath, runAt: YamlPath],
  normalizing: StepNormalizing,
): FormatParams {
  const chosen = normalizePaths(paths, [...at, "paths"], normalizing);
  return {
    run,
    input,
    paths: chosen.length === 0 ? ["**"] : chosen,
    env,
    ok,
    link: normalizePaths(link, [...at, "link"], normalizing),
    ...definedOnly({ batch }),
    timeout: milliseconds(timeout ?? TIMEOUTS[input]),
    place: normalizing.source.placeOf(runAt),
  };
}
