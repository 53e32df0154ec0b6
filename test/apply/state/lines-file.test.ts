import { join } from "node:path";
import { expect, it } from "vitest";
import { LinesFile } from "../../../src/apply/state/lines-file.ts";
import { RunJournal } from "../../../src/apply/transaction/run-journal.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const RUN = { id: "r1", command: "run", startedAt: "2026-01-01T00:00:00.000Z", recipes: [] };
const ACTION = { id: "a", label: "A", recipe: "r", step: "s", reason: "It is a test." };

it("opens one journal when a transcript and a transaction begin at the same time", async () => {
  const root = tempTree({ "a.txt": "one\n" });
  const journal = new RunJournal(root, RUN);
  const write = {
    path: "a.txt",
    preHash: sha256("one\n"),
    postHash: sha256("two\n"),
    before: "one\n",
    after: "two\n",
    edits: [{ start: 0, end: 3, text: "two" }],
  };
  const [first, , second] = await Promise.all([
    journal.keep(),
    journal.commit([write], ACTION),
    journal.keep(),
  ]);
  expect(first).toBe(second);
  const transcript = new LinesFile("transcript", () => journal.keep());
  transcript.append("{}\n");
  await transcript.close();
  await journal.close();
  const lines = readText(root, ".sluice/runs/r1/journal.jsonl").trim().split("\n");
  expect(lines.filter((line) => line.includes('"kind":"run"'))).toHaveLength(1);
  expect(readText(root, join(".sluice/runs/r1", "transcript.jsonl"))).toBe("{}\n");
});
