import type { HookDeclaration } from "../../model/recipe.ts";
import { parseDuration } from "../../shared/option-value.ts";
import type { YamlPath } from "../../shared/yaml-source.ts";
import type { WrittenHook } from "../schema/recipe-schema.ts";
import { type Normalizing, normalizePath } from "./normalize-paths.ts";

/** Written → resolved: the moments of calls and every tool where none is named, and 10 seconds. */
export function normalizeHook(
  { on, tools, run, module, timeout }: WrittenHook,
  at: YamlPath,
  normalizing: Normalizing,
): HookDeclaration {
  return {
    on: on ?? ["pre-tool", "post-tool"],
    tools: tools ?? ["*"],
    code: normalizeCode({ run, module }, at, normalizing),
    timeout: milliseconds(timeout ?? "10s"),
    place: normalizing.source.placeOf(at),
  };
}

function normalizeCode(
  { run, module }: Pick<WrittenHook, "run" | "module">,
  at: YamlPath,
  normalizing: Normalizing,
): HookDeclaration["code"] {
  if (module !== undefined)
    return { module: normalizePath(module, [...at, "module"], normalizing) };
  if (run === undefined) throw new Error("The schema lets no hook without code pass.");
  return { run };
}

/** A duration that the schema has let pass. */
export function milliseconds(duration: string): number {
  const parsed = parseDuration(duration);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.value;
}
