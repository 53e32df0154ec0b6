import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { recoverRuns } from "../../../src/apply/past/recover.ts";
import { keepRunFile } from "../../../src/apply/state/keep-run-file.ts";
import { readRun, unfinished } from "../../../src/apply/state/read-run.ts";
import { listRunFolders } from "../../../src/apply/state/run-folder.ts";
import { takeRunLock } from "../../../src/apply/state/run-lock.ts";
import { RunJournal } from "../../../src/apply/transaction/run-journal.ts";
import { ownProcess } from "../../../src/shared/process/own-process.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { fail, heal, onDiskChange } from "../../support/fault-hook.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

afterEach(heal);

const RUN = { id: "r", command: "run", startedAt: "2026-01-01T00:00:00.000Z", recipes: ["x"] };
const ACTION = { id: "a", label: "A", reason: "Why not." };

function append(path: string, before: string) {
  const after = `${before}more\n`;
  const edits = [{ start: before.length, end: before.length, text: "more\n" }];
  return { path, preHash: sha256(before), postHash: sha256(after), before, after, edits };
}

/** Lets the disk fail once, at the first of these points at a path that matches. */
function failOnce(point: string, path: RegExp): void {
  let hasFailed = false;
  onDiskChange((at, where) => {
    if (hasFailed || at !== point || !path.test(where)) return;
    hasFailed = true;
    fail("EIO", at, where);
  });
}

describe("a disk that fails", () => {
  it("as the intent is flushed leaves a transaction that never began, and its index is not used again", async () => {
    const root = tempTree({ "a.txt": "a\n", "b.txt": "b\n" });
    const journal = new RunJournal(root, RUN);
    let syncs = 0;
    onDiskChange((point, path) => {
      if (point !== "sync" || !path.endsWith("journal.jsonl")) return;
      syncs += 1;
      if (syncs === 2) fail("EIO", point, path); // The first flush is that of the record of the run.
    });
    await expect(journal.commit([append("a.txt", "a\n")], ACTION)).rejects.toThrow("EIO");
    await journal.commit([append("b.txt", "b\n")], ACTION);
    await journal.close();
    const [folder] = listRunFolders(root);
    if (!folder) throw new Error("There is no run.");
    const { records } = readRun(folder);
    expect(unfinished(records)).toEqual([]);
    expect(records.map((each) => [each.kind, "index" in each ? each.index : undefined])).toEqual([
      ["run", undefined],
      ["begin", 0],
      ["rolled-back", 0],
      ["begin", 1],
      ["done", 1],
      ["end", undefined],
    ]);
    expect([readText(root, "a.txt"), readText(root, "b.txt")]).toEqual(["a\n", "b\nmore\n"]);
  });

  it.each([
    ["mkdir", /runs$/],
    ["sync-folder", /runs$/],
    ["open", /journal\.jsonl$/],
    ["open", /images$/],
    ["write", /journal\.jsonl$/],
    ["sync-folder", /r\.open$/],
  ])(
    "as the journal is opened (%s %s) fails one transaction, and not the next one",
    async (point, path) => {
      const root = tempTree({ "a.txt": "a\n" });
      const journal = new RunJournal(root, RUN);
      failOnce(point, path);
      await expect(journal.commit([append("a.txt", "a\n")], ACTION)).rejects.toThrow("EIO");
      await journal.commit([append("a.txt", "a\n")], ACTION);
      expect(await journal.close()).toBeUndefined();
      expect(readText(root, "a.txt")).toBe("a\nmore\n");
    },
  );

  it("as the intent is flushed leaves no hole if the system forgets the unwritten pieces", async () => {
    const root = tempTree({ "a.txt": "a\n", "b.txt": "b\n" });
    const journal = new RunJournal(root, RUN);
    let syncs = 0;
    onDiskChange((point, path) => {
      if (point !== "sync" || !path.endsWith("journal.jsonl")) return;
      syncs += 1;
      if (syncs !== 2) return;
      const text = readFileSync(path, "utf8");
      const first = text.indexOf("\n") + 1;
      writeFileSync(path, text.slice(0, first) + "\0".repeat(text.length - first));
      fail("EIO", point, path);
    });
    await expect(journal.commit([append("a.txt", "a\n")], ACTION)).rejects.toThrow("EIO");
    await journal.commit([append("b.txt", "b\n")], ACTION);
    await journal.close();
    const [folder] = listRunFolders(root);
    if (!folder) throw new Error("There is no run.");
    expect(readRun(folder).damagedLine).toBeUndefined();
    expect(readRun(folder).records).toHaveLength(6);
  });

  it("as the journal is opened, and no more is written, leaves no run behind", async () => {
    const root = tempTree({ "a.txt": "a\n" });
    const journal = new RunJournal(root, RUN);
    failOnce("write", /journal\.jsonl$/);
    await expect(journal.commit([append("a.txt", "a\n")], ACTION)).rejects.toThrow("EIO");
    await journal.close();
    expect(listRunFolders(root)).toEqual([]);
  });

  it("that cannot flush a folder, as some network file systems, can still be written", async () => {
    const root = tempTree({ "a.txt": "a\n" });
    const journal = new RunJournal(root, RUN);
    onDiskChange((point, path) => point === "sync-folder" && fail("EINVAL", point, path));
    await journal.commit([append("a.txt", "a\n")], ACTION);
    expect(await journal.close()).toBeUndefined();
    expect(readText(root, "a.txt")).toBe("a\nmore\n");
  });

  it("as the lock is released does not fail the run that held it", async () => {
    const lock = await takeRunLock(tempTree({}), {
      command: "run",
      self: ownProcess(process),
      since: RUN.startedAt,
      expired: () => AbortSignal.abort(),
      signal: new AbortController().signal,
    });
    failOnce("unlink", /lock$/);
    await expect(lock.release()).resolves.toBeUndefined();
  });

  it.each(["write", "sync", "rename"])(
    "as a report is kept (%s) leaves nothing of it",
    async (point) => {
      const folder = tempTree({});
      failOnce(point, /report/);
      await expect(keepRunFile(folder, "report.json", "{}")).rejects.toThrow("EIO");
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe("a journal that would become larger than the largest that is read", () => {
  it("takes no more records, and the run writes no more files", async () => {
    const root = tempTree({ "a.txt": "a\n", "b.txt": "b\n" });
    const journal = new RunJournal(root, RUN, { limit: 700 });
    await journal.commit([append("a.txt", "a\n")], ACTION);
    const second = journal.commit([append("b.txt", "b\n")], ACTION);
    await expect(second).rejects.toThrow("The run changes more than its journal can hold");
    expect(await journal.close()).toBeUndefined();
    expect([readText(root, "a.txt"), readText(root, "b.txt")]).toEqual(["a\nmore\n", "b\n"]);
  });
});

describe("the recovery", () => {
  it("removes half of a report, left by a process that died", async () => {
    const root = tempTree({ "a.txt": "a\n" });
    const journal = new RunJournal(root, RUN);
    await journal.commit([append("a.txt", "a\n")], ACTION);
    const folder = journal.folder ?? "";
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "report.json.new"), "{");
    await recoverRuns(root, () => false);
    expect(readdirSync(join(root, ".sluice/runs/r"))).toEqual(["images", "journal.jsonl"]);
  });
});
