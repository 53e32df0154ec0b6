import { expect, it } from "vitest";
import type { ActionReport } from "../../src/model/report/report.ts";
import { alikeKey, groupsAlike } from "../../src/report/alike-actions.ts";
import { changeOf, opChangeOf } from "./comment/report-with.ts";

const SWAP = ["old(1);\n", "fresh(1);\n"] as const;
const GRANT = ["grant(user);\n", "grant(admin);\n"] as const;

/** A held action that makes some changes, each in a file of its own. */
function held(id: string, changes: readonly (readonly [before: string, after: string])[]) {
  const parts = changes.map(([before, after], at) => changeOf(`${id}${at}.ts`, before, after));
  const [first = changeOf("a.ts", ...SWAP)] = parts;
  return { ...first, id, state: "held" as const, files: parts.flatMap(({ files }) => files) };
}

function idsOf(actions: readonly ActionReport[]): readonly string[] {
  return groupsAlike(actions).map((group) => group.map(({ id }) => id).join(" "));
}

it("counts actions as alike if all their changes are of the same kinds, however many files they have", () => {
  const many = Array.from({ length: 120 }, () => SWAP);
  const actions = [
    held("one", [SWAP]),
    held("more", [...many, GRANT]),
    held("same", many),
    held("again", [GRANT, ...many]),
  ];
  expect(idsOf(actions)).toEqual(["one same", "more again"]);
  const lines = (last: string): [string, string] => {
    const each = Array.from({ length: 9 }, (_each, at) => [`old${at}\n`, `fresh${at}\n`] as const);
    const kept = "1\n2\n3\n4\n5\n6\n7\n";
    const all = (side: 0 | 1) => each.map((pair) => `${pair[side]}${kept}`).join("");
    return [`${all(0)}${last}\n`, `${all(1)}true\n`];
  };
  expect(idsOf([held("a", [lines("log")]), held("b", [lines("isAdmin")])])).toEqual(["a", "b"]);
});

it("keeps another rule, another call, a new file and a file that goes apart", () => {
  const [first, second] = ["1", "2"].map((callId) =>
    opChangeOf("a.ts", ...SWAP, { id: callId, callId, state: "held" }),
  );
  const ruled = { ...held("b", [SWAP]), ruleId: "other" };
  const pair = [first, second].flatMap((action) => action ?? []);
  expect(idsOf([...pair, held("a", [SWAP]), ruled])).toEqual(["1", "2", "a", "b"]);
  const [lines, added] = [held("lines", [["", "a\n"]]), held("new", [["", "a\n"]])];
  const files = added.files.map(({ diff, ...file }) => ({
    ...file,
    diff: diff.replace(/^---/m, "new file mode 100644\n---"),
  }));
  expect(idsOf([lines, { ...added, files }])).toEqual(["lines", "new"]);
});

it("leaves an action alone whose changes are not all known, or are too many to read", () => {
  const action = held("a", [SWAP]);
  const [file] = action.files;
  if (file === undefined) throw new Error("There is no file.");
  expect(alikeKey(action)).toMatch(/^[0-9a-f]{64}$/);
  const unlike: readonly Partial<ActionReport>[] = [
    { state: "failed" },
    { applyError: "Stale." },
    { isStale: true },
    { files: [] },
    { files: [file, { ...file, diff: "" }] },
    { files: [file, { ...file, diff: `${file.diff}${"#".repeat(2_000_000)}` }] },
    { files: Array.from({ length: 1001 }, () => file) },
    { facts: { ...action.facts, fileCount: 2 } },
  ];
  for (const over of unlike) expect(alikeKey({ ...action, ...over })).toBeUndefined();
});
