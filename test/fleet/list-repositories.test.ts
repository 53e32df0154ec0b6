import { describe, expect, it } from "vitest";
import { listRepositories, repositoryFinder } from "../../src/fleet/list-repositories.ts";
import type { Fleet, FleetEntry, ForgeEntry } from "../../src/model/fleet/fleet.ts";
import type { FleetRow } from "../../src/model/fleet/fleet-round.ts";
import { startForge } from "../support/forge/forge-server.ts";
import { addRepository } from "../support/forge/forge-state.ts";
import { githubFace } from "../support/forge/github.ts";

const forgeEntry = (over: Partial<ForgeEntry> = {}): ForgeEntry => ({
  ...{ kind: "forge", forge: "github", org: "octo", exclude: ["*-old"], archived: false },
  ...{ entry: 0, inputs: { to: "x" }, ref: "next", ...over },
});

const written = (name: string, server = "https://own.test"): FleetEntry => ({
  kind: "repository",
  repository: {
    ...{ name, entry: 7, inputs: {} },
    source: { kind: "url", url: `${server}/${name}` },
  },
});

const fleetOf = (...entries: readonly FleetEntry[]): Fleet => ({
  ...{ name: "f", folder: "/f", recipes: [], inputs: {}, entries },
  policy: { kind: "built-in", name: "safe" },
});

async function start() {
  const forge = await startForge(githubFace);
  for (const name of ["b", "a", "x-old"]) addRepository(forge.state, `octo/${name}`);
  const env = { GITHUB_API_URL: forge.url, GITHUB_TOKEN: "ghs_0123456789" };
  const never = new AbortController().signal;
  const list = async (
    fleet: Fleet,
    known: Partial<Parameters<typeof listRepositories>[1]> = {},
  ) => {
    const world = { env, after: () => never, interrupted: never };
    const listed = await listRepositories(fleet, { only: [], ...known }, world);
    return "fault" in listed ? expect.fail(listed.fault.message) : listed.repositories;
  };
  return { forge, env, list };
}

const namesOf = (repositories: readonly { readonly name: string }[]) =>
  repositories.map(({ name }) => name);

describe("the repositories of a fleet", () => {
  it("are those of the file, and in their place those that a forge lists, with its settings", async () => {
    const { list, forge } = await start();
    const found = await list(
      fleetOf(written("z/first"), forgeEntry({ entry: 1 }), written("z/last")),
    );
    expect(namesOf(found)).toEqual(["z/first", "octo/a", "octo/b", "z/last"]);
    expect(found[1]).toEqual({
      ...{ name: "octo/a", ref: "next", inputs: { to: "x" }, entry: 1 },
      source: { kind: "url", url: `${forge.url}/octo/a.git` },
    });
  });

  it("are there once: of their own entry, otherwise of the first that lists them", async () => {
    const { list, forge } = await start();
    const own = written("octo/a", forge.url);
    const all = fleetOf(forgeEntry(), forgeEntry({ entry: 1, exclude: [] }), own);
    const found = await list(all);
    expect(found.map(({ name, entry }) => `${name} ${entry}`)).toEqual([
      "octo/b 0",
      "octo/x-old 1",
      "octo/a 7",
    ]);
  });

  it("have their server in their name if another one has, or may have, the same", async () => {
    const { list, forge, env } = await start();
    const { host } = new URL(forge.url);
    const fleet = fleetOf(forgeEntry(), written("octo/a"));
    const found = await list(fleet);
    expect(namesOf(found)).toEqual([`${host}/octo/a`, "octo/b", "octo/a"]);
    const rows = new Map(
      found.map((one): [string, FleetRow] => {
        const repository = { ...one, job: "" };
        return [one.name, { repository, state: "queued", at: "" }];
      }),
    );
    forge.calls.length = 0;
    expect(await list(fleet, { rows })).toEqual(found);
    expect(await list(fleet, { only: [`${host}/octo/a`] })).toEqual([found[0], found[2]]);
    expect(forge.calls).toEqual([]);
    for (const one of found) expect(repositoryFinder(fleet, env)(one.name)).toEqual(one);
    const find = repositoryFinder(fleetOf(forgeEntry(), forgeEntry({ forge: "gitlab" })), env);
    expect(["octo/x", "gitlab.com/octo/x"].map((name) => find(name)?.source)).toEqual([
      undefined,
      { kind: "url", url: "https://gitlab.com/octo/x.git" },
    ]);
  });

  it("are those of the round that is gone on with, and the forge is not asked again", async () => {
    const { list, forge } = await start();
    const rows = new Map(
      ["octo/gone", "z/other"].map((name): [string, FleetRow] => {
        const source = { kind: "url", url: `${forge.url}/${name}.git` } as const;
        return [name, { repository: { name, source, entry: 3, job: "" }, state: "queued", at: "" }];
      }),
    );
    expect(namesOf(await list(fleetOf(forgeEntry()), { rows }))).toEqual(["octo/gone"]);
    expect(forge.calls).toEqual([]);
    // An entry of which the round has none was written since.
    addRepository(forge.state, "new/n");
    const found = await list(fleetOf(forgeEntry(), forgeEntry({ org: "new" })), { rows });
    expect(namesOf(found)).toEqual(["octo/gone", "new/n"]);
  });

  it("are found by a name without a question, if that is of the organization", async () => {
    const { list, forge, env } = await start();
    const fleet = fleetOf(forgeEntry(), written("z/own"));
    const only = ["octo/any", "octo/x-old", "evil/x", "octo/../x"];
    expect(namesOf(await list(fleet, { only }))).toEqual(["octo/any", "z/own"]);
    expect(forge.calls).toEqual([]);
    const find = repositoryFinder(fleet, env);
    expect(find("octo/any")).toMatchObject({ ref: "next" });
    expect(find("z/own")).toMatchObject({ entry: 7 });
    expect(find("evil/x")).toBeUndefined();
  });
});
