import type { Forge } from "../forge/forge.ts";
import type { OwnPull } from "../forge/pulls.ts";
import { type HeldPlace, heldText, isCurrentList } from "../landing/held-text.ts";
import type { PublishGroup } from "./groups.ts";

/** The things that the comments of a campaign have in common. */
interface HeldContext extends Omit<HeldPlace, "hasBoxes"> {
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
export function openHeldComments({ campaign, commentsOn, ...place }: HeldContext): TellHeld {
  const marker = `<!-- sluice publish held campaign=${campaign} -->`;
  return async ({ others }, { number }, head) => {
    const held = others.filter(({ state }) => state === "held");
    if (held.length === 0) return;
    const forge = await commentsOn(number);
    const about = { ...place, hasBoxes: forge.tellsEditors };
    const length = forge.limit - marker.length - 2;
    const list = heldText(held, { head, length }, about);
    if (list === "") return;
    const known = (await forge.findOwn(marker)).at(-1);
    // One of this plan may have the states of decisions.
    if (known !== undefined && isCurrentList(known.body, head, about)) return;
    const text = `${marker}\n\n${list}\n`;
    if (known === undefined) await forge.create(text);
    else await forge.update(known, text);
  };
}
