import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { anyOf, byteFilter } from "../../../edit/compile/prefilter.ts";
import { type EngineSearch, installedEngineVersion } from "../../../edit/engine/engine.ts";
import { embeddedLanguages } from "../../../edit/language/embedded-code.ts";
import type { Grammars } from "../../../edit/language/grammars.ts";
import type { Language } from "../../../edit/language/language.ts";
import { isStackHungry, joinSearches } from "../../../edit/match/find-matching-files.ts";
import type { AstEditParams } from "../../../model/recipe.ts";
import type { KnownFindings, KnownMisses } from "../../../model/search-memory.ts";
import type { SearchSettings } from "../../../model/search-settings.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { OpCompiler } from "../compile-ops.ts";

/** The ops of a call that are meant for a file, and what can be said of them without a parse. */
export interface OpsOfFile {
  readonly ops: readonly CompiledOp[];
  /** Names these ops for this language among those of the call. */
  readonly key: string;
  /** They are only safe on the main thread, which has the largest stack. */
  readonly isStackHungry: boolean;
  /** What finds, on the engine's own threads, every file with a match. Absent where the engine cannot. */
  readonly nativeSearch?: EngineSearch;
  /** Contents in which an earlier run found nothing. Absent where nothing is remembered. */
  readonly misses?: KnownMisses;
  /** What an earlier run found. Absent where it has to be found anew. */
  readonly looks?: KnownFindings;
  /** Whether bytes may have a match of any of the ops. */
  readonly mayMatch: (bytes: Uint8Array) => boolean;
}

/** The ops for every file of a call: most files share theirs. */
export class OpsOfFiles {
  readonly #params: AstEditParams;
  readonly #compiler: OpCompiler;
  readonly #grammars: Grammars;
  readonly #settings: SearchSettings;
  readonly #known = new Map<string, OpsOfFile>();
  readonly #byOps = new WeakMap<readonly CompiledOp[], OpsOfFile>();

  constructor(params: AstEditParams, grammars: Grammars, settings: SearchSettings) {
    this.#params = params;
    this.#compiler = new OpCompiler(params.ops);
    this.#grammars = grammars;
    this.#settings = settings;
  }

  for(language: Language, path: string): OpsOfFile {
    const ops = this.#compiler.for(language, path);
    const same = this.#byOps.get(ops); // The same list for every file, where no op has globs of its own.
    if (same !== undefined) return same;
    const key = JSON.stringify([language, ops.map(({ id, language: each }) => [each, id])]);
    const known = this.#known.get(key) ?? this.#read(language, ops, key);
    this.#known.set(key, known);
    this.#byOps.set(ops, known);
    return known;
  }

  #read(language: Language, ops: readonly CompiledOp[], key: string): OpsOfFile {
    const facts = {
      ops,
      key,
      mayMatch: byteFilter(anyOf(ops.map(({ prefilter }) => prefilter))),
      isStackHungry: isStackHungry(ops),
      ...definedOnly({ nativeSearch: joinSearches(language, ops) }),
    };
    const { memory } = this.#settings;
    if (memory === undefined || ops.length === 0) return facts;
    const searchKey = this.#searchKey(language, ops);
    const misses = memory.missesOf(searchKey);
    // Where a limit may cut edits off, what a file comes to depends on those before it.
    const { maxFiles, maxReplacements, passes, onParseError, editGenerated, per } = this.#params;
    if (memory.findingsOf === undefined || maxFiles !== undefined || maxReplacements !== undefined)
      return { ...facts, misses };
    const how = JSON.stringify([searchKey, passes, onParseError, editGenerated, per]);
    return { ...facts, misses, looks: memory.findingsOf(sha256(how)) };
  }

  /** A digest of all that the answer "nothing to change here" depends on, beside the content. */
  #searchKey(language: Language, ops: readonly CompiledOp[]): string {
    const languages = [language, ...embeddedLanguages(language)];
    return sha256(
      JSON.stringify([
        this.#settings.build,
        installedEngineVersion(),
        languages.map((each) => [each, this.#grammars.versionOf(each)]),
        ops,
      ]),
    );
  }
}
