import { matchesPattern, type OwnerPattern } from "./owner-pattern.ts";

/** A line that gives files to owners. */
export interface OwnerRule {
  readonly pattern: OwnerPattern;
  /** Empty: the files have no owner. */
  readonly owners: readonly string[];
  /** True if it takes its files from all other lines of its section, also from later ones. Default: false. */
  readonly isExclusion?: boolean;
}

/** The rules of one section, of which the last one that matches a file counts. */
export class OwnerRules {
  readonly #rules: readonly OwnerRule[];
  readonly #exclusions: readonly OwnerRule[];
  /** The places of rules by the folder at the top that they begin with; under `undefined` all others. */
  readonly #places = new Map<string | undefined, number[]>();

  constructor(rules: readonly OwnerRule[]) {
    this.#rules = rules;
    this.#exclusions = rules.filter(({ isExclusion }) => isExclusion === true);
    for (const [place, { pattern }] of rules.entries()) {
      const { top } = pattern;
      const known = this.#places.get(top);
      if (known) known.push(place);
      else this.#places.set(top, [place]);
    }
  }

  /** Returns the owners of a file, given as the names of its path. */
  ownersOf(path: readonly string[]): readonly string[] {
    const [own = -1, other = -1] = [path[0] ?? "", undefined].map((top) => this.#last(top, path));
    return this.#rules[Math.max(own, other)]?.owners ?? [];
  }

  /** True if a line excludes the file. */
  excludes(path: readonly string[]): boolean {
    return this.#exclusions.some(({ pattern }) => matchesPattern(pattern, path));
  }

  #last(top: string | undefined, path: readonly string[]): number | undefined {
    return this.#places.get(top)?.findLast((place) => {
      const rule = this.#rules[place];
      return rule !== undefined && matchesPattern(rule.pattern, path);
    });
  }
}
