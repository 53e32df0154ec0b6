import { closestName } from "../closest-name.ts";
import { isZone, localInstants } from "./local-instants.ts";

/** An instant that was written, in milliseconds since 1970. */
export interface WrittenTime {
  readonly at: number;
  /** The local time is not there on that day (`gap`), or twice (`overlap`). */
  readonly shift?: "gap" | "overlap";
}

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:\d\d)?)?(?: (\S+))?$/;

const WANTED =
  "must be a time such as `2026-12-20T08:00Z`, `2026-12-20T08:00+01:00`, " +
  "`2026-12-20T08:00 Europe/Berlin` or `2026-12-20`";

/**
 * Parses a time: an instant in UTC or with an offset, or a local time with a zone of the IANA database after a blank.
 * Without any of them it is UTC, and a date alone is its midnight. A local time that is not there counts as many
 * minutes later as the clock skips, one that is there twice the first time. A fault is the end of a sentence.
 */
export function parseTime(written: string): WrittenTime | { readonly fault: string } {
  const match = FORM.exec(written);
  if (match === null) return { fault: WANTED };
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00"] = match;
  const [fraction = "", offset, zone] = match.slice(7);
  const fault = rangeFault({ year, month, day, hour, minute, second });
  if (fault !== undefined) return { fault };
  const local = Date.UTC(
    +year,
    +month - 1,
    +day,
    +hour,
    +minute,
    +second,
    +fraction.padEnd(3, "0"),
  );
  if (offset !== undefined && zone !== undefined)
    return { fault: "must have an offset or a zone, and not both" };
  if (zone === undefined) return ofOffset(local, offset ?? "Z");
  if (!isZone(zone)) return { fault: zoneFault(zone) };
  const [first, again] = localInstants(local, zone);
  if (first.kind === "gap") return { at: first.at, shift: "gap" };
  return again === undefined ? { at: first.at } : { at: first.at, shift: "overlap" };
}

/** Returns the fault of a zone that is not known: all of them are too many to be named. */
function zoneFault(zone: string): string {
  const fault = `has the zone \`${zone}\`, which is not known`;
  if (/^(Z|[+-]\d\d:?\d\d)$/.test(zone)) {
    const offset = zone.replace(/(\d\d):?(\d\d)$/, "$1:$2");
    return `has a blank before the offset \`${zone}\`: write \`${offset}\` right after the time`;
  }
  if (/^\d\d?:\d\d/.test(zone))
    return `${fault}. Write \`T\` between a date and a time, and no blank`;
  const near = closestName(zone, Intl.supportedValuesOf("timeZone"));
  return near === undefined
    ? `${fault}. A zone has a name such as \`Europe/Berlin\``
    : `${fault}. Did you mean \`${near}\`?`;
}

/** Returns the instant of a time that was checked before, in milliseconds since 1970. */
export function checkedInstant(written: string): number {
  const read = parseTime(written);
  if ("fault" in read) throw new Error(`A time was not checked: ${written}`);
  return read.at;
}

function ofOffset(local: number, offset: string): WrittenTime | { readonly fault: string } {
  if (offset === "Z") return { at: local };
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  if (hours > 23 || minutes > 59)
    return { fault: `has the offset ${offset}, which does not exist` };
  const shift = (hours * 60 + minutes) * 60_000;
  return { at: offset.startsWith("-") ? local + shift : local - shift };
}

/** The parts of a date and a time, as they are written. */
type Parts = Readonly<Record<"year" | "month" | "day" | "hour" | "minute" | "second", string>>;

function rangeFault({ year, month, day, hour, minute, second }: Parts): string | undefined {
  if (+year < 1970) return `has the year ${year}: the first one is 1970`;
  const date = new Date(Date.UTC(+year, +month - 1, +day));
  const isThere = date.getUTCMonth() === +month - 1 && date.getUTCDate() === +day;
  if (+month < 1 || !isThere) return `names a day that does not exist: ${year}-${month}-${day}`;
  if (+hour === 24) return "has the hour 24: write 00:00 of the next day";
  if (+second === 60)
    return "has the second 60: no clock of a computer has it; write the next minute";
  if (+hour > 23 || +minute > 59 || +second > 59)
    return `names a time that does not exist: ${hour}:${minute}:${second}`;
  return undefined;
}
