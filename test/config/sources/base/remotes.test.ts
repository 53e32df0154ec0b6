import { expect, it } from "vitest";
import { fetchedName, wholeFetch } from "../../../../src/config/sources/base/fetch-advice.ts";
import { isOtherRepository, readRemotes } from "../../../../src/config/sources/base/remotes.ts";
import { gitIn } from "../../../../src/git/run-git.ts";
import { git, tempFolder, tempRepository } from "../../../support/temp-tree.ts";

type Addresses = Readonly<Record<string, string>>;

const FORK = "https://example.invalid/stranger/name.git";
const OWN = "git@example.invalid:Owner/Name.git";

/** A clone with remotes, and other settings. */
function clone(addresses: Addresses, settings: readonly (readonly [string, string])[] = []) {
  const root = tempRepository({ "a.ts": "" });
  for (const [name, url] of Object.entries(addresses))
    git(root, "config", `remote.${name}.url`, url);
  for (const [key, value] of settings) git(root, "config", key, value);
  return { root, git: gitIn(root) };
}

it.each<
  [
    what: string,
    main: string,
    addresses: Addresses,
    repository?: string | undefined,
    ...settings: [string, string][],
  ]
>([
  ["origin", "origin", { other: FORK, origin: OWN }],
  ["the only one", "upstream", { upstream: OWN }],
  ["none of several", "origin", { a: OWN, b: FORK }],
  ["that of the settings", "b", { a: OWN, b: FORK }, undefined, ["checkout.defaultRemote", "b"]],
  ["that of the project", "upstream", { origin: FORK, upstream: OWN }, "owner/name"],
  [
    "not that of a branch",
    "origin",
    { origin: OWN, x: FORK },
    undefined,
    ["branch.main.remote", "x"],
  ],
  ["no odd name", "origin", { "-x": OWN }],
])("takes %s for the main remote: %s", async (_what, main, addresses, repository, ...settings) => {
  const remotes = await readRemotes(clone(addresses, settings).git, repository);
  expect(remotes.main.name).toBe(main);
  expect(remotes.promisor).toBeUndefined();
});

it("names the remote in the commands that it advises", async () => {
  const upstream = clone({ upstream: OWN }, [["remote.upstream.promisor", "true"]]);
  const remotes = await readRemotes(upstream.git);
  const id = "0123456789abcdef";
  expect(fetchedName(id, remotes)?.words).toBe(`upstream ${id}`);
  const main = "upstream +refs/heads/main:refs/remotes/upstream/main";
  for (const name of ["upstream/main", "refs/remotes/upstream/main", "origin/main"])
    expect(fetchedName(name, remotes)?.words).toBe(main);
  for (const name of ["main", "upstream/main~1", "upstream/--x/.."])
    expect(fetchedName(name, remotes)).toBeUndefined();
  expect(await wholeFetch(upstream.git, id)).toBe(`git fetch --no-filter --refetch upstream ${id}`);
  expect(await wholeFetch(clone({ origin: OWN }).git, id)).toBeUndefined();
});

it("tells a fork by its address, also of a copy of it on this machine", async () => {
  const { git: asked } = clone({});
  const mirror = (url?: string) => clone(url === undefined ? {} : { origin: url }).root;
  const isOther = (address: string) =>
    isOtherRepository(asked, { name: "origin", address }, "owner/name");
  for (const other of [FORK, mirror(FORK), `file://${mirror(FORK)}`, "gh:stranger/name"])
    expect([other, await isOther(other)]).toEqual([other, true]);
  for (const own of [OWN, mirror(OWN), mirror(), tempFolder(), "/gone", "../gone", ""])
    expect([own, await isOther(own)]).toEqual([own, false]);
});
