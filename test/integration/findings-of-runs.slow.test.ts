import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findingsFile, makeLine, parseFindings } from "../../src/cache/findings-file.ts";
import { UserKey } from "../../src/cache/user-key.ts";
import type { RunRequest } from "../../src/request/request.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { comparable, sources, treeOf } from "../support/cached-run.ts";
import { runWith } from "../support/run-request.ts";
import { snapshot, tempFolder, writeTree } from "../support/temp-tree.ts";
import { withHome } from "../support/user-state.ts";

const FILES = 40;
const run = (root: string, home: string, more: Partial<RunRequest> = {}) =>
  runWith(root, { policy: "apply-all", cache: true, ...more }, undefined, withHome(home)).then(
    comparable,
  );

/** A tree that was planned, so that its findings are known; with one file whose edits are many. */
async function plannedTree(home: string) {
  const root = treeOf(FILES);
  const large = Object.values(sources(1, 300))[0] ?? "";
  writeTree(root, { "src/large.ts": large });
  await run(root, home, { command: "plan" });
  return root;
}

/** Lets the findings of all files write another name, as far as they can be changed; sealed by the key of a home. */
function forge(root: string, keyOf: (root: string) => UserKey): void {
  const folder = join(root, ".sluice/cache");
  for (const name of readdirSync(folder).filter((each) => each.startsWith("findings-"))) {
    const known = [...parseFindings(name, readFileSync(join(folder, name))).values()];
    const lines = known.map(({ key, json }) => {
      const findings = JSON.parse(json.toString().replaceAll("g(", "e("));
      for (const change of findings.changes ?? []) change.postHash = afterOf(root, change);
      return makeLine(name, key, findings);
    });
    const pieces = findingsFile(name, lines, { isOwn: () => true, sealedBy: keyOf(root) });
    writeFileSync(
      join(folder, name),
      Buffer.concat([...pieces].map((piece) => Buffer.from(piece))),
    );
  }
}

interface Change {
  readonly path: string;
  readonly edits: readonly {
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
}

function afterOf(root: string, { path, edits }: Change): string {
  let text = readFileSync(join(root, path), "utf8");
  for (const { start, end, text: by } of [...edits].reverse())
    text = text.slice(0, start) + by + text.slice(end);
  return sha256(text);
}

const userKey = (home: string) => (root: string) =>
  new UserKey({ ...withHome(home), trees: () => [root] });

describe("findings that a run may write", () => {
  it("give the same bytes and the same report as a search, also where files have changed since", async () => {
    const home = tempFolder();
    const [warm, cold] = [await plannedTree(home), await plannedTree(tempFolder())];
    for (const root of [warm, cold])
      writeTree(root, { "src/d0/f0.ts": "f(1, 2);\n", "src/new.ts": "f(3);\n" });
    const reports = [await run(warm, home), await run(cold, home, { cache: false })];
    expect(reports[0]).toEqual(reports[1]);
    expect(snapshot(warm)).toEqual(snapshot(cold));
    expect(snapshot(warm)["src/d0/f0.ts"]).toContain("h(2, 1);");
  });

  it.each(["run", "plan"] as const)(
    "are those of an earlier run for `%s`, which does not search again",
    async (command) => {
      const home = tempFolder();
      const root = await plannedTree(home);
      forge(root, userKey(home)); // By the user's own key, to see that they are used.
      const report = await run(root, home, { command });
      expect(report.actions[0]?.files[0]?.diff).toContain("+e(");
    },
  );

  it.each<[whose: string, home: (own: string) => string]>([
    ["by the key of another", () => tempFolder()],
    ["by no key", () => "/nonexistent"],
  ])("are searched again if they were sealed %s", async (_whose, homeOf) => {
    const home = tempFolder();
    const root = await plannedTree(home);
    forge(root, userKey(homeOf(home)));
    const report = await run(root, home);
    expect(report.actions[0]?.files[0]?.diff).toContain("+g(");
    expect(JSON.stringify(snapshot(root))).not.toContain("e(");
  });

  it("are not used for other bytes under the same key of content", async () => {
    const home = tempFolder();
    const root = await plannedTree(home);
    const path = "src/large.ts";
    const folder = join(root, ".sluice/cache");
    const swap = (file: string, from: string, to: string) => {
      const whole = readFileSync(join(folder, file));
      const lines = [...parseFindings(file, whole).values()].map((line) =>
        makeLine(file, line.key, JSON.parse(line.json.toString().replaceAll(from, to))),
      );
      const pieces = findingsFile(file, lines, {
        isOwn: () => true,
        sealedBy: userKey(home)(root),
      });
      writeFileSync(
        join(folder, file),
        Buffer.concat([...pieces].map((piece) => Buffer.from(piece))),
      );
    };
    const hash = sha256(readFileSync(join(root, path)));
    for (const file of readdirSync(folder)) swap(file, hash, "0".repeat(64));
    const report = await run(root, home);
    expect([report.outcome, report.totals.failed]).toEqual(["ok", 0]);
  });
});
