import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ByteRead, Workspace } from "../../../../src/model/workspace.ts";
import type { Candidate } from "../../../../src/tools/ast-edit/search/search-shapes.ts";
import { SearchableFile } from "../../../../src/tools/ast-edit/search/searchable-file.ts";
import { opsOfFile } from "./ops-of-file.ts";

const CANDIDATE: Candidate = {
  path: "a.ts",
  language: "typescript",
  isReadonly: false,
  isNamed: false,
};
const bytes = (text: string) => ({ kind: "bytes", bytes: Buffer.from(text) }) as const;

/** A file that was read as `one`, let go, and is read again; with the sets that remember its outcome. */
function readAgain(again: ByteRead, candidate = CANDIDATE) {
  const misses = new Set<string>();
  const findings = new Map<string, unknown>();
  const ops = opsOfFile({ misses, findings: Object.assign(findings, { needsBytes: false }) });
  const workspace = {
    readBytes: () => again,
    contentKey: (_path: string, content: Uint8Array) => `key of ${Buffer.from(content)}`,
  } as Partial<Workspace> as Workspace;
  const read = { bytes: Buffer.from("one"), contentKey: "key of one" };
  const file = new SearchableFile(candidate, ops, workspace, read);
  file.letGo();
  return { file, taken: file.take(), misses, findings };
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
    "gives the whole reason if it %s, and does not remember it of its content",
    (_what, again, skipped) => {
      const { file, taken, misses, findings } = readAgain(again);
      expect(taken).toEqual({ kind: "unusable", skipped });
      if ("kind" in taken) file.remember(taken);
      expect([misses.size, findings.size]).toEqual([0, 0]);
    },
  );

  it("is skipped if it became empty, and is no miss", () => {
    const { taken, misses } = readAgain(bytes(""));
    expect(taken).toEqual({ kind: "skipped", why: "empty" });
    expect(misses.size).toBe(0);
  });

  it("is remembered by the content that was read last", () => {
    const { file, taken, misses } = readAgain(bytes("two"));
    expect(taken).toMatchObject({ text: "two" });
    file.remember({ kind: "no-match" });
    expect([...misses]).toEqual(["key of two"]);
  });

  it("is remembered as no miss of its content if only some lines count, and apart from other lines", () => {
    const keys = [0, 1, 2].map((start) => {
      const places = [{ start, end: 3 }];
      const lines = { hash: createHash("sha256").update("two").digest("hex"), places };
      const { file, taken, misses, findings } = readAgain(bytes("two"), { ...CANDIDATE, lines });
      expect(taken).toMatchObject({ text: "two", places });
      file.remember({ kind: "no-match" });
      expect([misses.size, findings.size]).toEqual([0, 1]);
      return [...findings.keys()][0];
    });
    expect(new Set(keys).size).toBe(3);
  });

  it("is not searched if its lines were looked up in another text", () => {
    const lines = { hash: "0", places: [{ start: 0, end: 3 }] };
    const { taken } = readAgain(bytes("two"), { ...CANDIDATE, lines });
    expect(taken).toMatchObject({ kind: "unusable", skipped: { why: "unreadable" } });
  });
});
