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

/** The largest number of comparisons of two spellings, over all words. */
const MAX_COMPARISONS = 250_000;

/** A name that can be written without quotes. */
const PLAIN = /^[\p{L}\p{N}_.][\p{L}\p{M}\p{N}_.+~-]*$/u;

/** `Component`: the name of a type or a decorator, if the tree does not write it so. */
const PASCAL_CASE = /^\p{Lu}[^\p{Lu}]/u;

/** A name in the root, in small letters too. */
interface KnownName {
  readonly name: string;
  readonly folded: string;
  /** Without its extension. */
  readonly stem: string;
}

/** The names of files and folders in the root that are in scope, compared with words of a prompt (F19). */
export class NearNames {
  readonly #sources: NameSources;
  #names: Promise<readonly KnownName[]> | undefined;
  #words = 0;
  #comparisons = 0;

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
    const isPascal = PASCAL_CASE.test(word);
    const names = (await this.#names).filter(
      ({ name }) => !isPascal || name.startsWith(word.charAt(0)),
    );
    const folded = word.toLowerCase();
    const same =
      names.find((known) => known.folded === folded) ?? names.find(({ stem }) => stem === folded);
    return same?.name ?? this.#misspelt(folded, names);
  }

  #misspelt(word: string, names: readonly KnownName[]): string | undefined {
    const limit = word.length < 6 ? 1 : 2;
    const similar = names.filter(({ folded }) => Math.abs(folded.length - word.length) <= limit);
    this.#comparisons += similar.length;
    if (this.#comparisons > MAX_COMPARISONS) return undefined;
    const spellings = similar.map(({ folded }) => folded);
    const near = closestName(word, spellings, { limit });
    return similar.find(({ folded }) => folded === near)?.name;
  }
}

async function namesIn({ workspace, scope }: NameSources): Promise<readonly KnownName[]> {
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
  return names.sort().map((name) => {
    const folded = name.toLowerCase();
    return { name, folded, stem: folded.replace(/\.[^.]+$/, "") };
  });
}
