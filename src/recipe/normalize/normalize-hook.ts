import type { HookDeclaration } from "../../model/recipe.ts";
import type { YamlPath } from "../../shared/yaml-path.ts";
import type { WrittenHook } from "../schema/hook-schema.ts";
import { milliseconds } from "./milliseconds.ts";
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
