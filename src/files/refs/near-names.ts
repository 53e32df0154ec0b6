import type { Workspace } from "../../model/workspace.ts";
import { closestName } from "../../shared/closest-name.ts";
import type { Scope } from "../scope.ts";

/** The sources of names. */
interface NameSources {
  readonly workspace: Pick<Workspace, "readFolder">;
  readonly scope: Scope;
}

/** The largest number of names in the root that a word is compared with. */
const MAX_NAMES = 10_000;

/** The largest number of words that are compared, so that a long prompt costs no more. */
const MAX_WORDS = 1000;

/** A name that can be written without quotes. */
const PLAIN = /^[\p{L}\p{N}_.][\p{L}\p{M}\p{N}_.+~-]*$/u;

/** `Component`: the name of a type or a decorator, if the tree does not write it so. */
const PASCAL_CASE = /^\p{Lu}[^\p{Lu}]/u;

/** The names of files and folders in the root that are in scope, compared with words of a prompt (F19). */
export class NearNames {
  readonly #sources: NameSources;
  #names: Promise<readonly string[]> | undefined;
  #words = 0;

  constructor(sources: NameSources) {
    this.#sources = sources;
  }

  /**
   * Returns the name that a word probably means: the same in another case, the same with an extension, or one that
   * differs by one letter, or by two in a word of six or more. Undefined for a path, and if none is near.
   */
  async near(word: string): Promise<string | undefined> {
    if (word.length < 3 || word.includes("/") || this.#words === MAX_WORDS) return undefined;
    this.#words += 1;
    this.#names ??= namesIn(this.#sources);
    const names = (await this.#names).filter(
      (name) => !PASCAL_CASE.test(word) || name.startsWith(word.charAt(0)),
    );
    const folded = word.toLowerCase();
    return (
      names.find((name) => name.toLowerCase() === folded) ??
      names.find((name) => name.toLowerCase().replace(/\.[^.]+$/, "") === folded) ??
      closestName(word, names, { limit: word.length < 6 ? 1 : 2 })
    );
  }
}

async function namesIn({ workspace, scope }: NameSources): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name, kind } of workspace.readFolder("")) {
      if (names.length === MAX_NAMES) break;
      const isInScope =
        kind === "folder" ? scope.mayHold(name) : /^(write|read)$/.test(scope.accessTo(name));
      if (isInScope && PLAIN.test(name)) names.push(name);
    }
  } catch {
    return []; // The disk refuses to list the root: no name can be proposed.
  }
  return names.sort();
}
