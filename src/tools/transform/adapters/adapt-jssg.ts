import type { NapiConfig, SgRoot } from "@ast-grep/napi";
import { isRecord } from "../../../shared/is-record.ts";
import { type Adapter, describe, type TransformModule } from "../adapter.ts";
import { JssgFile } from "./jssg-file.ts";
import { forgetState } from "./jssg-modules.ts";
import { openRoot } from "./jssg-roots.ts";

/**
 * `(root, options)`, as codemod calls its codemods: jssg. Files without a grammar, and those in which `getSelector`
 * finds nothing, stay as they are.
 */
export const adaptJssg: Adapter = (module) => {
  const { main, params, root: folder } = module;
  const selector = selectorOf(module);
  return async (file) => {
    const { language } = file;
    if (language === undefined) return [];
    const open = new JssgFile(file, folder);
    const root = openRoot(language, open);
    const matches = selector && root.root().findAll(selector);
    if (matches?.length === 0) return [];
    forgetState();
    const options = { params, language, matches, dryRun: true, targetDir: folder };
    return open.proposals(await main(root as SgRoot, options));
  };
};

function selectorOf({ exports, params }: TransformModule): NapiConfig | undefined {
  const { getSelector } = exports;
  if (getSelector === undefined) return undefined;
  if (typeof getSelector !== "function")
    throw new Error(`exports ${describe(getSelector)} as getSelector, and not a function`);
  const found: unknown = getSelector({ params });
  if (!isRecord(found) || !isRecord(found.rule))
    throw new Error(`has a getSelector that returned ${describe(found)} without a rule`);
  const { rule, constraints, transform, utils } = found;
  return { rule, constraints, transform, utils } as NapiConfig; // The engine checks its parts.
}
