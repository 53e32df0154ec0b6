import type { Facts } from "../model/action/facts.ts";
import {
  LIMIT_GROUPS,
  type LimitAmounts,
  type LimitGroup,
  type PolicyLimits,
} from "../model/policy/limits.ts";
import type { Decision, TraceEntry } from "../model/policy.ts";
import { type Amounts, amountsOf, type Excess, LimitSums } from "./limit-sums.ts";

/** The rule id of a decision that a limit made. */
export const LIMITS = "limits";

/** A limit that counts for an action: of the whole run, or of one recipe, rule or owner. */
interface OwnLimit {
  /** The words after its name in reasons: ` of recipe \`a\``; empty for the whole run. */
  readonly of: string;
  readonly most: LimitAmounts;
}

/** The amounts that an accepted action has taken. */
interface Taken {
  readonly limits: readonly OwnLimit[];
  readonly amounts: Amounts;
}

/**
 * The limits of a policy over one run, and what the accepted actions have used of them. An action that does not fit
 * gets the verdict of `onExceed` as a whole; a smaller one after it may still fit.
 */
export class RunLimits {
  readonly #limits: PolicyLimits | undefined;
  readonly #sums = new Map<string, LimitSums>();
  /** By the id of the action, until it has ended. */
  readonly #taken = new Map<string, Taken>();

  constructor(limits: PolicyLimits | undefined) {
    this.#limits = limits;
  }

  /** Returns the decision with the limits in mind. An action that is accepted takes its amounts, once. */
  decide(id: string, decision: Decision, facts: Facts): Decision {
    if (this.#limits === undefined) return decision;
    this.#giveBack(id);
    if (decision.verdict !== "apply") return decision;
    const limits = ownLimits(this.#limits, facts, decision.ruleId);
    if ("sentence" in limits) return exceeded(decision, limits, this.#limits);
    const amounts = amountsOf(facts);
    const excess = this.#excessOf(limits, amounts);
    if (excess !== undefined) return exceeded(decision, excess, this.#limits);
    for (const { of, most } of limits) this.#sumsOf(of).add(amounts, most);
    this.#taken.set(id, { limits, amounts });
    return { ...decision, trace: [...decision.trace, FITS] };
  }

  /** Notes the end of an action: one that was not applied gives its amounts back. */
  end(id: string, { isApplied }: { readonly isApplied: boolean }): void {
    if (!isApplied) this.#giveBack(id);
    this.#taken.delete(id);
  }

  #excessOf(limits: readonly OwnLimit[], amounts: Amounts): Excess | undefined {
    for (const { of, most } of limits) {
      const excess = this.#sumsOf(of).excessOf(amounts, most);
      if (excess !== undefined)
        return { ...excess, sentence: `${excess.name}${of}: ${excess.sentence}` };
    }
    return undefined;
  }

  #giveBack(id: string): void {
    const taken = this.#taken.get(id);
    if (taken === undefined) return;
    this.#taken.delete(id);
    for (const { of, most } of taken.limits) this.#sumsOf(of).remove(taken.amounts, most);
  }

  #sumsOf(of: string): LimitSums {
    const known = this.#sums.get(of) ?? new LimitSums();
    this.#sums.set(of, known);
    return known;
  }
}

/** True if a limit made the decision. */
export function isByLimit({
  trace,
}: {
  readonly trace: readonly Pick<TraceEntry, "kind" | "hit">[];
}): boolean {
  return trace.at(-1)?.kind === "limit" && trace.at(-1)?.hit === true;
}

/** The entry of every action that fits: thousands share it. */
const FITS: TraceEntry = { id: LIMITS, kind: "limit", hit: false };

/** Without owners or packages it is not known which limit counts. */
const UNKNOWN_OWNERS: Excess = {
  name: undefined,
  found: undefined,
  unknown: "owners",
  sentence: "each.owner: it is not known who owns the files of this action.",
};
const UNKNOWN_PACKAGES: Excess = {
  ...UNKNOWN_OWNERS,
  unknown: "packages",
  sentence: "each.package: it is not known which packages the files of this action belong to.",
};

/** Returns the limits that count for an action; or why they are not known. */
function ownLimits(
  { each, onExceed: _onExceed, ...most }: PolicyLimits,
  { recipe, owners, packages }: Facts,
  ruleId: string,
): readonly OwnLimit[] | Excess {
  if (each.owner !== undefined && owners === undefined) return UNKNOWN_OWNERS;
  if (each.package !== undefined && packages === undefined) return UNKNOWN_PACKAGES;
  const names: Readonly<Record<LimitGroup, readonly string[]>> = {
    recipe: [recipe],
    rule: [ruleId],
    owner: owners ?? [],
    package: packages ?? [],
  };
  const ofGroups = LIMIT_GROUPS.flatMap((group): OwnLimit[] => {
    const amounts = each[group];
    if (amounts === undefined) return [];
    return names[group].map((name) => ({ of: ` of ${group} \`${name}\``, most: amounts }));
  });
  return [{ of: "", most }, ...ofGroups];
}

function exceeded(decision: Decision, excess: Excess, { onExceed }: PolicyLimits): Decision {
  const { name, found, unknown, sentence } = excess;
  const entry: TraceEntry = {
    id: LIMITS,
    kind: "limit",
    hit: true,
    ...(name === undefined ? {} : { failed: name }),
    ...(found === undefined ? {} : { found }),
    ...(unknown === undefined ? {} : { unknown: [unknown] }),
  };
  return {
    verdict: onExceed === "hold" ? "hold" : "discard",
    reason: sentence,
    ruleId: LIMITS,
    trace: [...decision.trace, entry],
  };
}
