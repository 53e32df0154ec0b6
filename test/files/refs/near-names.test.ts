import { expect, it } from "vitest";
import { NearNames } from "../../../src/files/refs/near-names.ts";
import { createScope } from "../../../src/files/scope.ts";
import type { FolderEntry } from "../../../src/model/workspace.ts";

function namesOf(root: Readonly<Record<string, FolderEntry["kind"]>>): NearNames {
  const workspace = {
    async *readFolder() {
      for (const [name, kind] of Object.entries(root)) yield { name, kind };
    },
  };
  const scope = createScope({ include: ["**"], exclude: ["LICENSE.secret"], readonly: [] });
  return new NearNames({ workspace, scope });
}

it.each<[word: string, near: string | undefined]>([
  ["LICENCE", "LICENSE"],
  ["license", "LICENSE"],
  ["Lisence", "LICENSE"],
  ["Makefil", "Makefile"],
  ["README", "README.md"],
  ["readme", "README.md"],
  ["eslintrc", ".eslintrc"],
  ["scr/a", undefined],
  ["tests", "test"],
  ["Tests", undefined],
  ["Test", undefined],
  ["test2", "test"],
  ["alice", undefined],
  ["Component", undefined],
  ["param", undefined],
  ["me", undefined],
  ["dist", undefined],
  ["odd", undefined],
  ["secrets", undefined],
])("F19 takes %s for %s", async (word, near) => {
  const names = namesOf({
    ...{ LICENSE: "file", Makefile: "file", "README.md": "file", ".eslintrc": "file" },
    ...{ test: "folder", components: "folder", "od d": "file", "LICENSE.secret": "file" },
    ".git": "folder",
  });
  expect(await names.near(word)).toBe(near);
});

it("F19 compares a bounded number of spellings, and still finds the same spelling after that", async () => {
  const root = Array.from({ length: 10_000 }, (_, index) => [`file-${100_000 + index}`, "file"]);
  const names = namesOf(Object.fromEntries(root));
  expect(await names.near("fil-100000")).toBe("file-100000");
  for (let word = 0; word < 25; word += 1) await names.near(`other-${10_000 + word}`);
  expect(await names.near("fil-100000")).toBeUndefined();
  expect(await names.near("FILE-100000")).toBe("file-100000");
});

it("F19 compares a bounded number of words, and nothing if the root cannot be listed", async () => {
  const names = namesOf({ LICENSE: "file" });
  const found = await Promise.all(Array.from({ length: 1001 }, () => names.near("LICENCE")));
  expect(found.map((near) => near === "LICENSE").lastIndexOf(true)).toBe(999);
  const workspace = {
    // biome-ignore lint/correctness/useYield: It fails at once.
    async *readFolder(): AsyncIterable<FolderEntry> {
      throw new Error("EACCES");
    },
  };
  const scope = createScope({ include: ["**"], exclude: [], readonly: [] });
  expect(await new NearNames({ workspace, scope }).near("LICENCE")).toBeUndefined();
});
