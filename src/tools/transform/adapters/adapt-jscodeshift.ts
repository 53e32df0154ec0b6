import { isRecord } from "../../../shared/is-record.ts";
import { type Adapter, type TransformModule, textOf } from "../adapter.ts";
import { onlyScripts } from "./script-files.ts";

/** jscodeshift, as far as it is used here. */
type JsCodeshift = ((source: string) => unknown) & {
  withParser(parser: unknown): JsCodeshift;
};

/**
 * `(file, api, options)`, as jscodeshift calls it; `parser` of the module wins over `parser` of `params`. An empty text
 * means that the file stays as it is.
 */
export const adaptJscodeshift: Adapter = async (module) => {
  const { main, params, print } = module;
  const j = await openJscodeshift(module);
  return onlyScripts(async (file) => {
    const { path, filename, text } = file;
    const api = {
      j,
      jscodeshift: j,
      stats: () => undefined, // jscodeshift, too, counts in dry runs only.
      report: (message: unknown) => print(`${path}: ${message}`),
    };
    const result: unknown = await main({ path: filename, source: text }, api, { ...params });
    return textOf(result === "" ? undefined : result, file);
  }, module);
};

async function openJscodeshift({
  exports,
  params,
  importPackage,
}: TransformModule): Promise<JsCodeshift> {
  const imported = await importPackage("jscodeshift");
  const core = isRecord(imported) && isJscodeshift(imported.default) ? imported.default : imported;
  if (!isJscodeshift(core))
    throw new Error("the package jscodeshift of the project has another form");
  const parser = exports.parser ?? params.parser;
  if (parser === undefined) return core;
  return core.withParser(typeof parser === "function" ? parser() : parser);
}

function isJscodeshift(value: unknown): value is JsCodeshift {
  return typeof value === "function" && "withParser" in value;
}
