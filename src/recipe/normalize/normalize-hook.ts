import type { HookDeclaration } from "../../model/recipe/recipe.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import type { WrittenHook } from "../schema/hook-schema.ts";
import { type Normalizing, normalizePath } from "./normalize-paths.ts";

/** Written → resolved. Default: before and after the calls of every tool, with a limit of 10 seconds. */
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
  if (run === undefined) throw new Error("A hook without code passed the schema.");
  return { run };
}
