import { css, html, js, ts, tsx } from "@ast-grep/napi";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { EngineSearch } from "../engine/engine.ts";
import { embeddedLanguages } from "../language/embedded-code.ts";
import type { Language } from "../language/language.ts";

/** The languages that the engine can search by itself, from the disk. */
const NATIVE: Readonly<Record<string, typeof ts>> = {
  css,
  html,
  javascript: js,
  typescript: ts,
  tsx,
};

/**
 * One search that matches at least wherever one of the ops does; undefined where the engine cannot do it
 * alone: in other languages, in those that hold code of others, for rules that ask for a place in the
 * text, whose columns it counts otherwise, and for rules that its own threads have too small a stack for.
 */
export function joinSearches(
  language: Language,
  ops: readonly CompiledOp[],
): EngineSearch | undefined {
  if (!Object.hasOwn(NATIVE, language) || embeddedLanguages(language).length > 0) return undefined;
  if (isStackHungry(ops)) return undefined;
  const searches = ops.map(({ search: { transform: _transform, ...search } }) => search);
  const [only, ...others] = searches;
  if (only === undefined || JSON.stringify(searches).includes('"range"')) return undefined;
  if (others.length === 0) return only;
  // Constraints can only take matches away.
  return { rule: { any: searches.map(({ rule }) => rule) } };
}

/**
 * Utility rules may lead the engine up and down a deep tree in a recursion of its own, for which only the
 * main thread has the stack; and where a stack ends, so does the process.
 */
export function isStackHungry(ops: readonly CompiledOp[]): boolean {
  return ops.some(({ search }) => Object.keys(search.utils ?? {}).length > 0);
}

/**
 * Which of the files have a match, read from the disk and searched by the engine's own threads: no slower
 * than the ast-grep CLI, and without a tree or a text that this side would have to hold. Absolute paths.
 */
export async function findMatchingFiles(
  language: Language,
  search: EngineSearch,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const matching = new Set<string>();
  if (paths.length === 0) return matching;
  const engine = NATIVE[language];
  if (engine === undefined) throw new Error(`The engine does not search ${language} by itself.`);
  await new Promise<void>((resolve, reject) => {
    let expected: number | undefined;
    let told = 0;
    // The call is done before its last answers have come.
    const finish = () => {
      if (expected !== undefined && told >= expected) resolve();
    };
    engine
      .findInFiles({ paths: [...paths], matcher: search as never }, (error, nodes) => {
        told += 1;
        if (error) reject(error);
        const file = nodes?.[0]?.getRoot().filename();
        if (file !== undefined) matching.add(file);
        finish();
      })
      .then((count) => {
        expected = count;
        finish();
      }, reject);
  });
  return matching;
}
