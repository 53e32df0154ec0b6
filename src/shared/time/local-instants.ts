const DAY = 24 * 60 * 60 * 1000;

/** An instant of a local time; `gap`: the clock skips it, and the instant is as much later as it skips. */
export interface LocalInstant {
  readonly kind: "there" | "gap";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** True for the name of a zone of the IANA database, and false for an offset. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false; // A RangeError is the only way to ask.
  }
}

/** Returns the instants of a local time in a zone, the first one first; `local` is the instant that it is in UTC. */
export function localInstants(
  local: number,
  zone: string,
): readonly [LocalInstant, ...LocalInstant[]] {
  const offsetAt = createOffsets(zone);
  const [before, after] = [offsetAt(local - DAY), offsetAt(local + DAY)];
  const [first, ...others] = [...new Set([local - before, local - after])]
    .filter((at) => offsetAt(at) === local - at)
    .sort((a, b) => a - b)
    .map((at): LocalInstant => ({ kind: "there", at }));
  return first === undefined ? [{ kind: "gap", at: local - before }] : [first, ...others];
}

/** Returns a function from an instant to what the clock of a zone is ahead of UTC, in milliseconds. */
function createOffsets(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
    timeZone: zone,
    hourCycle: "h23",
    ...({ year: "numeric", month: "numeric", day: "numeric" } as const),
    ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
  });
  return (at) => {
    const second = Math.floor(at / 1000) * 1000; // The format has no parts of a second.
    const parts = new Map(format.formatToParts(second).map(({ type, value }) => [type, +value]));
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, seconds = 0] = (
      ["year", "month", "day", "hour", "minute", "second"] as const
    ).map((type) => parts.get(type));
    return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
  };
}
