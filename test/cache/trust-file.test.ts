import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { changeTrust, readTrust } from "../../src/cache/trust-file.ts";
import { readText, tempFolder } from "../support/temp-tree.ts";

const USER = { id: process.getuid?.() ?? 0, newSecret: () => "0".repeat(64) };
const ONE = { root: "/work/tree", file: "sluice.policy.yaml", digest: "d" };

/** The state of a user whose home is a new folder; `file` is the place of the trust file in it. */
function home(trees: readonly string[] = []) {
  const folder = tempFolder();
  const file = join(folder, ".config/sluice/trust.json");
  const env = { HOME: folder };
  const waiting = { signal: new AbortController().signal, wait: async () => undefined };
  return { folder, file, state: { user: USER, env, trees: () => trees, ...waiting } };
}

/** Writes the trust file by hand. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
}

const add = (one: typeof ONE) => (known: { files: (typeof ONE)[] }) => ({
  version: 1 as const,
  repositories: [],
  files: [...known.files, one],
});

it("keeps what was accepted, for two clones beside each other", async () => {
  const { state, file } = home();
  expect(readTrust(state)).toEqual({ accepted: { version: 1, files: [], repositories: [] } });
  const other = { ...ONE, root: "/work/other" };
  expect(await changeTrust(state, add(ONE))).toEqual({ path: file });
  expect(await changeTrust(state, add(other))).toEqual({ path: file });
  expect(readTrust(state)).toMatchObject({ accepted: { files: [ONE, other] } });
});

it.each<[what: string, text: string]>([
  ["no JSON", "{"],
  ["another version", '{"version":2,"files":[],"repositories":[]}'],
  ["a key of its own", '{"version":1,"files":[],"repositories":[],"all":true}'],
  ["nothing", ""],
])("does not believe a file with %s, and leaves it as it is", async (_what, text) => {
  const { state, file } = home();
  write(file, text);
  const fault = `${file} is damaged: remove it, and accept again what you trust.`;
  expect(readTrust(state)).toEqual({ fault });
  expect(await changeTrust(state, add(ONE))).toEqual({ fault });
  expect(readText(dirname(file), "trust.json")).toBe(text);
});

it("does not believe a link, a folder, a file that others may write, or one of another user", () => {
  const whole = JSON.stringify({ version: 1, files: [ONE], repositories: [] });
  const linked = home();
  write(join(linked.folder, "elsewhere.json"), whole);
  mkdirSync(dirname(linked.file), { recursive: true, mode: 0o700 });
  symlinkSync(join(linked.folder, "elsewhere.json"), linked.file);
  expect(readTrust(linked.state)).toEqual({
    fault: `${linked.file} is a link, which is not followed.`,
  });
  const folder = home();
  mkdirSync(folder.file, { recursive: true });
  expect(readTrust(folder.state)).toEqual({ fault: `${folder.file} is not a file.` });
  const open = home();
  write(open.file, whole);
  chmodSync(open.file, 0o622);
  expect(readTrust(open.state)).toEqual({
    fault: `${open.file} may be written by others: look at it, then make it yours alone (chmod 600).`,
  });
  const own = home();
  write(own.file, whole);
  const stranger = { ...own.state, user: { ...USER, id: USER.id + 1 } };
  expect(readTrust(stranger)).toEqual({ accepted: { version: 1, files: [], repositories: [] } });
});

it("has no place in a tree, in a home that is not there, and without a user", async () => {
  const inTree = home();
  const trees = { ...inTree.state, trees: () => [inTree.folder] };
  const gone = { ...inTree.state, env: { HOME: join(inTree.folder, "gone") } };
  const nobody = { ...inTree.state, user: undefined };
  for (const state of [trees, gone, nobody])
    expect(await changeTrust(state, add(ONE))).toMatchObject({
      fault: expect.stringContaining("There is no folder for it"),
    });
});

it("waits for another command that changes it, and gives up", async () => {
  const { state, file } = home();
  await changeTrust(state, add(ONE));
  write(`${file}.lock`, "");
  expect(await changeTrust(state, add(ONE))).toEqual({
    fault: `${file}.lock is there: another command changes the file. Remove it if none runs.`,
  });
});

it("takes over the lock of a process of this machine that is gone, and of no other", async () => {
  const { state, file } = home();
  await changeTrust(state, add(ONE));
  const { pid } = spawnSync("true");
  write(`${file}.lock`, `${pid} another-host\n`);
  expect(await changeTrust(state, add(ONE))).toHaveProperty("fault");
  write(`${file}.lock`, `${process.pid} ${hostname()}\n`);
  expect(await changeTrust(state, add(ONE))).toHaveProperty("fault");
  write(`${file}.lock`, `${pid} ${hostname()}\n`);
  expect(await changeTrust(state, add(ONE))).toEqual({ path: file });
  expect(readdirSync(dirname(file))).toEqual(["trust.json"]);
});

it("stops to wait when the signal fires", async () => {
  const { state, file } = home();
  await changeTrust(state, add(ONE));
  write(`${file}.lock`, "");
  const control = new AbortController();
  const wait = async () => control.abort();
  const ended = await changeTrust({ ...state, signal: control.signal, wait }, add(ONE));
  expect(ended).toEqual({ fault: `Ended before ${file} was changed, which another command does.` });
});

it("writes no file that it would not read, and leaves out roots that are gone before it refuses", async () => {
  const { state, file, folder } = home();
  const there = { ...ONE, root: folder };
  const large = (length: number) => ({ ...there, file: "x".repeat(length) });
  await changeTrust(state, add(there));
  const refused = await changeTrust(state, add(large(1024 * 1024)));
  expect(refused).toEqual({ fault: `${file} would have more than 1048576 bytes.` });
  await changeTrust(state, add({ ...large(600_000), root: join(folder, "gone") }));
  const kept = large(600_000);
  expect(await changeTrust(state, add(kept))).toEqual({ path: file });
  expect(readTrust(state)).toMatchObject({ accepted: { files: [there, kept] } });
  expect(readdirSync(dirname(file))).toEqual(["trust.json"]);
});
