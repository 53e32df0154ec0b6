import { expect, it } from "vitest";
import { parseTime } from "../../../src/shared/time/parse-time.ts";

const shown = (written: string) => {
  const read = parseTime(written);
  if ("fault" in read) return read.fault;
  return [new Date(read.at).toISOString(), ...(read.shift === undefined ? [] : [read.shift])];
};

it.each([
  ["2026-12-20", "2026-12-20T00:00:00.000Z"],
  ["2026-12-20T08:30", "2026-12-20T08:30:00.000Z"],
  ["2026-12-20T08:30:15.25Z", "2026-12-20T08:30:15.250Z"],
  ["2026-12-20T08:00+01:00", "2026-12-20T07:00:00.000Z"],
  ["2026-12-20T08:00-03:30", "2026-12-20T11:30:00.000Z"],
  ["2026-12-20 Europe/Berlin", "2026-12-19T23:00:00.000Z"],
  ["2026-07-01T00:00 Europe/Berlin", "2026-06-30T22:00:00.000Z"],
  ["2026-12-20T00:00 Asia/Kathmandu", "2026-12-19T18:15:00.000Z"],
  ["2026-12-20T00:00 UTC", "2026-12-20T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["9999-12-31T23:59 Asia/Tokyo", "9999-12-31T14:59:00.000Z"],
])("reads %s", (written, instant) => {
  expect(shown(written)).toEqual([instant]);
});

it.each([
  ["2026-03-29T02:30 Europe/Berlin", "2026-03-29T01:30:00.000Z", "gap"],
  ["2026-10-25T02:30 Europe/Berlin", "2026-10-25T00:30:00.000Z", "overlap"],
  ["2026-04-05T01:45 Australia/Lord_Howe", "2026-04-04T14:45:00.000Z", "overlap"],
  ["2011-12-30T12:00 Pacific/Apia", "2011-12-30T22:00:00.000Z", "gap"],
])(
  "takes of a local time that is skipped the later, and of one that is there twice the first: %s",
  (written, instant, shift) => {
    expect(shown(written)).toEqual([instant, shift]);
  },
);

it.each([
  [
    "2026-12-20T00:00 Europe/Berln",
    "has the zone `Europe/Berln`, which is not known. Did you mean `Europe/Berlin`?",
  ],
  ["2026-12-20T00:00 Nowhere", "not known. A zone has a name such as `Europe/Berlin`"],
  [
    "2026-12-20T00:00 +01:00",
    "has a blank before the offset `+01:00`: write `+01:00` right after the time",
  ],
  ["2026-12-20T00:00 -0530", "write `-05:30` right after the time"],
  ["2026-12-20T00:00Z Europe/Berlin", "must have an offset or a zone"],
  ["2026-12-20T00:00+25:00", "has the offset +25:00"],
  ["2026-12-31T23:59:60Z", "has the second 60"],
  ["2026-12-31T24:00Z", "has the hour 24: write 00:00 of the next day"],
  ["2026-12-31T25:00Z", "names a time that does not exist: 25:00:00"],
  ["2026-02-29", "names a day that does not exist: 2026-02-29"],
  ["2026-13-01", "names a day that does not exist: 2026-13-01"],
  ["2026-00-10", "names a day that does not exist"],
  ["2026-10-00", "names a day that does not exist"],
  ["0000-01-01", "has the year 0000: the first one is 1970"],
  ["1969-12-31T23:59Z", "has the year 1969"],
  ["+02026-01-01", "must be a time such as"],
  ["2026-12-20 00:00", "Write `T` between a date and a time"],
  ["20.12.2026", "must be a time such as"],
  ["tomorrow", "must be a time such as"],
  ["", "must be a time such as"],
])("refuses %s", (written, fault) => {
  expect(shown(written)).toContain(fault);
  expect(String(shown(written)).length).toBeLessThan(200);
});
