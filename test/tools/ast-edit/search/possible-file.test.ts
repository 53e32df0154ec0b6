import { describe, expect, it } from "vitest";
import type { ByteRead, Workspace } from "../../../../src/model/workspace.ts";
import type { Candidate } from "../../../../src/tools/ast-edit/search/find-candidates.ts";
import type { OpsOfFile } from "../../../../src/tools/ast-edit/search/ops-of-files.ts";
import { PossibleFile } from "../../../../src/tools/ast-edit/search/possible-file.ts";

const CANDIDATE: Candidate = {
  path: "a.ts",
  language: "typescript",
  isReadonly: false,
  isNamed: false,
};
const bytes = (text: string) => ({ kind: "bytes", bytes: Buffer.from(text) }) as const;

/** A file that was read as `one`, let go, and is read again; and what is remembered of it. */
function readAgain(again: ByteRead) {
  const misses = new Set<string>();
  const looks = new Map<string, unknown>();
  const facts = { ops: [], key: "", mayMatch: () => true, isStackHungry: false };
  const ops: OpsOfFile = { ...facts, misses, looks };
  const workspace = {
    readBytes: () => again,
    contentKey: (_path: string, content: Uint8Array) => `key of ${Buffer.from(content)}`,
  } as Partial<Workspace> as Workspace;
  const read = { bytes: Buffer.from("one"), contentKey: "key of one" };
  const file = new PossibleFile(CANDIDATE, ops, workspace, read);
  file.letGo();
  return { file, taken: file.take(), misses, looks };
}

describe("a file that is read again when its turn comes", () => {
  it.each<[what: string, again: ByteRead, skipped: object]>([
    ["vanished", { kind: "unusable", why: "vanished" }, { why: "vanished" }],
    [
      "can no longer be read",
      { kind: "unusable", why: "unreadable", detail: "EACCES" },
      { why: "unreadable", detail: "EACCES" },
    ],
    ["is no longer a text", bytes("a\0b"), { why: "binary" }],
  ])(
    "says so in full where it %s, and it is not remembered of its content",
    (_what, again, skipped) => {
      const { file, taken, misses, looks } = readAgain(again);
      expect(taken).toEqual({ kind: "unusable", skipped });
      if ("kind" in taken) file.note(taken);
      expect([misses.size, looks.size]).toEqual([0, 0]);
    },
  );

  it("is skipped where it became empty, and not a miss", () => {
    const { taken, misses } = readAgain(bytes(""));
    expect(taken).toEqual({ kind: "skipped", why: "empty" });
    expect(misses.size).toBe(0);
  });

  it("is remembered by the content that was read last", () => {
    const { file, taken, misses } = readAgain(bytes("two"));
    expect(taken).toMatchObject({ text: "two" });
    file.note({ kind: "no-match" });
    expect([...misses]).toEqual(["key of two"]);
  });
});
