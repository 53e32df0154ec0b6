import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
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
  expect(readTrust(stranger)).toEqual({
    fault: `${dirname(own.file)} belongs to another user: make it yours.`,
  });
  chmodSync(dirname(own.file), 0o775);
  expect(readTrust(own.state)).toEqual({
    fault: `${dirname(own.file)} may be written by others: make it yours alone (chmod go-w).`,
  });
});

it("says why the folder of the user is not used, and nothing where it is only missing", async () => {
  const { folder, file, state } = home();
  const nothing = { accepted: { version: 1, files: [], repositories: [] } };
  expect(readTrust(state)).toEqual(nothing);
  const faultOf = (read: ReturnType<typeof readTrust>) => ("fault" in read ? read.fault : read);
  expect(faultOf(readTrust({ ...state, env: {} }))).toBe(
    "There is no home folder: set $HOME, or $XDG_CONFIG_HOME, to a folder of yours.",
  );
  mkdirSync(join(folder, "elsewhere"));
  mkdirSync(dirname(dirname(file)), { recursive: true });
  symlinkSync(join(folder, "elsewhere"), dirname(file));
  const linked = `${dirname(file)} is no folder: make it one, and no link.`;
  expect(faultOf(readTrust(state))).toBe(linked);
  expect(await changeTrust(state, add(ONE))).toEqual({ fault: linked });
  unlinkSync(dirname(file));
  write(file, "{}");
  expect(faultOf(readTrust({ ...state, trees: () => [folder] }))).toBe(
    `${dirname(file)} lies in the tree: set $XDG_CONFIG_HOME to a folder outside of it.`,
  );
});

it("has no place in a tree, in a home that is not there, and without a user", async () => {
  const inTree = home();
  const trees = { ...inTree.state, trees: () => [inTree.folder] };
  const gone = { ...inTree.state, env: { HOME: join(inTree.folder, "gone") } };
  const nobody = { ...inTree.state, user: undefined };
  for (const [state, fault] of [
    [trees, "There is no folder for it"],
    [gone, "There is no home folder"],
    [nobody, "This system does not tell which files are yours."],
  ] as const)
    expect(await changeTrust(state, add(ONE))).toEqual({ fault: expect.stringContaining(fault) });
});

it("waits for another command that changes it, and gives up", async () => {
  const { state, file } = home();
  await changeTrust(state, add(ONE));
  write(`${file}.lock`, `${process.pid} ${hostname()}\n`);
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

it.each([["nothing"], [""], ["\0\0\0"], ["12"]])(
  "takes over a lock that a crash left without the name of a process: %j",
  async (text) => {
    const { state, file } = home();
    await changeTrust(state, add(ONE));
    write(`${file}.lock`, text);
    let waits = 0;
    const wait = async () => {
      waits += 1;
    };
    expect(await changeTrust({ ...state, wait }, add(ONE))).toEqual({ path: file });
    expect(waits).toBeGreaterThan(5); // Another process may write its name just now.
    expect(readdirSync(dirname(file))).toEqual(["trust.json"]);
    write(`${file}.lock`, text);
    const named = async () => write(`${file}.lock`, `${process.pid} ${hostname()}\n`);
    expect(await changeTrust({ ...state, wait: named }, add(ONE))).toHaveProperty("fault");
  },
);

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
