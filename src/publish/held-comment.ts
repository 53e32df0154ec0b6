import type { Forge } from "../forge/forge.ts";
import type { OwnPull } from "../forge/pulls.ts";
import type { Plan } from "../plan-file/plan.ts";
import { approvalsFor } from "../policy/approvals-for.ts";
import { approversOf } from "../report/approvers-words.ts";
import { heldList } from "../report/pull/held-list.ts";
import type { PublishGroup } from "./groups.ts";
import type { PublishingPolicy } from "./publishing-policy.ts";
import { placesOf } from "./rule-places.ts";

/** The things that the comments of a campaign have in common. */
interface HeldContext {
  readonly policy: PublishingPolicy;
  readonly campaign: string;
  /** Opens the comments of a pull request. */
  readonly commentsOn: (number: number) => Promise<Forge>;
}

/** Keeps the comment that lists what is held of the unit of a pull request. Throws a `ForgeFault`. */
export type TellHeld = (group: PublishGroup, pull: OwnPull, tip: string) => Promise<void>;

/**
 * Returns the function that keeps the list of what is held, on which people decide. Without anybody who may approve, or
 * with nothing held, there is none, and an older one stays: it is of another plan.
 */
export function openHeldComments(
  { digest, actions }: Plan,
  { policy, campaign, commentsOn }: HeldContext,
): TellHeld {
  const marker = `<!-- sluice publish held campaign=${campaign} -->`;
  const rulePlaces = placesOf(policy);
  const ids = actions.map(({ id }) => id);
  return async ({ others }, { number }, head) => {
    const held = others.filter(({ state }) => state === "held");
    const words = held.flatMap(({ ruleId }) => approvalsFor(policy, ruleId) ?? []).map(approversOf);
    if (words.length === 0) return;
    const forge = await commentsOn(number);
    const items = held.map((action) => ({ action, state: "pending", decisions: [] }) as const);
    const content = { plan: digest, head, items, ids, rulePlaces };
    const list = heldList(
      { ...content, deciders: [...new Set(words)].join("; ") },
      { length: forge.limit - marker.length - 2, elsewhere: "the plan has everything" },
    );
    const text = `${marker}\n\n${list}\n`;
    const known = (await forge.findOwn(marker)).at(-1);
    if (known === undefined) await forge.create(text);
    else if (known.body.trimEnd() !== text.trimEnd()) await forge.update(known, text);
  };
}
