import type { Facts } from "../model/action/facts.ts";
import type { ConditionName } from "../model/policy/conditions.ts";
import type { LimitAmounts } from "../model/policy/limits.ts";
import { namesNoFiles } from "./conditions/known-facts.ts";

/** The amounts of one action; undefined for what is not known of it. */
export interface Amounts {
  readonly maxFiles: readonly string[] | undefined;
  readonly maxReplacements: number | undefined;
  readonly maxLines: number | undefined;
}

/** A limit that an action does not fit into. */
export interface Excess {
  /** Undefined if it is not known which limit counts. */
  readonly name: keyof LimitAmounts | undefined;
  /** The sum with the action. */
  readonly found: number | undefined;
  /** The condition on a fact that is not known. */
  readonly unknown: ConditionName | undefined;
  /** Says what is used, and what the action would add. */
  readonly sentence: string;
}

/** Returns the amounts of an action, as far as its facts tell. */
export function amountsOf(facts: Facts): Amounts {
  const { files, replacements, additions, deletions } = facts;
  const isUnknown = additions === undefined || deletions === undefined;
  return {
    maxFiles: namesNoFiles(facts) ? undefined : files,
    maxReplacements: replacements,
    maxLines: isUnknown ? undefined : additions + deletions,
  };
}

/** The sums of accepted actions. Takes time for the files of an action only, not for those of the run. */
export class LimitSums {
  /** The number of actions that change a file. */
  readonly #files = new Map<string, number>();
  readonly #numbers = { maxReplacements: 0, maxLines: 0 };

  /** Returns the first limit that the sums would exceed with these amounts. */
  excessOf(amounts: Amounts, most: LimitAmounts): Excess | undefined {
    for (const name of ["maxFiles", "maxReplacements", "maxLines"] as const) {
      const limit = most[name];
      if (limit === undefined) continue;
      const more = this.#moreOf(name, amounts);
      const used = name === "maxFiles" ? this.#files.size : this.#numbers[name];
      if (more === undefined)
        return { name, found: undefined, unknown: name, sentence: WORDS[name].unknown };
      if (used + more > limit)
        return {
          name,
          found: used + more,
          unknown: undefined,
          sentence: sentenceOf(WORDS[name], { limit, used, more }),
        };
    }
    return undefined;
  }

  /** Adds amounts, as far as there are limits for them. */
  add(amounts: Amounts, most: LimitAmounts): void {
    this.#change(amounts, most, 1);
  }

  /** Takes amounts out again. */
  remove(amounts: Amounts, most: LimitAmounts): void {
    this.#change(amounts, most, -1);
  }

  #moreOf(name: keyof LimitAmounts, amounts: Amounts): number | undefined {
    if (name !== "maxFiles") return amounts[name];
    return (
      amounts.maxFiles && new Set(amounts.maxFiles.filter((path) => !this.#files.has(path))).size
    );
  }

  #change(amounts: Amounts, most: LimitAmounts, sign: 1 | -1): void {
    for (const name of ["maxReplacements", "maxLines"] as const)
      this.#numbers[name] += sign * (amounts[name] ?? 0);
    if (most.maxFiles === undefined) return;
    for (const path of amounts.maxFiles ?? []) {
      const count = (this.#files.get(path) ?? 0) + sign;
      if (count > 0) this.#files.set(path, count);
      else this.#files.delete(path);
    }
  }
}

/** The words of a limit: one, many, the verb of the run, and that of an action. */
interface LimitWords {
  readonly one: string;
  readonly many: string;
  readonly done: string;
  readonly does: string;
  readonly unknown: string;
}

const WORDS: Readonly<Record<keyof LimitAmounts, LimitWords>> = {
  maxFiles: {
    one: "file is",
    many: "files are",
    done: "changed",
    does: "changes",
    unknown: "it is not known which files this action changes.",
  },
  maxReplacements: {
    one: "replacement is",
    many: "replacements are",
    done: "made",
    does: "makes",
    unknown: "it is not known how many replacements this action makes.",
  },
  maxLines: {
    one: "line is",
    many: "lines are",
    done: "changed",
    does: "changes",
    unknown: "it is not known how many lines this action changes.",
  },
};

function sentenceOf(
  { one, many, done, does }: LimitWords,
  { limit, used, more }: { readonly limit: number; readonly used: number; readonly more: number },
): string {
  const counted = `${used} of ${limit} ${limit === 1 ? one : many} ${done} already`;
  return `${counted}, and this action ${does} ${more} more.`;
}
