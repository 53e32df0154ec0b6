import { expect, it } from "vitest";
import type { Preview } from "../../../src/model/action/action-preview.ts";
import type { LostPlace } from "../../../src/model/action/file-losses.ts";
import type { FileChange } from "../../../src/model/action/preview.ts";
import { lossAlerts } from "../../../src/run/calls/loss-alerts.ts";
import { filePreview } from "../../../src/tools/changes/file-preview.ts";

const none = { count: 0, first: [] };

const AWAIT: LostPlace = { line: 3, text: "`await`" };

function changeOf(path: string, count: number): FileChange {
  const first = Array.from({ length: Math.min(count, 10) }, (_, at): LostPlace => {
    return { line: at + 1, text: "`// x`" };
  });
  const losses = {
    comments: { count, first },
    tokens: none,
    strings: none,
    isWhitespaceOnly: false,
  };
  return {
    ...{ path, language: "typescript", preHash: "0", postHash: "1", edits: [], superseded: [] },
    regions: [],
    ...{ additions: 1, deletions: 1, diff: "", isIdempotent: true, addsSyntaxErrors: false },
    ...{ isCommentsOnly: false, changesPackage: false, losses, bytes: 0 },
  };
}

const previewOf = (changes: readonly FileChange[]): Preview => filePreview(changes);

it("L1 warns about the first places of a file, and about the first files", () => {
  const changes = Array.from({ length: 25 }, (_, at) => changeOf(`f${at}.ts`, at === 0 ? 12 : 1));
  const alerts = lossAlerts(
    [previewOf(changes.slice(0, 3)), previewOf(changes.slice(3))],
    "ast_edit",
  );
  expect(alerts).toHaveLength(21);
  expect(alerts[0]).toMatchObject({ level: "warn", code: "loss", path: "f0.ts" });
  expect(alerts[0]?.message).toMatch(
    /^f0\.ts: the comment `\/\/ x` in line 1 is lost; .* in line 5 is lost; 7 more\.$/,
  );
  expect(alerts[20]?.message).toMatch(/^5 more files lose code/);
  expect(lossAlerts([previewOf([changeOf("a.ts", 0)])], "ast_edit")).toEqual([]);
});

it.each([
  ["ast_edit", "`await` in line 3 is lost, although no pattern names it", "code that no op names"],
  ["transform", "`await` in line 3 is lost", "code"],
])("L1 speaks of patterns and ops only for a tool that has some: %s", (tool, lost, code) => {
  const losses = { comments: none, tokens: { count: 1, first: [AWAIT] }, strings: none };
  const changes = Array.from({ length: 21 }, (_, at) => ({ ...changeOf(`f${at}.ts`, 0), losses }));
  const messages = lossAlerts([previewOf(changes)], tool).map(({ message }) => message);
  expect(messages[0]).toBe(`f0.ts: ${lost}.`);
  expect(messages[20]).toBe(`1 more file loses ${code}; \`facts\` of the report has the places.`);
});

it("L1 lists the first ten places of an action, and the number of the others", () => {
  const { facts } = filePreview([changeOf("a.ts", 8), changeOf("b.ts", 4)]);
  expect(facts.commentsLost).toHaveLength(11);
  expect(facts.commentsLost?.slice(-2)).toEqual(["b.ts:2 `// x`", "2 more"]);
  expect(facts.tokensLost).toEqual([]);
});
