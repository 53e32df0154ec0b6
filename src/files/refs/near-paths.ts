import type { Workspace } from "../../model/workspace.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { pathRuleFault } from "../path-rules.ts";
import type { Scope } from "../scope.ts";

/** The sources of paths. */
interface PathSources {
  readonly workspace: Pick<Workspace, "readFolder">;
  readonly scope: Scope;
}

/** The largest number of paths that are looked for, and of names in one folder. */
const MAX_PATHS = 100;
const MAX_NAMES = 10_000;

/** A path that can be written without quotes, in one line of a message. */
const PLAIN = /^[^\s`"\p{C}]+$/u;

/** A name in a folder, in small letters too. */
interface KnownName {
  readonly name: string;
  readonly folded: string;
  readonly isFolder: boolean;
}

/** The paths in scope that are spelt almost as one that does not exist (F19). */
export class NearPaths {
  readonly #sources: PathSources;
  readonly #folders = new Map<string, Promise<readonly KnownName[]>>();
  #paths = 0;

  constructor(sources: PathSources) {
    this.#sources = sources;
  }

  /** Returns the path that differs in case only, or has an extension besides; undefined without one. */
  async near(written: string): Promise<string | undefined> {
    if (this.#paths === MAX_PATHS || pathRuleFault(written) !== undefined) return undefined;
    this.#paths += 1;
    let path = "";
    const names = tidyPath(written).split("/");
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1;
      const found = bestOf(await this.#namesIn(path), name, { isLast });
      if (found === undefined) return undefined;
      path = path === "" ? found.name : `${path}/${found.name}`;
    }
    return PLAIN.test(path) ? path : undefined;
  }

  #namesIn(folder: string): Promise<readonly KnownName[]> {
    const known = this.#folders.get(folder) ?? readNames(folder, this.#sources);
    this.#folders.set(folder, known);
    return known;
  }
}

function bestOf(
  names: readonly KnownName[],
  written: string,
  { isLast }: { readonly isLast: boolean },
): KnownName | undefined {
  const folded = written.toLowerCase();
  const usable = isLast ? names : names.filter(({ isFolder }) => isFolder);
  return (
    usable.find(({ name }) => name === written) ??
    usable.find((known) => known.folded === folded) ??
    (isLast
      ? usable.find((known) => !known.isFolder && known.folded.replace(/\.[^.]+$/, "") === folded)
      : undefined)
  );
}

async function readNames(
  folder: string,
  { workspace, scope }: PathSources,
): Promise<readonly KnownName[]> {
  const names: KnownName[] = [];
  try {
    for await (const { name, kind } of workspace.readFolder(folder)) {
      if (names.length === MAX_NAMES) break;
      const path = folder === "" ? name : `${folder}/${name}`;
      const isFolder = kind === "folder";
      const isInScope = isFolder
        ? scope.mayHold(path)
        : /^(write|read)$/.test(scope.accessTo(path));
      if (isInScope) names.push({ name, folded: name.toLowerCase(), isFolder });
    }
  } catch {
    return []; // The disk refuses to list the folder: no path can be proposed.
  }
  return names.sort((a, b) => (a.name < b.name ? -1 : 1));
}
