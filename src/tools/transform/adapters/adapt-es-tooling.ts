import { isRecord } from "../../../shared/is-record.ts";
import { type Adapter, describe, textOf } from "../adapter.ts";
import { onlyScripts } from "./script-files.ts";

/** `(options) => ({ transform({ file }) })`, as the codemods of es-tooling are. */
export const adaptEsTooling: Adapter = async (module) => {
  const { main, params } = module;
  const made: unknown = await main({ ...params });
  const transform = isRecord(made) ? made.transform : undefined;
  if (!isRecord(made) || typeof transform !== "function")
    throw new Error(
      `its default export returned ${describe(made)} without a function \`transform\``,
    );
  return onlyScripts(async (file) => {
    const { filename, text } = file;
    const result: unknown = await transform.call(made, {
      file: { filename, path: filename, source: text },
      options: params,
    });
    return textOf(result === "" && text !== "" ? undefined : result, file);
  }, module);
};
