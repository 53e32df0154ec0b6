import picocolors from "picocolors";
import { expect, it } from "vitest";
import type { CommitReport, Report } from "../../src/model/report/report.ts";
import { prettyCommits } from "../../src/report/pretty-commits.ts";

const COMMIT: CommitReport = {
  sha: "0123456789abcdef0123456789abcdef01234567",
  branch: "main",
  group: "g",
  subject: "r: f → g\u001b[2J",
  actions: ["1"],
  files: ["a.ts"],
};

const lines = (commits: readonly CommitReport[], command: "run" | "preview" = "run") =>
  prettyCommits({ commits, run: { command } } as unknown as Report, picocolors.createColors(false));

it("shows each commit with its branch and subject, without what a terminal obeys", () => {
  const [line = "", ...others] = lines([COMMIT]);
  expect(line).toMatch(/^commit 0123456789 on main: r: f → g.*\(1 file\)$/);
  expect(line).not.toContain("\u001b");
  expect(others).toEqual([]);
});

it("says of a preview which commits a run would make, and counts those beyond twenty", () => {
  const { sha: _sha, ...planned } = COMMIT;
  const shown = lines(
    Array.from({ length: 25 }, () => ({ ...planned, branch: null })),
    "preview",
  );
  expect(shown).toHaveLength(21);
  expect(shown[0]).toMatch(/^would commit: r: f → g/);
  expect(shown.at(-1)).toBe("and 5 more");
});
