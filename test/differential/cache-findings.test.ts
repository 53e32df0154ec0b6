import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { comparable, preview, RECIPE, sources, THREADS, treeOf } from "../support/cached-run.ts";
import { runWith } from "../support/run-request.ts";
import { git, snapshot, tempRepository, tempTree } from "../support/temp-tree.ts";

/** Makes a file match in a way that git is told not to see: same size, same time, and ctime does not count. */
function changeUnseen(root: string, path: string): void {
  git(root, "config", "core.trustctime", "false");
  git(root, "config", "core.checkStat", "minimal");
  const file = join(root, path);
  utimesSync(file, 1_000_000, 1_000_000);
  git(root, "update-index", "--refresh");
  writeFileSync(file, readFileSync(file, "utf8").replace("k1();", "f(1);"));
  utimesSync(file, 1_000_000, 1_000_000);
  expect(git(root, "diff", "--name-only")).toBe("");
}

describe("a run comes to the same with and without the cache", () => {
  it("of an unchanged tree, and a preview changes no file", async () => {
    const root = treeOf(300);
    const before = snapshot(root);
    const first = await preview(root, true);
    const second = await preview(root, true);
    expect(second).toEqual(first);
    expect(await preview(root, false)).toEqual(first);
    expect(first.totals).toMatchObject({ filesSearched: 300, filesMatched: 30 });
    expect(snapshot(root)).toEqual(before);
  });

  it("writes the same bytes, also in a second step over what the first one wrote", async () => {
    const [warm, cold] = [treeOf(300), treeOf(300)];
    await preview(warm, true);
    const request = { policy: "apply-all", cache: true };
    const reports = [
      await runWith(warm, request),
      await runWith(cold, { ...request, cache: false }),
    ];
    expect(comparable(reports[0] as Report)).toEqual(comparable(reports[1] as Report));
    expect(snapshot(warm)).toEqual(snapshot(cold));
    expect(snapshot(warm)["src/d0/f0.ts"]).toContain("h(x0, 0);");
  });

  it("on a fresh checkout with a restored cache, where it is believed", async () => {
    const root = treeOf(300);
    const first = await preview(root, true);
    const clone = tempTree({});
    execFileSync("git", ["clone", "-q", root, clone]);
    cpSync(join(root, ".sluice"), join(clone, ".sluice"), { recursive: true });
    expect(await preview(clone, true)).toEqual(first);
    changeUnseen(clone, "src/d1/f1.ts");
    expect((await preview(clone, true)).totals.filesMatched).toBe(30);
  });

  it.each(["", "/src/d0\n"])(
    "where a folder became a link, behind which git sees the same files, with %j ignored",
    async (ignored) => {
      const root = treeOf(300);
      writeFileSync(join(root, ".gitignore"), ignored);
      await preview(root, true);
      renameSync(join(root, "src/d0"), join(root, "elsewhere"));
      symlinkSync("../elsewhere", join(root, "src/d0"));
      const without = await preview(root, false);
      expect(without.skipped).toContainEqual({ step: "s", path: "src/d0/f0.ts", why: "symlink" });
      expect(await preview(root, true)).toEqual(without);
    },
  );

  it("is not believed by another build of Sluice, or where it came with the repository", async () => {
    const root = treeOf(300);
    await preview(root, true);
    changeUnseen(root, "src/d1/f1.ts");
    // So one sees whether the cache is used: it does not know of a change that git does not see.
    expect((await preview(root, true)).totals.filesMatched).toBe(30);
    expect((await preview(root, true, { build: "9.9.9" })).totals.filesMatched).toBe(31);
    git(root, "add", "-f", ".sluice");
    expect((await preview(root, true)).totals.filesMatched).toBe(31);
  });

  it("is believed where git only does not ignore it", async () => {
    const root = tempRepository({
      "recipe.yaml": RECIPE,
      ".sluice/.gitignore": "/runs/\n",
      ...sources(300),
    });
    await preview(root, true);
    expect(git(root, "status", "--short", "-uall")).toContain("?? .sluice/cache/misses-");
    changeUnseen(root, "src/d1/f1.ts");
    expect((await preview(root, true)).totals.filesMatched).toBe(30);
  });

  it("is not written into what the repository itself has there: files, even deleted, or a submodule", async () => {
    const deleted = tempRepository({
      "recipe.yaml": RECIPE,
      ".sluice/Cache/x": "",
      ...sources(100),
    });
    rmSync(join(deleted, ".sluice"), { recursive: true });
    await preview(deleted, true);
    expect(existsSync(join(deleted, ".sluice"))).toBe(false);
    const inner = tempRepository({ "misses-x": "y" });
    const root = treeOf(100);
    const add = ["submodule", "--quiet", "add", inner, ".sluice/cache"];
    git(root, "-c", "protocol.file.allow=always", ...add);
    await preview(root, true);
    expect(readdirSync(join(root, ".sluice/cache")).sort()).toEqual([".git", "misses-x"]);
  });

  it("outside of git, where contents are known by their bytes", async () => {
    const root = tempTree({ "recipe.yaml": RECIPE, ...sources(300) });
    const first = await preview(root, true);
    expect(await preview(root, true)).toEqual(first);
    appendFileSync(join(root, "src/d1/f1.ts"), "f(1, 2);\n");
    expect(await preview(root, true)).toEqual(await preview(root, false));
  });
});

it("tells its progress up to the last file", async () => {
  const told: string[] = [];
  await runWith(treeOf(50), { command: "preview" }, (event) => {
    if (event.type === "progress") told.push(`${event.done}/${event.total}`);
  });
  expect(told).toEqual(["0/50", "32/50", "50/50", "0/50", "32/50", "50/50"]);
});

describe("threads", () => {
  it("find the same where the engine sieves first: most files may match, and few do", async () => {
    const recipe = RECIPE.replace("f($$$A)", "$A ? $B : $B")
      .replace("g($$$A)", "$B")
      .replace('pat: "g($A, $B)"', 'pat: "same($B, $A)"');
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [
        `src/f${index}.ts`,
        `const v = a ? ${index} : ${index % 50 === 0 ? index : "b"};\n`.repeat(3) +
          "// é😀\n".repeat(900),
      ]),
    );
    const root = tempRepository({
      "recipe.yaml": recipe,
      ".gitignore": "ignored\n",
      ...files,
      "src/.hidden.ts": "a ? 1 : 1;\n",
    });
    const alone = await preview(root, false);
    expect(alone.totals.filesMatched).toBe(9);
    expect(await preview(root, false, { threads: THREADS })).toEqual(alone);
  });

  it("end with a fault, not with a wait, where one of them breaks", async () => {
    const broken = tempTree({
      "worker.mjs":
        "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', () => process.exit(3));\n",
    });
    const threads = { workerFile: pathToFileURL(join(broken, "worker.mjs")), count: 1 };
    const root = tempRepository({ "recipe.yaml": RECIPE, ...sources(1500, 40) });
    const report = await runWith(root, { command: "preview" }, undefined, { threads });
    expect(report).toMatchObject({ outcome: "fault", exitCode: 70 });
  });
});
