import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { anyOf, byteFilter } from "../../../edit/compile/prefilter.ts";
import { installedEngineVersion } from "../../../edit/engine/engine.ts";
import { embeddedLanguages } from "../../../edit/language/embedded-code.ts";
import type { Grammars } from "../../../edit/language/grammars.ts";
import type { Language } from "../../../edit/language/language.ts";
import { isStackHungry, joinSearches } from "../../../edit/match/find-matching-files.ts";
import { nativePassOf } from "../../../edit/match/native-pass.ts";
import { ALL_FACTS } from "../../../model/action/asked-facts.ts";
import type { AstEditParams } from "../../../model/recipe/ast-edit-step.ts";
import type { FastWay } from "../../../model/search/fast-ways.ts";
import type { SearchSettings } from "../../../model/search/search-settings.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { findingsWith } from "./asked-findings.ts";
import type { OpCompiler } from "./compile-ops.ts";
import { searchKeyOf } from "./search-key.ts";
import type { OpsOfFile } from "./search-shapes.ts";

/** The ops for every file of a call: most files share theirs. */
export class OpsOfFiles {
  readonly #params: AstEditParams;
  readonly #compiler: OpCompiler;
  readonly #grammars: Grammars;
  readonly #settings: SearchSettings;
  readonly #known = new Map<string, OpsOfFile>();
  readonly #byOps = new WeakMap<readonly CompiledOp[], OpsOfFile>();

  constructor(
    params: AstEditParams,
    compiler: OpCompiler,
    grammars: Grammars,
    settings: SearchSettings,
  ) {
    this.#params = params;
    this.#compiler = compiler;
    this.#grammars = grammars;
    this.#settings = settings;
  }

  for(language: Language, path: string): OpsOfFile {
    const ops = this.#compiler.for(language, path);
    const same = this.#byOps.get(ops); // The same list for every file, if no op has globs of its own.
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
      nativeSearch: joinSearches(language, ops),
      nativePass: this.#isWithout("native-pass", "token-lists")
        ? undefined
        : nativePassOf(language, ops),
      misses: undefined,
      findings: undefined,
    };
    const { memory } = this.#settings;
    if (memory === undefined || ops.length === 0) return facts;
    const searchKey = this.#searchKey(language, ops);
    const misses = memory.missesOf(searchKey);
    const { passes, onParseError, editGenerated, per } = this.#params;
    const { asked = ALL_FACTS } = this.#settings;
    const how = JSON.stringify([searchKey, passes, onParseError, editGenerated, per]);
    return { ...facts, misses, findings: findingsWith(asked, memory.findingsOf(sha256(how))) };
  }

  #isWithout(...ways: readonly FastWay[]): boolean {
    return ways.some((way) => this.#settings.without?.includes(way));
  }

  #searchKey(language: Language, ops: readonly CompiledOp[]): string {
    const languages = [language, ...embeddedLanguages(language)];
    return searchKeyOf({
      build: this.#settings.build,
      engine: installedEngineVersion(),
      languages: languages.map((each) => [each, this.#grammars.versionOf(each)] as const),
      ops,
    });
  }
}
