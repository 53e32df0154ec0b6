import type { HookDeclaration } from "../model/recipe.ts";
import { parseDuration } from "../shared/option-value.ts";
import type { YamlPath } from "../shared/yaml-source.ts";
import { type Normalizing, normalizePath } from "./normalize-paths.ts";
import type { WrittenHook } from "./recipe-schema.ts";

/** Written → resolved: every moment and every tool where none is named, and 10 seconds. */
export function normalizeHook(
  { on, tools, run, module, timeout }: WrittenHook,
  at: YamlPath,
  normalizing: Normalizing,
): HookDeclaration {
  return {
    on: on ?? ["pre-tool", "post-tool"],
    tools: tools ?? ["*"],
    code:
      module === undefined
        ? { run: run ?? [] }
        : { module: normalizePath(module, [...at, "module"], normalizing) },
    timeout: milliseconds(timeout ?? "10s"),
    place: normalizing.source.placeOf(at),
  };
}

/** A duration that the schema has let pass. */
export function milliseconds(duration: string): number {
  const parsed = parseDuration(duration);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.value;
}
