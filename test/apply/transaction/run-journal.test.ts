import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { RunJournal } from "../../../src/apply/transaction/run-journal.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { singleEdit } from "../../../src/shared/single-edit.ts";
import { fail, heal, onDiskChange } from "../../support/fault-hook.ts";
import { tempTree } from "../../support/temp-tree.ts";

const ACTION = { id: "1", label: "Delete", recipe: "r", step: "s", reason: "Because." };
const RUN = { id: "one", command: "run", startedAt: "2026-01-01T00:00:00.000Z", recipes: ["r"] };
const DELETION = {
  ...{ path: "old/deep/a.ts", preHash: sha256("1"), postHash: null },
  ...{ before: "1", after: "", edits: [singleEdit("1", "")] },
};

afterEach(heal);

describe("the journal of a run", () => {
  it.each([
    { times: 1, isLeft: false },
    { times: 2, isLeft: true },
  ])(
    "leaves an emptied folder: $isLeft, and says why, if the disk fails $times times",
    async ({ times, isLeft }) => {
      const root = tempTree({ "old/deep/a.ts": "1" });
      let failures = 0;
      onDiskChange((point, path) => {
        if (point !== "rmdir" || failures === times) return;
        failures += 1;
        fail("EIO", point, path);
      });
      const journal = new RunJournal(root, RUN);
      const fault = await journal.commit([DELETION], ACTION, { emptied: ["old", "old/deep"] });
      await journal.close();
      expect(fault !== undefined).toBe(isLeft);
      expect(existsSync(join(root, "old"))).toBe(isLeft);
    },
  );
});
