import { expect, it } from "vitest";
import type { BeginRecord, JournalRecord } from "../../../src/apply/state/journal-record.ts";
import { standingActions } from "../../../src/apply/state/read-run.ts";

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
