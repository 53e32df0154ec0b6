import { visiblePath } from "../../../files/visible-path.ts";
import { countOf } from "../../../shared/count-of.ts";
import type { CallAlert, CallSkip } from "./search-shapes.ts";

/** The number of files that an alert names. */
const MOST_NAMED = 2;

/** Returns the alert about files that are left alone, with the first of them (X1). */
export function heldAlerts(skipped: readonly CallSkip[]): readonly CallAlert[] {
  const held = skipped.filter(({ why }) => why === "held-before");
  if (held.length === 0) return [];
  const named = held.slice(0, MOST_NAMED).map(({ path, detail }) => `${path} (${detail})`);
  const more = held.length > MOST_NAMED ? `, and ${held.length - MOST_NAMED} more` : "";
  const message = `${countOf(held.length, "file")} left alone (onHeld): ${named.join(", ")}${more}.`;
  return [{ level: "warn", code: "held-before", message }];
}

/** The number of files that have an alert of their own. */
const MOST_ALERTS = 20;

/** Returns the alerts about files whose text is kept from who asks (F21). */
export function withheldAlerts(skipped: readonly CallSkip[]): readonly CallAlert[] {
  const withheld = skipped.flatMap(({ path, why, detail }) =>
    why === "excluded" && detail !== undefined ? [{ path, detail }] : [],
  );
  return withheld.slice(0, MOST_ALERTS).map(({ path, detail }) => {
    const message = `\`${visiblePath(path)}\` ${detail}.`;
    return { level: "warn", code: "file-ref-withheld", message, path };
  });
}
