import { expect, it } from "vitest";
import { applyPatches } from "../../src/patch/apply-patches.ts";
import { readPatch } from "../../src/patch/read-patch.ts";

const FILES: Readonly<Record<string, string>> = {
  "a.ts": "one\ntwo\n",
  "b.ts": "one\ntwo\n",
  "c.ts": "one\ntwo\n",
};

interface Place {
  readonly path: string;
  readonly line?: number;
  /** The text that the scanner saw. */
  readonly text?: string;
}

/** The fixes of a scanner: each replaces the first letter at its places. */
function sarif(fixes: readonly (readonly Place[])[], artifacts: readonly object[] = []): string {
  const changeOf = ({ path, line = 1, text }: Place) => ({
    artifactLocation: { uri: path },
    replacements: [
      {
        deletedRegion: {
          ...{ startLine: line, startColumn: 1, endColumn: 2 },
          ...(text === undefined ? {} : { snippet: { text } }),
        },
        insertedContent: { text: "Z" },
      },
    ],
  });
  const results = fixes.map((places) => ({ fixes: [{ artifactChanges: places.map(changeOf) }] }));
  return JSON.stringify({ version: "2.1.0", runs: [{ artifacts, results }] });
}

async function apply(text: string) {
  const read = readPatch(text);
  if ("fault" in read) throw new Error(read.fault);
  const patched = await applyPatches(read, async (path) => {
    const text = FILES[path];
    return text === undefined ? undefined : { text, mode: "100644" };
  });
  return {
    ...patched,
    files: Object.fromEntries(patched.files.map(({ path, after }) => [path, after])),
    refused: patched.refused.map(({ path, fault }) => `${path} ${fault}`),
  };
}

const seen = (path: string, text = "o"): Place => ({ path, text });
const HALF = "belongs to a fix that cannot be done in another file";

/** A fix of SARIF, and a suggestion of rdjson: each leaves a region of `a.ts` out. */
const DELETIONS = {
  sarif: (deletedRegion: object) => {
    const change = { artifactLocation: { uri: "a.ts" }, replacements: [{ deletedRegion }] };
    return JSON.stringify({ runs: [{ results: [{ fixes: [{ artifactChanges: [change] }] }] }] });
  },
  rdjson: (start: object, end: object) =>
    JSON.stringify({
      diagnostics: [
        { location: { path: "a.ts" }, suggestions: [{ range: { start, end }, text: "" }] },
      ],
    }),
};

it.each(["15", 1.5, -4, 1e30, null, true])(
  "refuses a fix with a line or a column of %j, which is not taken as absent",
  async (value) => {
    const region = { startLine: 1, startColumn: 2, endLine: 1, endColumn: 3 };
    const [start, end] = [
      { line: 1, column: 2 },
      { line: 1, column: 3 },
    ];
    const texts = [
      ...Object.keys(region).map((key) => DELETIONS.sarif({ ...region, [key]: value })),
      ...["line", "column"].flatMap((key) => [
        DELETIONS.rdjson({ ...start, [key]: value }, end),
        DELETIONS.rdjson(start, { ...end, [key]: value }),
      ]),
    ];
    for (const text of texts)
      expect(await apply(text), text).toMatchObject({
        files: {},
        refused: ["a.ts its range has a line or a column that is no positive integer"],
      });
    const good = { "a.ts": "oe\ntwo\n" };
    expect(await apply(DELETIONS.sarif(region))).toMatchObject({ files: good, refused: [] });
    expect(await apply(DELETIONS.rdjson(start, end))).toMatchObject({ files: good, refused: [] });
  },
);

it("changes all files of a fix together", async () => {
  const fixes = [[seen("a.ts"), seen("b.ts"), seen("c.ts")], [{ ...seen("a.ts", "t"), line: 2 }]];
  expect(await apply(sarif(fixes))).toEqual({
    files: { "a.ts": "Zne\nZwo\n", "b.ts": "Zne\ntwo\n", "c.ts": "Zne\ntwo\n" },
    moves: [
      { from: "a.ts", to: "b.ts" },
      { from: "a.ts", to: "c.ts" },
    ],
    notes: [],
    refused: [],
  });
});

it.each<[what: string, other: Place, fault: string]>([
  ["has another text", seen("b.ts", "x"), "b.ts line 1 is not what it was for the scanner"],
  ["is missing", seen("d.ts"), "d.ts is not there"],
  ["ends before", { ...seen("b.ts"), line: 9 }, "b.ts its range 9:1 is not in the file"],
])(
  "refuses a fix whole if one of its files %s, and does the others",
  async (_what, other, fault) => {
    const fixes = [[seen("a.ts"), other], [seen("c.ts")], [{ ...seen("a.ts", "t"), line: 2 }]];
    expect(await apply(sarif(fixes))).toMatchObject({
      files: { "a.ts": "one\nZwo\n", "c.ts": "Zne\ntwo\n" },
      moves: [],
      refused: [fault, `a.ts ${HALF}`],
    });
  },
);

it("refuses the fixes of a file that has other bytes in their other files, too", async () => {
  const hashes = { "sha-256": "0".repeat(64) };
  const text = sarif([[seen("b.ts"), seen("a.ts")]], [{ location: { uri: "b.ts" }, hashes }]);
  expect(await apply(text)).toMatchObject({
    files: {},
    refused: [expect.stringContaining("b.ts is not the file"), `a.ts ${HALF}`],
  });
});

it("tells once how many of the fixes nothing proves", async () => {
  const one = [{ path: "a.ts" }, { path: "b.ts" }];
  const [single] = (await apply(sarif([one, [seen("c.ts")]]))).notes;
  expect(single).toBe("1 fix names no text that it replaces: its base is not proved");
  const { notes } = await apply(sarif([one, [{ path: "c.ts" }]]));
  expect(notes).toEqual(["2 fixes name no text that they replace: their base is not proved"]);
  expect(await apply(sarif([[{ path: "d.ts" }]]))).toHaveProperty("notes", []);
});
