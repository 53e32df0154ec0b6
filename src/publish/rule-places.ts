import type { RulePlaces } from "../report/pull/rule-text.ts";
import type { PublishingPolicy } from "./publishing-policy.ts";

/** Returns where the rules of a policy are written. */
export function placesOf({ guards, rules }: PublishingPolicy): RulePlaces {
  return new Map(
    [...guards, ...rules].flatMap(({ id, place }) =>
      place === undefined ? [] : [[id, `${place.path}:${place.line}`] as const],
    ),
  );
}
