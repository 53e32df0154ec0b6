import { expect, it } from "vitest";
import type { FileOutcome } from "../../../../src/tools/ast-edit/search/search-shapes.ts";
import { SearchableFile } from "../../../../src/tools/ast-edit/search/searchable-file.ts";

const GROUP = { opId: "ops[0]", like: "`f()`", kind: "comment", count: 1, first: [] } as const;

it.each<[what: string, outcome: FileOutcome, misses: number, findings: number]>([
  ["a miss of its content", { kind: "no-match" }, 1, 0],
  ["a finding, with what was left", { kind: "no-match", leftovers: [GROUP] }, 0, 1],
])("L6 a file without a match is remembered as %s", (_what, outcome, misses, findings) => {
  const known = { misses: new Set<string>(), findings: new Map<string, unknown>() };
  const candidate = { path: "a.js", language: "javascript", isReadonly: false, isNamed: false };
  const read = { bytes: Buffer.from("// f()"), contentKey: "key" };
  new SearchableFile(candidate, known as never, {} as never, read).remember(outcome);
  expect([known.misses.size, known.findings.size]).toEqual([misses, findings]);
});
