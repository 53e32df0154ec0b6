/** The outcome of a test of a set of items. `unknown`: it could not run. */
export type TestOutcome<Failure> =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "unknown"; readonly why: string };

/** The items of a set that fails, told apart. */
export interface FoundPassing<Item, Failure> {
  /** They pass together. */
  readonly kept: readonly Item[];
  /** Each makes a set fail that passes without it, with this failure. */
  readonly guilty: ReadonlyMap<Item, Failure>;
  /** No item is kept, because the test fails without any of them, too. */
  readonly isBroken: boolean;
  /** Not known to pass: the tests came to an end before. */
  readonly unproven: { readonly items: readonly Item[]; readonly why: string };
}

/** More guilty items than these are not tried again. */
const MOST_RETRIED = 8;

/**
 * Finds a largest set of items that passes; all of them together fail, with `failure`. Searches for the first item that
 * makes the items before it fail, by bisection, leaves it out, and goes on behind it: about `k · (log2(n) + 1)` tests
 * for `k` guilty of `n` items. Items that only fail without one another are tried again together. The order of the
 * tests depends only on that of the items.
 */
export async function findPassing<Item, Failure>(
  items: readonly Item[],
  failure: Failure,
  test: (items: readonly Item[]) => Promise<TestOutcome<Failure>>,
): Promise<FoundPassing<Item, Failure>> {
  const search = new PassingSearch(items, failure, test);
  const first = await test([]);
  if (first.kind === "failed") return search.broken(first.failure);
  if (first.kind === "unknown") return search.end(items, first.why);
  let rest = items;
  let isFailing = true;
  while (rest.length > 0) {
    if (!isFailing) {
      const all = await search.with(rest);
      if (all.kind === "unknown") return search.end(rest, all.why);
      if (all.kind === "passed") {
        search.keep(rest);
        break;
      }
    }
    const found = await search.next(rest);
    if ("why" in found) return search.end(found.rest, found.why);
    rest = found.rest;
    isFailing = false;
  }
  await search.retry();
  return search.end([], "");
}

class PassingSearch<Item, Failure> {
  readonly #items: readonly Item[];
  readonly #test: (items: readonly Item[]) => Promise<TestOutcome<Failure>>;
  readonly #kept = new Set<Item>();
  readonly #guilty = new Map<Item, Failure>();
  /** The failure of the last test that failed. */
  #failure: Failure;

  constructor(
    items: readonly Item[],
    failure: Failure,
    test: (items: readonly Item[]) => Promise<TestOutcome<Failure>>,
  ) {
    this.#items = items;
    this.#failure = failure;
    this.#test = test;
  }

  keep(items: Iterable<Item>): void {
    for (const item of items) {
      this.#kept.add(item);
      this.#guilty.delete(item);
    }
  }

  /** Tests more items together with those that are kept. */
  async with(more: readonly Item[]): Promise<TestOutcome<Failure>> {
    const wanted = new Set([...this.#kept, ...more]);
    const outcome = await this.#test(this.#items.filter((item) => wanted.has(item)));
    if (outcome.kind === "failed") this.#failure = outcome.failure;
    return outcome;
  }

  /** Finds the first guilty item of a list that fails as a whole; keeps those before it. */
  async next(
    rest: readonly Item[],
  ): Promise<
    { readonly rest: readonly Item[] } | { readonly rest: readonly Item[]; readonly why: string }
  > {
    let [passes, fails] = [0, rest.length];
    let failure = this.#failure;
    while (fails - passes > 1) {
      const middle = (passes + fails) >> 1;
      const outcome = await this.with(rest.slice(0, middle));
      if (outcome.kind === "unknown") {
        this.keep(rest.slice(0, passes));
        return { rest: rest.slice(passes), why: outcome.why };
      }
      if (outcome.kind === "passed") passes = middle;
      else [fails, failure] = [middle, outcome.failure];
    }
    this.keep(rest.slice(0, passes));
    const guilty = rest[passes];
    if (guilty !== undefined) this.#guilty.set(guilty, failure);
    return { rest: rest.slice(fails) };
  }

  /** Tries guilty items again: all but one, then each, because an item may need one that came after it. */
  async retry(): Promise<void> {
    const all = [...this.#guilty.keys()];
    if (all.length < 2 || all.length > MOST_RETRIED) return;
    const sets = [...(all.length > 2 ? all.map((one) => all.filter((item) => item !== one)) : [])];
    for (const set of [...sets, ...all.map((item) => [item])]) {
      const open = set.filter((item) => !this.#kept.has(item));
      if (open.length < set.length) continue;
      const outcome = await this.with(set);
      if (outcome.kind === "unknown") return;
      if (outcome.kind === "passed") this.keep(set);
    }
  }

  broken(failure: Failure): FoundPassing<Item, Failure> {
    const guilty = new Map(this.#items.map((item) => [item, failure]));
    return { kept: [], guilty, isBroken: true, unproven: { items: [], why: "" } };
  }

  end(unproven: readonly Item[], why: string): FoundPassing<Item, Failure> {
    return {
      kept: this.#items.filter((item) => this.#kept.has(item)),
      guilty: this.#guilty,
      isBroken: false,
      unproven: { items: unproven, why },
    };
  }
}
