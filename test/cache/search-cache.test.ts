import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SearchCache } from "../../src/cache/search-cache.ts";
import { UserKey } from "../../src/cache/user-key.ts";
import { asNobody } from "../support/as-nobody.ts";
import { tempTree } from "../support/temp-tree.ts";

const KEY = "a".repeat(64);
const HOUR = 60 * 60 * 1000;
const keys = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => (from + index).toString(16).padStart(40, "0"));

const NO_KEY = new UserKey({ user: undefined, env: {}, trees: () => [] });

function open(root: string, { runId = "run", now = () => Date.now() } = {}) {
  return new SearchCache({ root, now, runId }, { isForWriting: false, key: NO_KEY });
}

function saveMisses(root: string, contents: readonly string[], runId = "run"): void {
  const cache = open(root, { runId });
  for (const key of contents) cache.missesOf(KEY).add(key);
  cache.save();
}

const fileOf = (root: string) => join(root, ".sluice/cache", `misses-${KEY}`);
const known = (root: string, contents: readonly string[]) => {
  const misses = open(root).missesOf(KEY);
  return contents.filter((key) => misses.has(key)).length;
};

describe("the cache of searches", () => {
  it("knows the results of one run in the next one, and hides itself from git", () => {
    const root = tempTree({});
    saveMisses(root, keys(100));
    expect(known(root, keys(200))).toBe(100);
    expect(readFileSync(join(root, ".sluice/.gitignore"), "utf8")).toContain("/cache/\n");
  });

  it("keeps the findings of a search unchanged", () => {
    const root = tempTree({});
    const found = {
      kind: "planned",
      changes: [{ diff: 'a "quoted"\nline\u2028 \u{1f600}'.repeat(2000) }],
    };
    const cache = open(root);
    cache.findingsOf(KEY).set('key "1", of a/ü.ts', found);
    cache.save();
    expect(open(root).findingsOf(KEY).get('key "1", of a/ü.ts')).toEqual(found);
  });

  it("writes nothing for a search of a few files", () => {
    const root = tempTree({});
    saveMisses(root, keys(10));
    expect(readdirSync(root)).toEqual([]);
  });

  it("keeps the results of two runs at the same time", () => {
    const root = tempTree({});
    const [one, two] = [open(root, { runId: "one" }), open(root, { runId: "two" })];
    for (const key of keys(100)) one.missesOf(KEY).add(key);
    for (const key of keys(100, 100)) two.missesOf(KEY).add(key);
    one.save();
    two.save();
    expect(known(root, keys(200))).toBe(200);
    expect(readdirSync(join(root, ".sluice/cache"))).toEqual([`misses-${KEY}`]);
  });

  it("keeps the findings of two runs at the same time, and those that a run over fewer files does not need", () => {
    const root = tempTree({});
    const found = { diff: "x".repeat(20_000) };
    const [one, two] = [open(root, { runId: "one" }), open(root, { runId: "two" })];
    one.findingsOf(KEY).set("one", found);
    two.findingsOf(KEY).set("two", found);
    one.save();
    two.save();
    const findings = open(root).findingsOf(KEY);
    expect([findings.get("one"), findings.get("two")]).toEqual([found, found]);
  });

  it("keeps as many findings as there is room for, and does not write them again each time", () => {
    const root = tempTree({});
    const files = Array.from({ length: 35 }, (_, index) => `f${index}`);
    const run = () => {
      const cache = open(root);
      const findings = cache.findingsOf(KEY);
      const missing = files.filter((file) => findings.get(file) === undefined);
      for (const file of missing) findings.set(file, { diff: "x".repeat(1024 * 1024) });
      cache.save();
      return missing.length;
    };
    expect(run()).toBe(35);
    const path = join(root, ".sluice/cache", `findings-${KEY}`);
    const { ino } = statSync(path);
    expect(run()).toBe(12);
    expect(statSync(path).ino).toBe(ino);
  });

  it("drops findings and misses of other times once they are most of the file", () => {
    const root = tempTree({});
    const found = { diff: "x".repeat(20_000) };
    const first = open(root);
    for (let index = 0; index < 100; index += 1) first.findingsOf(KEY).set(`old ${index}`, found);
    for (const key of keys(30_000)) first.missesOf(KEY).add(key);
    first.save();
    const second = open(root);
    second.findingsOf(KEY).set("new", found);
    for (const key of keys(1000, 40_000)) second.missesOf(KEY).add(key);
    second.save();
    expect(open(root).findingsOf(KEY).get("old 0")).toBeUndefined();
    expect(open(root).findingsOf(KEY).get("new")).toEqual(found);
    expect([known(root, keys(30_000)), known(root, keys(1000, 40_000))]).toEqual([0, 1000]);
  });

  it.each<[damage: string, change: (text: string) => string]>([
    ["cut off", (text) => text.slice(0, -50)],
    ["changed in one place", (text) => text.replace("0000a", "0000b")],
    ["of another search", (text) => text.replace(KEY, "b".repeat(64))],
    ["of another form", (text) => text.replace("cache 1", "cache 2")],
    ["empty", () => ""],
    ["garbage", () => "\0\xff\n".repeat(1000)],
  ])("counts as empty if its file is %s", (_damage, change) => {
    const root = tempTree({});
    saveMisses(root, keys(100));
    writeFileSync(fileOf(root), change(readFileSync(fileOf(root), "latin1")), "latin1");
    expect(known(root, keys(100))).toBe(0);
    saveMisses(root, keys(100));
    expect(known(root, keys(100))).toBe(100);
  });

  it("neither reads nor writes through a link", () => {
    const elsewhere = tempTree({});
    saveMisses(elsewhere, keys(100));
    const root = tempTree({});
    symlinkSync(join(elsewhere, ".sluice"), join(root, ".sluice"));
    expect(known(root, keys(100))).toBe(0);
    saveMisses(root, keys(100, 500));
    expect(known(elsewhere, keys(100, 500))).toBe(0);
  });

  it("fails nothing if its folder cannot be read", async () => {
    const root = tempTree({});
    saveMisses(root, keys(100));
    chmodSync(join(root, ".sluice"), 0o000);
    await asNobody(root, async () => {
      expect(known(root, keys(100))).toBe(0);
      saveMisses(root, keys(100));
    });
    chmodSync(join(root, ".sluice"), 0o755);
  });

  it("writes its other files if one cannot be written, and keeps the file that another run has staged", () => {
    const root = tempTree({});
    const [first, second] = ["0".repeat(64), "1".repeat(64)];
    const staged = join(root, ".sluice/cache", `misses-${first}.run`);
    mkdirSync(join(root, ".sluice/cache"), { recursive: true });
    writeFileSync(staged, "of another run");
    const cache = open(root);
    for (const search of [first, second])
      for (const key of keys(100)) cache.missesOf(search).add(key);
    cache.save();
    expect(readFileSync(staged, "utf8")).toBe("of another run");
    expect(
      open(root)
        .missesOf(second)
        .has(keys(1)[0] ?? ""),
    ).toBe(true);
  });

  it("fails nothing if it cannot write", () => {
    const root = tempTree({ ".sluice/cache": "a file" });
    saveMisses(root, keys(100));
    expect(readFileSync(join(root, ".sluice/cache"), "utf8")).toBe("a file");
  });

  it("keeps files that are not its own, of any age and size", () => {
    const root = tempTree({});
    const names = [".gitignore", "README.md", "misses-old.txt", `misses-${KEY}-large`];
    const folder = join(root, ".sluice/cache");
    mkdirSync(folder, { recursive: true });
    for (const name of names) {
      writeFileSync(join(folder, name), "");
      truncateSync(join(folder, name), 140 * 1024 * 1024);
      utimesSync(join(folder, name), 1_000_000, 1_000_000);
    }
    saveMisses(root, keys(100));
    expect(readdirSync(folder).sort()).toEqual([...names, `misses-${KEY}`].sort());
  });

  it("removes files with the name that findings had in earlier versions", () => {
    const root = tempTree({});
    const folder = join(root, ".sluice/cache");
    const names = [`looks-${KEY}`, `looks-${KEY}.old-run`];
    mkdirSync(folder, { recursive: true });
    for (const name of names) {
      writeFileSync(join(folder, name), "");
      truncateSync(join(folder, name), 140 * 1024 * 1024);
      utimesSync(join(folder, name), 1_000_000, 1_000_000);
    }
    saveMisses(root, keys(100));
    expect(readdirSync(folder)).toEqual([`misses-${KEY}`]);
  });

  it("removes the files that were not used for longest, and those that a killed run left over", () => {
    const root = tempTree({});
    const folder = join(root, ".sluice/cache");
    mkdirSync(folder, { recursive: true });
    const now = Date.now();
    for (let index = 0; index < 5; index += 1) {
      const path = join(folder, `misses-${String(index).repeat(64)}`);
      writeFileSync(path, "x".repeat(40 * 1024 * 1024));
      utimesSync(path, (now - index * HOUR) / 1000, (now - index * HOUR) / 1000);
    }
    writeFileSync(join(folder, `misses-${KEY}.old-run`), "half");
    utimesSync(
      join(folder, `misses-${KEY}.old-run`),
      (now - 2 * HOUR) / 1000,
      (now - 2 * HOUR) / 1000,
    );
    writeFileSync(join(folder, `misses-${KEY}.other-run`), "half");
    saveMisses(root, keys(100));
    expect(readdirSync(folder).sort()).toEqual([
      ...["0", "1", "2"].map((digit) => `misses-${digit.repeat(64)}`),
      `misses-${KEY}`,
      `misses-${KEY}.other-run`,
    ]);
    rmSync(folder, { recursive: true });
  });
});
