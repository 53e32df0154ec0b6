import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { anyOf, byteFilter, textsOfWhichOne } from "../../../edit/compile/prefilter.ts";
import { installedEngineVersion } from "../../../edit/engine/engine.ts";
import { embeddedLanguages } from "../../../edit/language/embedded-code.ts";
import type { Grammars } from "../../../edit/language/grammars.ts";
import type { Language } from "../../../edit/language/language.ts";
import { isStackHungry, joinSearches } from "../../../edit/match/find-matching-files.ts";
import { nativePassOf } from "../../../edit/match/native-pass.ts";
import {
  ALL_FACTS,
  type AskedFacts,
  asksNames,
  ofResult,
} from "../../../model/action/asked-facts.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import type { FastWay } from "../../../model/search/fast-ways.ts";
import type { KnownFindings } from "../../../model/search/search-memory.ts";
import type { SearchSettings } from "../../../model/search/search-settings.ts";
import { sha256 } from "../../../shared/sha256.ts";
import type { OpCompiler } from "./compile-ops.ts";
import type { FileFindings, OpsOfFile, SearchParams } from "./search-shapes.ts";

/** The parameters of a call; the last two as in {@link SearchParams}. */
type CallParams = AstEditParams & Partial<Pick<SearchParams, "countsMisses" | "tells">>;

/** The ops for every file of a call: most files share theirs. */
export class OpsOfFiles {
  readonly #params: CallParams;
  readonly #compiler: OpCompiler;
  readonly #grammars: Grammars;
  readonly #settings: SearchSettings;
  readonly #known = new Map<string, OpsOfFile>();
  readonly #byOps = new WeakMap<readonly CompiledOp[], OpsOfFile>();

  constructor(
    params: CallParams,
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
    const filter = anyOf(ops.map(({ prefilter }) => prefilter));
    const facts = {
      ops,
      key,
      mayMatch: byteFilter(filter),
      texts: this.#isWithout("text-filter") ? undefined : textsOfWhichOne(filter),
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
    // A miss is kept by content alone; a name that comes from a file depends on the path, too.
    const misses = ops.some(namesFiles) ? undefined : memory.missesOf(searchKey);
    const { passes, onParseError, editGenerated, per, tells } = this.#params;
    const { asked = ALL_FACTS } = this.#settings;
    const how = JSON.stringify([searchKey, passes, onParseError, editGenerated, per, tells]);
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
      countsMisses: this.#params.countsMisses === true,
    });
  }
}

function namesFiles({ names }: CompiledOp): boolean {
  return Object.values(names?.meant ?? {}).some(
    (meaning) => typeof meaning === "object" && meaning.from.some((from) => from.startsWith(".")),
  );
}

/** Findings as they are kept, with the facts that they have. */
interface KeptFindings {
  readonly asked: AskedFacts;
  readonly findings: FileFindings;
}

/**
 * Returns the findings that have the facts which a run asks for. Others count as unknown; facts that were not asked for
 * are left out, so that a run finds the same with and without a memory.
 */
export function findingsWith(all: AskedFacts, known: KnownFindings): KnownFindings {
  const asked = ofResult(all);
  return {
    needsBytes: known.needsBytes,
    get(fileKey) {
      const kept = known.get(fileKey) as KeptFindings | undefined; // Kept by this code, under a key with its version.
      const isEnough = kept !== undefined && asked.every((group) => kept.asked.includes(group));
      return isEnough ? onlyAsked(kept.findings, asked) : undefined;
    },
    set(fileKey, findings) {
      const found = findings as FileFindings; // The only user of this memory sets them.
      // Only changes have facts.
      const has = found.kind === "planned" ? asked : ALL_FACTS;
      known.set(fileKey, { asked: has, findings: found } satisfies KeptFindings);
    },
  };
}

function onlyAsked(findings: FileFindings, asked: AskedFacts): FileFindings {
  if (findings.kind !== "planned") return findings;
  return { ...findings, changes: findings.changes.map((change) => withFacts(change, asked)) };
}

function withFacts(change: FileChange, asked: AskedFacts): FileChange {
  const kept: { -readonly [Key in keyof FileChange]: FileChange[Key] } = { ...change };
  if (!asked.includes("idempotent")) kept.isIdempotent = undefined;
  if (!asked.includes("newSyntaxErrors")) kept.addsSyntaxErrors = undefined;
  if (!asked.includes("commentsOnly")) kept.isCommentsOnly = undefined;
  if (!asked.includes("losses")) kept.losses = undefined;
  if (!asked.includes("regrouped")) kept.regrouped = undefined;
  if (!asked.includes("importsLeftOut")) kept.importsLeftOut = undefined;
  if (!asked.includes("leftovers")) kept.leftovers = undefined;
  if (!asksNames(asked)) kept.names = undefined;
  if (!asked.includes("whitespaceOnly")) kept.isWhitespaceOnly = undefined;
  if (!asked.includes("exportsChanged")) kept.exportsChanged = undefined;
  return kept;
}

/** Everything but the content that "nothing to change here" depends on. */
export interface SearchIdentity {
  /** The build of Sluice, with its lists of tokens. */
  readonly build: string;
  /** The version of the engine, with the grammars that are built in. */
  readonly engine: string;
  /** The languages of a file and of the code that is embedded in it, with the versions of their grammars. */
  readonly languages: readonly (readonly [Language, version: string])[];
  readonly ops: readonly CompiledOp[];
  /** See {@link SearchParams}. */
  readonly countsMisses: boolean;
}

/** Returns the key of the results of a search, in all contents. */
export function searchKeyOf(identity: SearchIdentity): string {
  const { build, engine, languages, ops, countsMisses } = identity;
  return sha256(JSON.stringify([build, engine, languages, ops, countsMisses]));
}
