import type { LanguageOf } from "../../../edit/language/file-languages.ts";
import type { Grammars } from "../../../edit/language/grammars.ts";
import type { Scope } from "../../../files/scope.ts";
import type { LeftAlone } from "../../../model/left-alone.ts";
import type { SearchFindings } from "../../../model/search/search-findings.ts";
import type { SearchSettings } from "../../../model/search/search-settings.ts";
import type { DealtShard } from "../../../model/search/shard.ts";
import type { TextLines } from "../../../model/search/text-lines.ts";
import type { Workspace } from "../../../model/workspace.ts";

/** The surroundings of a call that searches. */
export interface CallEnvironment {
  readonly workspace: Workspace;
  readonly scope: Scope;
  readonly languageOf: LanguageOf;
  /** Default: none. */
  readonly leftAlone?: LeftAlone | undefined;
  /**
   * Returns the lines of a file as it is now on which matches of an edit count, undefined for all of them; without
   * places, the file is left out. Default: all lines of all files.
   */
  readonly linesOf?: ((path: string) => Promise<TextLines | undefined>) | undefined;
  /** The part of the files that is searched; all that is told of the others is as without it. Default: all. */
  readonly shard?: Pick<DealtShard, "has"> | undefined;
  /** The languages of a call that names none itself, as written. Default: all. */
  readonly languages?: readonly string[];
  /** The languages that any step of the recipe names, as written. Default: none. */
  readonly elsewhere?: readonly string[];
  readonly grammars: Grammars;
  readonly search: SearchSettings;
  /** When it fires, the call ends early, without a preview (A22). */
  readonly signal: AbortSignal;
  /** Called every few files, and after the last one. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called once, when the search of a call is complete. */
  readonly onSearched?: (findings: SearchFindings) => void;
}
