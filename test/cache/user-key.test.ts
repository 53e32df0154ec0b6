import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserKey } from "../../src/cache/user-key.ts";
import { tempFolder } from "../support/temp-tree.ts";
import { USER } from "../support/user-state.ts";

const FOLDER = ".local/state/sluice";

function keyOf(home: string, trees: readonly string[] = [], env = {}) {
  return new UserKey({ user: USER, env: { HOME: home, ...env }, trees: () => trees });
}

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

describe("the key of the user", () => {
  it("is made at the first use, for the user alone, and is the same in the next run", () => {
    const home = tempFolder();
    expect(keyOf(home).knownSeal("a")).toBeUndefined();
    expect(readdirSync(home)).toEqual([]);
    const seal = keyOf(home).seal("a", "b");
    expect(seal).toMatch(/^[\w-]{43}$/);
    expect(keyOf(home).knownSeal("a", "b")).toBe(seal);
    expect(readdirSync(join(home, FOLDER))).toEqual(["key"]);
    expect([modeOf(join(home, FOLDER)), modeOf(join(home, FOLDER, "key"))]).toEqual(["700", "600"]);
  });

  it("seals texts by their places: the same letters in other texts have another seal", () => {
    const key = keyOf(tempFolder());
    expect(
      new Set([key.seal("a", "b"), key.seal("ab"), key.seal("a", "b", ""), key.seal("b", "a")])
        .size,
    ).toBe(4);
    expect(keyOf(tempFolder()).seal("ab")).not.toBe(key.seal("ab"));
  });

  it("knows its own seals, and no other text of any length", () => {
    const key = keyOf(tempFolder());
    const seal = key.seal("a", "b") ?? "";
    expect(key.isSeal(seal, "a", "b")).toBe(true);
    const others = ["", seal.slice(1), `${seal}A`, `${seal.slice(0, -1)}\u{e9}`, "-".repeat(43)];
    expect(others.map((other) => key.isSeal(other, "a", "b"))).toEqual(others.map(() => false));
    expect(key.isSeal(seal, "a")).toBe(false);
    expect(keyOf(tempFolder()).isSeal(seal, "a", "b")).toBe(false);
  });

  it("is one of two that processes make at the same time: the first", () => {
    const home = tempFolder();
    const [one, two] = [keyOf(home), keyOf(home)];
    expect([one.knownSeal("a"), two.knownSeal("a")]).toEqual([undefined, undefined]);
    const seal = one.seal("a");
    expect(two.seal("a")).toBe(seal);
    expect(readdirSync(join(home, FOLDER))).toEqual(["key"]);
  });

  it("lies in XDG_STATE_HOME if that is an absolute path, which is made", () => {
    const [home, state] = [tempFolder(), join(tempFolder(), "new/state")];
    keyOf(home, [], { XDG_STATE_HOME: state }).seal("a");
    expect([readdirSync(home), readdirSync(join(state, "sluice"))]).toEqual([[], ["key"]]);
    keyOf(home, [], { XDG_STATE_HOME: "relative" }).seal("a");
    expect(existsSync(join(home, FOLDER, "key"))).toBe(true);
  });

  it.each<[place: string, spoil: (folder: string, other: string) => void]>([
    ["is readable by others", (folder) => chmodSync(join(folder, "key"), 0o640)],
    ["lies in a folder that others can write", (folder) => chmodSync(folder, 0o777)],
    ["is cut off", (folder) => writeFileSync(join(folder, "key"), "sluice key 1\nabc\n")],
    ["is empty", (folder) => writeFileSync(join(folder, "key"), "")],
    ["is huge", (folder) => writeFileSync(join(folder, "key"), "sluice key 1\n".repeat(1e5))],
    [
      "is a link",
      (folder, other) => {
        renameSync(join(folder, "key"), join(other, "key"));
        symlinkSync(join(other, "key"), join(folder, "key"));
      },
    ],
    [
      "lies behind a link in the place of its folder",
      (folder, other) => {
        renameSync(folder, join(other, "sluice"));
        symlinkSync(join(other, "sluice"), folder);
      },
    ],
    [
      "is a folder",
      (folder) => {
        rmSync(join(folder, "key"));
        mkdirSync(join(folder, "key"));
      },
    ],
  ])("is none if it %s, and stays as it is", (_what, spoil) => {
    const [home, other] = [tempFolder(), tempFolder()];
    keyOf(home).seal("a");
    spoil(join(home, FOLDER), other);
    expect([keyOf(home).knownSeal("a"), keyOf(home).seal("a")]).toEqual([undefined, undefined]);
    expect(keyOf(home).seal("b")).toBeUndefined();
  });

  it("is none of another user", () => {
    const home = tempFolder();
    keyOf(home).seal("a");
    const other = { ...USER, id: USER.id + 1 };
    const state = { env: { HOME: home }, trees: () => [] };
    expect(new UserKey({ ...state, user: other }).seal("a")).toBeUndefined();
    expect(new UserKey({ ...state, user: undefined }).seal("a")).toBeUndefined();
    const empty = { env: { HOME: tempFolder() }, trees: () => [] };
    expect(new UserKey({ ...empty, user: other }).seal("a")).toBeUndefined();
    expect(readdirSync(empty.env.HOME)).toEqual([]);
  });

  it("is none if its folder is in a tree, also through links, and nothing is made there", () => {
    const tree = tempFolder();
    expect(keyOf(tree, [tree]).seal("a")).toBeUndefined();
    expect(keyOf(join(tree, "home"), [tree]).seal("a")).toBeUndefined();
    const home = tempFolder();
    symlinkSync(tree, join(home, ".local"));
    expect(keyOf(home, [tree]).seal("a")).toBeUndefined();
    expect(readdirSync(tree)).toEqual([]);
    expect(keyOf(home).seal("a")).toBeDefined();
    expect(keyOf(home, [tree]).knownSeal("a")).toBeUndefined(); // Made by a command that works elsewhere.
  });

  it.each(["", "relative", "/nonexistent/home"])("is none with the home %j", (home) => {
    expect(keyOf(home).seal("a")).toBeUndefined();
  });

  it("is none if a file is in the way", () => {
    const home = tempFolder();
    writeFileSync(join(home, ".local"), "mine");
    expect(keyOf(home).seal("a")).toBeUndefined();
    expect(readFileSync(join(home, ".local"), "utf8")).toBe("mine");
  });
});
