import type { PullForge } from "../../forge/pulls.ts";
import type { World } from "../../model/world.ts";
import { waitForSignal } from "../../shared/process/wait-for-signal.ts";

/** Milliseconds of an hour. */
const HOUR = 3_600_000;

/**
 * Returns a function that gives forges one rate together: at most so many new pull requests an hour, evenly, the first
 * at once. Forges refuse an account that opens many at a time, whatever it was promised.
 */
export function openPace(
  perHour: number,
  { after, interrupted }: Pick<World, "after" | "interrupted">,
): (forge: PullForge) => PullForge {
  let pause: AbortSignal | undefined;
  return (forge) => ({
    ...forge,
    async open(pull) {
      if (pause !== undefined) await waitForSignal(pause, interrupted);
      pause = after(HOUR / perHour);
      return forge.open(pull);
    },
  });
}
