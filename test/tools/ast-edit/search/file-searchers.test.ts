import { describe, expect, it } from "vitest";
import { boundsOfFile } from "../../../../src/model/search/search-bounds.ts";
import { FileSearchers } from "../../../../src/tools/ast-edit/search/file-searchers.ts";
import type { PossibleFile } from "../../../../src/tools/ast-edit/search/search-shapes.ts";
import { opsOfFile } from "./ops-of-file.ts";

const THREADS = { workerFile: new URL("file:///never-started.js"), count: 1 };

/** Returns the outcomes of a file of three lines that are reported before `finish`. */
async function reportedAtOnce(isStackHungry: boolean, search: object): Promise<readonly string[]> {
  const reported: string[] = [];
  const source = {
    path: "a.ts",
    language: "typescript",
    text: "a;\n".repeat(3),
    isReadonly: false,
  };
  const ops = opsOfFile({ isStackHungry });
  const searchers = new FileSearchers({
    params: {
      passes: 1,
      onParseError: "skip",
      editGenerated: false,
      per: "file",
      bounds: boundsOfFile({}),
      asked: [],
      countsMisses: false,
    },
    search: { build: "", ...search },
    workspace: {} as never,
    signal: new AbortController().signal,
    searchFile: async () => ({ kind: "no-match" }),
    searchNatively: async () => undefined,
    letThrough: async () => undefined,
  });
  const file = { ops, take: () => source } as Partial<PossibleFile> as PossibleFile;
  await searchers.add(file, ({ kind }) => reported.push(kind));
  const before = [...reported];
  await searchers.finish();
  await searchers.close();
  expect(reported).toEqual(["no-match"]);
  return before;
}

describe("the searchers of a call", () => {
  it("keep no text of a file waiting if no threads will start", async () => {
    expect(await reportedAtOnce(false, {})).toEqual(["no-match"]);
  });

  it("search files on the main thread if their rules need its stack, even if threads start later", async () => {
    expect(await reportedAtOnce(true, { threads: THREADS })).toEqual(["no-match"]);
  });

  it("start no threads for a file or two", async () => {
    expect(await reportedAtOnce(false, { threads: THREADS })).toEqual([]);
  });
});
