import { expect, it } from "vitest";
import type { BeginRecord, JournalRecord } from "../../../src/apply/state/journal-record.ts";
import { standingActions, unprovedActions } from "../../../src/apply/state/read-run.ts";

/** A transaction that was done: of these actions, and without those that it takes back. */
function done(
  index: number,
  ids: readonly string[],
  takesBack?: readonly string[],
): readonly JournalRecord[] {
  const [first = "checks"] = ids;
  const note = (id: string) => ({ id, label: id, reason: "" });
  const begin: BeginRecord = {
    kind: "begin",
    index,
    action: note(first),
    token: "0".repeat(12),
    files: [],
    folders: [],
    parts: ids.map((id) => ({ action: note(id), files: [] })),
    takesBack: takesBack && [...takesBack],
  };
  return [begin, { kind: "done", index, by: "run" }];
}

const standing = (records: readonly JournalRecord[]) =>
  standingActions(records).map(({ action }) => action.id);

it("returns the actions that were done, without those that checks took back", () => {
  const records = [...done(0, ["a", "b"]), ...done(1, ["c"]), ...done(2, [], ["a", "c"])];
  expect(standing(records)).toEqual(["b"]);
  expect(standing([...records, ...done(3, ["c"], ["b"])])).toEqual(["c"]);
  expect(standing(records.slice(0, -1))).toEqual(["a", "b", "c"]); // The last one has not ended.
});

it("returns the standing actions that checks have not proved, also if they were gone in between", () => {
  const written = done(0, ["a", "b", "c"]).map((record): JournalRecord => {
    if (record.kind !== "begin") return record;
    const withChecks = record.parts?.map((part) => {
      const checks = part.action.id === "c" ? undefined : ["types", "unit"];
      return { ...part, action: { ...part.action, checks } };
    });
    return { ...record, parts: withChecks };
  });
  const unproved = (...records: readonly JournalRecord[]) =>
    unprovedActions([...written, ...records]).map(({ id, checks }) => [id, ...checks].join(" "));
  const proved = (check: string, ...actions: string[]): JournalRecord => {
    return { kind: "proved", check, actions };
  };
  expect(unproved()).toEqual(["a types unit", "b types unit"]);
  expect(unproved(proved("types", "a", "b"))).toEqual(["a unit", "b unit"]);
  expect(unproved(proved("types", "a"), proved("unit", "a", "b"))).toEqual(["b types"]);
  expect(unproved(...done(1, [], ["a"]))).toEqual(["b types unit"]);
  // A search for the guilty one takes them back, and puts them in again.
  expect(unproved(...done(1, [], ["a", "b"]), ...done(2, ["a"]))).toEqual(["a types unit"]);
});
