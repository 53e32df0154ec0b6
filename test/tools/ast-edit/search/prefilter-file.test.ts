import { describe, expect, it } from "vitest";
import type { Workspace } from "../../../../src/model/workspace.ts";
import { sha256 } from "../../../../src/shared/sha256.ts";
import { prefilterFile } from "../../../../src/tools/ast-edit/search/prefilter-file.ts";
import { opsOfFile } from "./ops-of-file.ts";

const CANDIDATE = {
  path: "a.ts",
  language: "typescript",
  isReadonly: false,
  isNamed: false,
} as const;

/** Prefilters a file of which an earlier run has found edits, for a preview or for a run that may write them. */
function recall(text: string, { needsBytes = false, restsOn = text } = {}) {
  let reads = 0;
  const found = { kind: "planned", changes: [{ preHash: sha256(restsOn) }] };
  const findings = { needsBytes, get: () => found, set: () => undefined };
  const ops = opsOfFile({ misses: new Set(), findings });
  const workspace = {
    readBytes() {
      reads += 1;
      return { kind: "bytes", bytes: Buffer.from(text) };
    },
    knownContentKey: () => "key",
    contentKey: () => "key",
  } as Partial<Workspace> as Workspace;
  const { kind } = prefilterFile(CANDIDATE, ops, workspace, new Set());
  return { kind, reads };
}

describe("findings of an earlier run", () => {
  it("are those of a preview by the word of git, which spares it to read the file", () => {
    expect(recall("f(1);")).toEqual({ kind: "planned", reads: 0 });
  });

  it("are written only for bytes that this run has read", () => {
    expect(recall("f(1);", { needsBytes: true })).toEqual({ kind: "planned", reads: 1 });
  });

  it("are searched again if their edits rest on other bytes under the same key of content", () => {
    const options = { needsBytes: true, restsOn: "f(2);" };
    expect(recall("f(1);", options)).toEqual({ kind: "possible", reads: 1 });
  });
});
