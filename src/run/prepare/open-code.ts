import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PlaceInText, Recipe } from "../../model/recipe.ts";
import type { World } from "../../model/world.ts";
import { messageOf } from "../../shared/message-of.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import type { RunRequest } from "../request/request.ts";
import type { ConfigReader } from "../sources/config-reader.ts";
import { type ExportedCode, exportCode } from "./export-code.ts";
import { callersPackages } from "./package-places.ts";

/** The folder that the code of recipes is loaded from, or why there is none. */
export type OpenCode = ExportedCode | { readonly diagnostics: readonly Diagnostic[] };

/** A larger file is not code; bytes. */
const MAX_CODE = 10 * 1024 * 1024;

/**
 * Opens the code of recipes: that of the work tree, or that of the base commit in a folder of its own. Without trust in
 * the tree it has no code. Files that recipes name are noted as sources.
 */
export async function openCode(
  recipes: readonly Recipe[],
  request: RunRequest,
  { reader, env, cwd }: Pick<World, "env" | "cwd"> & { readonly reader: ConfigReader },
): Promise<OpenCode> {
  const { root } = request;
  const { mode, base } = reader.trust;
  const code = recipes.flatMap(({ tools, hooks }) => [...tools, ...hooks]);
  const [first] = code;
  const ofTree = { root, remove: async () => undefined };
  if (first === undefined) return ofTree;
  if (mode === "none") return { diagnostics: [refusal(first)] };
  for (const path of recipes.flatMap(filesOfCode)) await noteCode(path, reader);
  if (mode === "all") return ofTree;
  try {
    const packages = callersPackages({ ...request, cwd })[0];
    return await exportCode(base ?? "", root, { env, cwd, packages });
  } catch (error) {
    const message = `The code of the base commit cannot be written to a temporary folder: ${messageOf(error)}`;
    return { diagnostics: [{ code: "base-unavailable", severity: "error", message }] };
  }
}

function refusal({ place }: { readonly place: PlaceInText }): Diagnostic {
  const message =
    "This recipe uses code below the root: tools or hooks, and none of it is trusted.";
  const hint = "Use --trust base or --trust all.";
  return { code: "not-trusted", severity: "error", message, hint, ...place };
}

function filesOfCode({ tools, hooks }: Recipe): readonly string[] {
  const named = hooks.flatMap(({ code }) => ("run" in code ? code.run : [code.module]));
  return [...tools.map(({ path }) => path), ...named];
}

/** Arguments of commands may be anything: only those that name a file count. */
async function noteCode(path: string, reader: ConfigReader): Promise<void> {
  const place = { origin: "tree", path: tidyPath(path) } as const;
  if (await reader.isFile(place)) await reader.read(place, "code", MAX_CODE);
}
