import { describe, expect, it } from "vitest";
import { FileSearchers } from "../../../../src/tools/ast-edit/search/file-searchers.ts";
import type { PossibleFile } from "../../../../src/tools/ast-edit/search/possible-file.ts";

const THREADS = { workerFile: new URL("file:///never-started.js"), count: 1 };

/** What has been told of a file of three lines when it was taken in, before `finish`. */
async function toldAtOnce(isStackHungry: boolean, search: object): Promise<readonly string[]> {
  const told: string[] = [];
  const source = {
    path: "a.ts",
    language: "typescript",
    text: "a;\n".repeat(3),
    isReadonly: false,
  };
  const ops = { key: "k", ops: [], mayMatch: () => true, isStackHungry };
  const lookers = new FileSearchers({
    params: { passes: 1, onParseError: "skip", editGenerated: false, per: "file" },
    search: { build: "", ...search },
    workspace: {} as never,
    signal: new AbortController().signal,
    letThrough: async () => undefined,
  });
  const file = { ops, take: () => source } as Partial<PossibleFile> as PossibleFile;
  await lookers.add(file, ({ kind }) => told.push(kind));
  const before = [...told];
  await lookers.finish();
  await lookers.close();
  expect(told).toEqual(["no-match"]);
  return before;
}

describe("the lookers of a call", () => {
  it("keep no text of a file waiting where there are no threads to come", async () => {
    expect(await toldAtOnce(false, {})).toEqual(["no-match"]);
  });

  it("look at files on the main thread whose rules need its stack, even if threads start later", async () => {
    expect(await toldAtOnce(true, { threads: THREADS })).toEqual(["no-match"]);
  });

  it("start no threads for a file or two", async () => {
    expect(await toldAtOnce(false, { threads: THREADS })).toEqual([]);
  });
});
