import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeRecord } from "../../src/apply/state/journal-lines.ts";
import { RunJournal } from "../../src/apply/transaction/run-journal.ts";
import type { UndoReport } from "../../src/model/past/undo-report.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { singleEdit } from "../../src/shared/single-edit.ts";
import { fail, heal, onDiskChange } from "../support/fault-hook.ts";
import { cli } from "../support/run-cli.ts";
import { readText, setMode, snapshot, tempRepository, writeTree } from "../support/temp-tree.ts";

const ACTION = { id: "1", label: "Edit", recipe: "r", step: "s", reason: "Because." };

const hashOf = (text: string | null) => (text === null ? null : sha256(text));

/** A change of a file; null stands for no file. */
function change(path: string, before: string | null, after: string | null) {
  const edits = [singleEdit(before ?? "", after ?? "")];
  const hashes = { preHash: hashOf(before), postHash: hashOf(after) };
  return { path, ...hashes, before: before ?? "", after: after ?? "", edits };
}

function journalOf(root: string): RunJournal {
  const run = { id: "one", command: "run", startedAt: "2026-01-01T00:00:00.000Z", recipes: ["r"] };
  return new RunJournal(root, run);
}

async function undo(root: string, ...argv: string[]): Promise<UndoReport> {
  const { stdout } = await cli(root, ["undo", ...argv, "--format", "json"]);
  return JSON.parse(stdout) as UndoReport;
}

describe("undo of a journal", () => {
  it.each([
    [0o750, "640 1", "to the bit"],
    [0o700, "600 1", "to git's mode if others bits have changed since"],
    [0o644, "644 1", "not at all if somebody did it already"],
  ])("takes the mode of a file back that is %o by now: %s", async (bits, after) => {
    const root = tempRepository({ "a.ts": "1", "b.ts": "1" });
    for (const path of ["a.ts", "b.ts"]) setMode(root, path, 0o640);
    const journal = journalOf(root);
    const mode = "100755";
    await journal.commit([{ ...change("a.ts", "1", "1"), mode }], ACTION);
    await journal.commit([{ ...change("b.ts", "1", "2"), mode }], ACTION);
    await journal.close();
    expect(snapshot(root)).toEqual({ "a.ts": "750 1", "b.ts": "750 2" });
    for (const path of ["a.ts", "b.ts"]) setMode(root, path, bits);
    await undo(root);
    expect(snapshot(root)).toEqual({ "a.ts": after, "b.ts": after });
  });

  it("brings the mode of a file back that the run deleted and made again", async () => {
    const root = tempRepository({ "a.ts": "1" });
    setMode(root, "a.ts", 0o755);
    const journal = journalOf(root);
    await journal.commit([change("a.ts", "1", null)], ACTION);
    await journal.commit([change("a.ts", null, "2")], ACTION);
    await journal.close();
    expect(snapshot(root)).toEqual({ "a.ts": "644 2" });
    await undo(root);
    expect(snapshot(root)).toEqual({ "a.ts": "755 1" });
  });

  it("takes a chain of transactions back at once, also of a file that was made, changed and removed", async () => {
    const root = tempRepository({ "a.ts": "1" });
    const before = snapshot(root);
    const journal = journalOf(root);
    await journal.commit([change("a.ts", "1", "2"), change("b.ts", null, "x")], ACTION);
    await journal.commit([change("a.ts", "2", "3"), change("b.ts", "x", "y")], ACTION);
    await journal.commit([change("a.ts", "3", null)], ACTION);
    await journal.close();
    const after = snapshot(root);
    expect((await undo(root)).files).toEqual([
      { path: "a.ts", how: "brought-back" },
      { path: "b.ts", how: "removed" },
    ]);
    expect(snapshot(root)).toEqual(before);
    await undo(root);
    expect(snapshot(root)).toEqual(after);
  });

  it("skips a rolled-back transaction, and has nothing to do if the run took its change back itself", async () => {
    const root = tempRepository({ "a.ts": "1", "b.ts": "1" });
    const journal = journalOf(root);
    await journal.commit([change("a.ts", "1", "2")], ACTION);
    await journal.commit([change("a.ts", "2", "1")], ACTION);
    await expect(journal.commit([change("b.ts", "no", "2")], ACTION)).rejects.toThrow();
    await journal.close();
    expect(await undo(root)).toMatchObject({ exitCode: 0, files: [], alreadyBefore: ["a.ts"] });
  });

  it("keeps the change of another process between two transactions of the run", async () => {
    const root = tempRepository({ "a.ts": "1\n\n\nx\n\n\n1\n" });
    const journal = journalOf(root);
    await journal.commit([change("a.ts", "1\n\n\nx\n\n\n1\n", "2\n\n\nx\n\n\n1\n")], ACTION);
    writeTree(root, { "a.ts": "2\n\n\nmine\n\n\n1\n" });
    await journal.commit([change("a.ts", "2\n\n\nmine\n\n\n1\n", "2\n\n\nmine\n\n\n2\n")], ACTION);
    await journal.close();
    expect((await undo(root)).refused).toEqual([
      {
        path: "a.ts",
        code: "changed",
        why: "was changed by another process while the run was under way",
      },
    ]);
    expect((await undo(root, "--merge")).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("1\n\n\nmine\n\n\n1\n");
    await undo(root);
    await undo(root, "one", "--force");
    expect(readText(root, "a.ts")).toBe("1\n\n\nx\n\n\n1\n");
  });

  it("warns of actions that code of a recipe applied, because its writes are unknown", async () => {
    const root = tempRepository({ "a.ts": "1" });
    const journal = journalOf(root);
    await journal.commit([change("a.ts", "1", "2")], ACTION);
    await journal.noteForeign({ ...ACTION, label: "Rename modules" });
    await journal.close();
    const { alerts, exitCode } = await undo(root);
    expect(exitCode).toBe(0);
    expect(alerts).toEqual([
      {
        level: "warn",
        code: "foreign-files",
        recipe: "r",
        step: "s",
        message:
          "`Rename modules` was applied by code of the recipe: the files that it wrote are unknown, and stay as they are.",
      },
    ]);
  });

  it.each<[what: string, spoil: (folder: string) => void, why: string]>([
    [
      "whose texts are cut",
      (folder) => writeFileSync(join(folder, "images"), ""),
      "cannot be taken back: its text is damaged in the journal",
    ],
    [
      "that is damaged in the middle",
      (folder) => {
        const journal = join(folder, "journal.jsonl");
        writeFileSync(
          journal,
          readFileSync(journal, "utf8").replace('"kind":"done"', '"kind":"doNe"'),
        );
      },
      "cannot be followed: line 3 of its journal is damaged",
    ],
    [
      "that names what no run may write",
      (folder) => {
        const journal = join(folder, "journal.jsonl");
        const [first = ""] = readFileSync(journal, "utf8").split("\n");
        const files = [
          { path: ".git/hooks/post-commit", preHash: null, postHash: null, edits: [] },
        ];
        const rest = { action: ACTION, token: "0".repeat(12), files, folders: [] };
        const begin = writeRecord({ kind: "begin", index: 0, ...rest });
        const done = writeRecord({ kind: "done", index: 0, by: "run" });
        const end = writeRecord({ kind: "end", by: "run" });
        writeFileSync(journal, `${first}\n${begin}${done}${end}`);
      },
      "cannot be followed: its journal names `.git/hooks/post-commit`, which no run may write: it is not from Sluice",
    ],
  ])("writes nothing from a journal %s, and exits with 1", async (_what, spoil, why) => {
    const root = tempRepository({ "a.ts": "1" });
    const journal = journalOf(root);
    await journal.commit([change("a.ts", "1", "2")], ACTION);
    await journal.close();
    spoil(join(root, ".sluice/runs/one"));
    const before = snapshot(root);
    for (const option of ["--merge", "--force"]) {
      const { exitCode, refused } = await undo(root, option);
      expect([exitCode, refused[0]?.why]).toEqual([1, why]);
    }
    expect(snapshot(root)).toEqual(before);
  });
});

describe("a name that this system has", () => {
  it.skipIf(process.platform === "win32")(
    "with a backslash or a line end is taken back",
    async () => {
      const root = tempRepository({ "back\\slash.js": "1", "line\nend.js": "1" });
      const before = snapshot(root);
      const journal = journalOf(root);
      const files = ["back\\slash.js", "line\nend.js"];
      await journal.commit(
        files.map((path) => change(path, "1", "2")),
        ACTION,
      );
      await journal.close();
      expect(await undo(root)).toMatchObject({ exitCode: 0, refused: [] });
      expect(snapshot(root)).toEqual(before);
    },
  );
});

describe("a run that has ended, and whose journal is not whole", () => {
  it.each<[what: string, spoil: (journal: string) => void, message: string]>([
    ["gone", (path) => rmSync(path), "no journal that can be read"],
    ["empty", (path) => writeFileSync(path, ""), "no journal that can be read"],
    [
      "cut",
      (path) =>
        writeFileSync(path, `${readFileSync(path, "utf8").split("\n").slice(0, 3).join("\n")}\n`),
      "the end of its journal is missing",
    ],
  ])("because it is %s is named, and no older run is taken back", async (_what, spoil, message) => {
    const root = tempRepository({ "a.ts": "1", "b.ts": "1" });
    const older = journalOf(root);
    await older.commit([change("a.ts", "1", "2")], ACTION);
    await older.close();
    const newer = new RunJournal(root, {
      id: "two",
      command: "run",
      startedAt: "2026-01-02T00:00:00.000Z",
      recipes: ["r"],
    });
    await newer.commit([change("b.ts", "1", "2")], ACTION);
    await newer.close();
    spoil(join(root, ".sluice/runs/two/journal.jsonl"));
    const report = await undo(root);
    expect(report.exitCode).not.toBe(0);
    expect(JSON.stringify(report)).toContain("two");
    expect(JSON.stringify(report)).toContain(message);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual(["2", "2"]);
  });
});

describe("an undo that cannot remove a folder", () => {
  it("reports that, and does not advise recover, which has nothing to do", async () => {
    const root = tempRepository({ "a.ts": "1" });
    const journal = journalOf(root);
    await journal.commit([change("made/b.ts", null, "x")], ACTION);
    await journal.close();
    onDiskChange((point, path) => point === "rmdir" && fail("EACCES", point, path));
    const { exitCode, message, hint } = await undo(root).finally(heal);
    expect([exitCode, hint]).toEqual([1, undefined]);
    expect(message).toContain("The files are taken back, but not all is in order: EACCES");
  });
});
