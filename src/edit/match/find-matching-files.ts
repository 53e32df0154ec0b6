import { css, html, js, type NapiConfig, type SgNode, ts, tsx } from "@ast-grep/napi";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { EngineSearch } from "../engine/engine.ts";
import { embeddedLanguages } from "../language/embedded-code.ts";
import type { Language } from "../language/language.ts";

/** The languages that the engine can search by itself on the disk. */
const NATIVE: Readonly<Record<string, typeof ts>> = {
  css,
  html,
  javascript: js,
  typescript: ts,
  tsx,
};

/**
 * Returns one search that matches at least everything that one of the ops matches; undefined if the engine cannot run
 * it by itself. It cannot search languages that are not native to it, or that embed others. It cannot run rules with a
 * position in the text, because it counts columns differently, nor rules that need a larger stack than its threads
 * have.
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
 * True if an op has utility rules: they may lead the engine up and down a deep tree in a recursion for which only the
 * main thread has the stack. A stack overflow ends the whole process.
 */
export function isStackHungry(ops: readonly CompiledOp[]): boolean {
  return ops.some(({ search }) => Object.keys(search.utils ?? {}).length > 0);
}

/** Returns the files that have a match; all paths are absolute. */
export async function findMatchingFiles(
  language: Language,
  search: EngineSearch,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const matching = new Set<string>();
  await searchFiles(language, search, paths, (path) => matching.add(path));
  return matching;
}

/**
 * Has the engine's own threads read files from the disk and search them: no slower than the ast-grep CLI. Calls
 * `onFile` for every file with a match, with all of them in the order of the tree; keep no node. All paths are
 * absolute. Rejects with the error of `onFile`, after which it is not called again.
 */
export async function searchFiles(
  language: Language,
  search: EngineSearch,
  paths: readonly string[],
  onFile: (path: string, nodes: readonly SgNode[]) => void,
): Promise<void> {
  if (paths.length === 0) return;
  const engine = NATIVE[language];
  if (engine === undefined) throw new Error(`The engine does not search ${language} by itself.`);
  let fault: { readonly error: unknown } | undefined;
  const receive = (nodes: readonly SgNode[]) => {
    const path = nodes[0]?.getRoot().filename();
    if (path === undefined || fault !== undefined) return;
    try {
      onFile(path, nodes);
    } catch (error) {
      fault = { error };
    }
  };
  await new Promise<void>((resolve, reject) => {
    let expected: number | undefined;
    let received = 0;
    // The call returns before its last callback.
    const finish = () => {
      if (expected !== undefined && received >= expected) resolve();
    };
    engine
      .findInFiles({ paths: [...paths], matcher: search as NapiConfig }, (error, nodes) => {
        received += 1;
        if (error) reject(error);
        else receive(nodes);
        finish();
      })
      .then((count) => {
        expected = count;
        finish();
      }, reject);
  });
  if (fault !== undefined) throw fault.error;
}
