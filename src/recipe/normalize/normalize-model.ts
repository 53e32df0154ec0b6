import type { ModelSettings } from "../../model/prompt-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { YamlPath } from "../../shared/yaml-source.ts";
import type { WrittenModel } from "../schema/prompt-schema.ts";
import { milliseconds } from "./normalize-hook.ts";
import type { Normalizing } from "./normalize-paths.ts";
import { normalizePath } from "./normalize-paths.ts";

/** Written → resolved; no model at all is the provider `none`. `at` is where the step stands. */
export function normalizeModel(
  written: WrittenModel = { provider: "none" },
  at: YamlPath,
  normalizing: Normalizing,
): ModelSettings {
  const { provider, name, timeout, retries, toolChoice, cassette, ...settings } = written;
  const place = [...at, "model"];
  return {
    ...definedOnly(settings),
    provider,
    name: name ?? "",
    ...(cassette === undefined
      ? {}
      : { cassette: normalizePath(cassette, [...place, "cassette"], normalizing) }),
    timeout: milliseconds(timeout ?? "2m"),
    retries: retries ?? 4,
    toolChoice: toolChoice ?? "named",
    place: normalizing.source.placeOf(place),
  };
}
