import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { Language } from "../../../edit/language/language.ts";
import { sha256 } from "../../../shared/sha256.ts";

/** Everything but the content that "nothing to change here" depends on. */
export interface SearchIdentity {
  /** The build of Sluice, with its lists of tokens. */
  readonly build: string;
  /** The version of the engine, with the grammars that are built in. */
  readonly engine: string;
  /** The languages of a file and of the code that is embedded in it, with the versions of their grammars. */
  readonly languages: readonly (readonly [Language, version: string])[];
  readonly ops: readonly CompiledOp[];
}

/** Returns the key of the results of a search, in all contents. */
export function searchKeyOf({ build, engine, languages, ops }: SearchIdentity): string {
  return sha256(JSON.stringify([build, engine, languages, ops]));
}
