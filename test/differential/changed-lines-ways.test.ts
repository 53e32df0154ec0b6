import { describe, expect, it } from "vitest";
import { THREADS } from "../support/cached-run.ts";
import { editedOnLines, NESTED_OPS, twoTexts } from "../support/changed-texts.ts";
import { expectSameReports, repositoryOf, treeOfAllSorts } from "../support/fast-ways.ts";
import { runWith } from "../support/run-request.ts";
import { seededRandom } from "../support/seeded-random.ts";
import {
  commitAll,
  git,
  readText,
  type Tree,
  tempRepository,
  writeTree,
} from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/** Returns the numbers of the changed lines of each file, from 1, as git shows them. */
function changedLines(root: string): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  const diff = git(root, "diff", "-U0", "--no-color", "--no-ext-diff", "base", "--");
  for (const file of diff.split(/^diff --git /m).slice(1)) {
    const lines = new Set<number>();
    for (const [, first, count = "1"] of file.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm))
      for (let at = 0; at < Number(count); at += 1) lines.add(Number(first) + at);
    found.set(/^\+\+\+ b\/(.*)$/m.exec(file)?.[1] ?? "", lines);
  }
  return found;
}

const random = seededRandom(19);

describe("a random tree with --changed-lines", () => {
  it("has the edits that a slow and obvious search finds, in each way of the search", async () => {
    const before: Record<string, string> = { "recipe.yaml": recipeOf(NESTED_OPS) };
    const now: Record<string, string> = {};
    for (let file = 0; file < 300; file += 1) {
      const [path, made] = [`src/${file}.ts`, twoTexts(random)];
      before[path] = made.before;
      now[path] = made.now;
    }
    const root = tempRepository(before);
    git(root, "branch", "base");
    writeTree(root, now);
    const size = Object.values(now).reduce((sum, text) => sum + text.length, 0);
    expect(size).toBeGreaterThan(200_000); // So that threads are started.
    const lines = changedLines(root);
    commitAll(root);
    const request = { since: "base", changedLines: true };
    for (const threads of [undefined, THREADS])
      await expectSameReports(root, { ...request, facts: "asked" }, threads && { threads });
    const { totals } = await runWith(root, { ...request, policy: "apply-all", facts: "asked" });
    expect(totals.replacements).toBeGreaterThan(200);
    const paths = Object.keys(now);
    const written = Object.fromEntries(paths.map((path) => [path, readText(root, path)]));
    const expected = paths.map((path) => [
      path,
      editedOnLines(`${now[path]}`, lines.get(path) ?? new Set()),
    ]);
    expect(written).toEqual(Object.fromEntries(expected));
    const whole = editedOnLines(
      `${now[paths[0] ?? ""]}`,
      new Set(Array.from({ length: 999 }, (_, at) => at)),
    );
    expect(whole).not.toBe(written[paths[0] ?? ""]);
  });

  it("has the same report in each way of the search, also of odd and broken files", async () => {
    const all = treeOfAllSorts(10);
    const cut = ([path, text]: readonly [string, string | Uint8Array]) => {
      const some = (line: string) => random.below(3) > 0 || line.includes("import");
      return [path, typeof text === "string" ? text.split("\n").filter(some).join("\n") : text];
    };
    const before = Object.fromEntries(Object.entries(all).map(cut)) as Tree;
    const root = repositoryOf({ ...before, "recipe.yaml": recipeOf(NESTED_OPS, "per: file") });
    git(root, "branch", "base");
    writeTree(root, all);
    commitAll(root);
    const request = { since: "base", changedLines: true, facts: "asked" } as const;
    const report = await expectSameReports(root, request, { threads: THREADS });
    expect(report.totals.ledger.found).toBeGreaterThan(100);
    expect(report.skipped.filter(({ why }) => why === "syntax-errors").length).toBeGreaterThan(3);
  });
});
