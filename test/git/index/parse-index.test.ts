import { expect, it } from "vitest";
import { parseIndex } from "../../../src/git/index/parse-index.ts";

const ID = "1".repeat(40);
const stat = (size: string) => `  ctime: 1:2\n  mtime: 3:4\n  uid: 0\tgid: 0\n${size}`;
const entry = { blobId: ID, kind: "file", isCompared: true };

it.each<[what: string, output: string, entries: readonly object[]]>([
  ["nothing", "", []],
  [
    "entries with the sizes of their files",
    `H 100644 ${ID} 0\ta.ts\0${stat("  size: 12\tflags: 0\n")}h 120000 ${ID} 2\tb\0${stat("  size: 3\tflags: 0\n")}`,
    [
      { ...entry, path: "a.ts", size: 12 },
      { blobId: ID, kind: "link", isCompared: false, hidden: "assumed", path: "b", size: 3 },
    ],
  ],
  [
    "names with line ends, tabs and what looks like a size",
    `H 100644 ${ID} 0\ta\n  size: 9\tx\0${stat("  size: 12\tflags: 0\n")}`,
    [{ ...entry, path: "a\n  size: 9\tx", size: 12 }],
  ],
  [
    "entries without a size, should git no longer tell it",
    `H 100644 ${ID} 0\ta\0${stat("")}H 100644 ${ID} 0\tb\0`,
    [
      { ...entry, path: "a", size: undefined },
      { ...entry, path: "b", size: undefined },
    ],
  ],
])("reads %s from what git tells of its index", (_what, output, entries) => {
  expect(parseIndex(output)).toEqual(entries);
});
