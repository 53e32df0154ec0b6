import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeLine } from "../../src/cache/findings-file.ts";
import { SearchCache } from "../../src/cache/search-cache.ts";
import { UserKey } from "../../src/cache/user-key.ts";
import { tempFolder, tempTree } from "../support/temp-tree.ts";
import { USER } from "../support/user-state.ts";

const KEY = "a".repeat(64);
const OTHER_KEY = "b".repeat(64);
const FOUND = { kind: "planned", diff: 'a "quoted"\nline\u2028 \u{1f600} \ud800\t'.repeat(1000) };

/** A cache of a user with this home. */
function open(root: string, home: string | undefined, isForWriting: boolean) {
  const env = home === undefined ? {} : { HOME: home };
  const key = new UserKey({ user: USER, env, trees: () => [root] });
  return new SearchCache({ root, now: Date.now, runId: "run" }, { isForWriting, key });
}

/** Keeps findings of a file as a run does. */
function keep(root: string, home: string | undefined, { file = "f", isForWriting = true } = {}) {
  const cache = open(root, home, isForWriting);
  cache.findingsOf(KEY).get("f");
  cache.findingsOf(KEY).set(file, FOUND);
  cache.save();
}

/** The findings of file `f` for a preview, and for a run that may write them. */
function known(root: string, home: string | undefined) {
  return [false, true].map((isForWriting) =>
    open(root, home, isForWriting).findingsOf(KEY).get("f"),
  );
}

const fileOf = (root: string, key = KEY) => join(root, ".sluice/cache", `findings-${key}`);

function change(root: string, by: (text: string) => string, to = fileOf(root)): void {
  const changed = by(readFileSync(fileOf(root), "utf8"));
  writeFileSync(to, changed);
}

describe("findings that may be written", () => {
  it("count if an earlier run of this user wrote them, unchanged, and only for bytes that were read", () => {
    const [root, home] = [tempTree({}), tempFolder()];
    keep(root, home);
    expect(known(root, home)).toEqual([FOUND, FOUND]);
    const needs = [false, true].map(
      (forWriting) => open(root, home, forWriting).findingsOf(KEY).needsBytes,
    );
    expect(needs).toEqual([false, true]);
  });

  it.each<[whose: string, home: () => string | undefined]>([
    ["another machine or user", () => tempFolder()],
    ["a user without a key", () => undefined],
  ])("do not count from %s, whose findings a preview knows all the same", (_whose, homeOf) => {
    const [root, home] = [tempTree({}), tempFolder()];
    keep(root, home);
    expect(known(root, homeOf())).toEqual([FOUND, undefined]);
    const other = tempTree({});
    keep(other, undefined);
    expect(known(other, home)).toEqual([FOUND, undefined]);
  });

  it.each<[forgery: string, by: (text: string) => string]>([
    ["changed", (text) => text.replace("quoted", "QUOTED")],
    ["cut off", (text) => text.slice(0, -100)],
    ["of another file", (text) => text.replace('"f"', '"e"')],
    ["under another version of the form", (text) => text.replace("findings 2", "findings 1")],
    ["without a digest", (text) => text.replace(/\t[\w-]{43}\t/, "\t\t")],
    ["garbage", () => "\0\xff\t\n".repeat(1000)],
    ["empty", () => ""],
  ])("do not count if they are %s, not even for a preview", (_what, by) => {
    const [root, home] = [tempTree({}), tempFolder()];
    keep(root, home);
    change(root, by);
    expect(known(root, home)).toEqual([undefined, undefined]);
    keep(root, home);
    expect(known(root, home)).toEqual([FOUND, FOUND]);
  });

  it("do not count if they were kept of another search: another recipe, engine or build", () => {
    const [root, home] = [tempTree({}), tempFolder()];
    keep(root, home);
    change(root, (text) => text.replace(KEY, OTHER_KEY), fileOf(root, OTHER_KEY));
    expect(open(root, home, true).findingsOf(OTHER_KEY).get("f")).toBeUndefined();
    expect(open(root, home, false).findingsOf(OTHER_KEY).get("f")).toBeUndefined();
  });

  it("do not count if a digest is made for them, and only the seal is missing or another one", () => {
    const [root, home] = [tempTree({}), tempFolder()];
    keep(root, home);
    const { digest } = makeLine(`findings-${KEY}`, '"f"', { kind: "planned", changes: [] });
    const json = '{"kind":"planned","changes":[]}';
    for (const seal of ["-".repeat(43), digest, "$2"]) {
      change(root, (text) =>
        text.replace(/"f"\t([\w-]{43})\t([\w-]{43})\t[^\n]*/, `"f"\t${digest}\t${seal}\t${json}`),
      );
      expect(known(root, home)).toEqual([{ kind: "planned", changes: [] }, undefined]);
    }
  });

  it("are not made trustworthy by a preview that believed them", () => {
    const [root, home] = [tempTree({}), tempFolder()];
    keep(root, tempFolder());
    keep(root, home, { file: "other", isForWriting: false });
    expect(known(root, home)).toEqual([FOUND, undefined]);
    expect(open(root, home, true).findingsOf(KEY).get("other")).toEqual(FOUND);
    keep(root, home); // A run has found them itself.
    expect(known(root, home)).toEqual([FOUND, FOUND]);
    expect(open(root, home, true).findingsOf(KEY).get("other")).toEqual(FOUND);
  });

  it("count in another root, too: they follow from the content", () => {
    const [root, other, home] = [tempTree({}), tempTree({}), tempFolder()];
    keep(root, home);
    keep(other, home, { file: "other" });
    change(root, (text) => text, fileOf(other));
    expect(known(other, home)).toEqual([FOUND, FOUND]);
  });

  it("fail nothing if there is no place for a key", () => {
    const root = tempTree({});
    for (const home of [undefined, "/nonexistent", root]) {
      keep(root, home);
      expect(known(root, home)).toEqual([FOUND, undefined]);
    }
    expect(readdirSync(root)).toEqual([".sluice"]);
  });
});
