import type { AskedFacts } from "../../model/action/asked-facts.ts";
import type { Facts } from "../../model/action/facts.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { History } from "./history.ts";
import type { PackageNames } from "./package-names.ts";

/** The word for files without an owner. */
const NO_OWNER = "none";

/** The means to tell of files what surrounds them. Each is undefined if it is not known. */
interface SurroundingMeans {
  readonly ownersOf: ((path: string) => readonly string[]) | undefined;
  readonly packages: PackageNames | undefined;
  readonly history: History | undefined;
}

/** The facts about what surrounds the files of an action, as far as they are asked for. */
export class Surroundings {
  readonly #means: SurroundingMeans;

  constructor(means: SurroundingMeans) {
    this.#means = means;
  }

  /** Returns what surrounds the files of an action; nothing if it does not name its files. */
  async of(
    files: readonly string[],
    asked: AskedFacts,
  ): Promise<Pick<Partial<Facts>, "owners" | "packages" | "lastCommit" | "lastCommitAge">> {
    if (files.length === 0) return {};
    // In the order of the rows of facts, as a plan has them that was read again.
    return definedOnly({
      ...(asked.includes("history") ? await this.#means.history?.of(files) : {}),
      owners: asked.includes("owners") ? this.#owners(files) : undefined,
      packages: asked.includes("packages") ? await this.#packages(files) : undefined,
    });
  }

  #owners(files: readonly string[]): readonly string[] | undefined {
    const { ownersOf } = this.#means;
    if (ownersOf === undefined) return undefined;
    const owners = new Set<string>();
    for (const file of files) {
      const own = ownersOf(file);
      for (const owner of own.length === 0 ? [NO_OWNER] : own) owners.add(owner);
    }
    return [...owners].sort();
  }

  async #packages(files: readonly string[]): Promise<readonly string[] | undefined> {
    try {
      return await this.#means.packages?.of(files);
    } catch {
      return undefined; // Git cannot read the base: not known.
    }
  }
}
