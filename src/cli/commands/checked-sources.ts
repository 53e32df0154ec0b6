import { resolve } from "node:path";
import type { TrustMode } from "../../model/trust.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import { type FieldsOf, fieldsOf } from "../../request/options/request-fields.ts";

type Checking = "validate" | "policy show" | "policy test" | "policy explain" | "policy lint";

/** The sources of a command that runs nothing. */
type CheckedSources<Name extends Checking> = FieldsOf<Name> & {
  readonly root: string;
  readonly trust: TrustMode;
};

/** Returns the sources of a command that runs nothing: unless a base is named, it is for the files of the work tree. */
export function checkedSources<Name extends Checking>(
  command: Name,
  options: OptionsOf<Name> & Pick<OptionsOf<"policy lint">, "root" | "trust" | "base">,
  cwd: string,
): CheckedSources<Name> {
  const { root = ".", trust, base } = options;
  return {
    ...fieldsOf(command, options),
    root: resolve(cwd, root),
    trust: trust ?? (base === undefined ? "all" : "base"),
  };
}
