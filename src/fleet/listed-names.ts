import { findServer } from "../forge/find-repository.ts";
import { addressOfListed, fitsName } from "../forge/repositories.ts";
import type { Fleet, FleetRepository, ForgeEntry } from "../model/fleet/fleet.ts";
import type { Environment } from "../model/world.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { addTo } from "../shared/lists/add-to.ts";
import { serverOf, shortName } from "./file/repository-name.ts";

/**
 * The names of repositories that forges list: `owner/name`, and the server before it if a repository that the file
 * names has that name elsewhere, or if another server may list it. They depend on the file alone, not on the lists.
 */
export class ListedNames {
  /** The servers of the repositories that the file names, by `owner/name`; undefined for a folder. */
  readonly #written = new Map<string, (string | undefined)[]>();
  readonly #webs = new Map<ForgeEntry, URL>();

  constructor({ entries }: Fleet, env: Environment) {
    for (const entry of entries)
      if (entry.kind === "repository") {
        const { source, name } = entry.repository;
        const short = source.kind === "url" ? shortName(source.url) : name;
        addTo(this.#written, short, serverOf(source)?.hostname);
      } else {
        const web = findServer(entry.forge, env)?.web;
        if (web !== undefined) this.#webs.set(entry, new URL(web));
      }
  }

  /** Returns a repository that an entry lists; undefined if the file names it itself. */
  listed(short: string, entry: ForgeEntry): FleetRepository | undefined {
    const web = this.#webs.get(entry);
    const servers = this.#written.get(short) ?? [];
    if (web === undefined || servers.includes(web.hostname)) return undefined;
    const { ref, inputs, paths, entry: number } = entry;
    const isClear = servers.length === 0 && !this.#isElsewhere(short, web);
    const url = addressOfListed(short, web.href.replace(/\/+$/, ""));
    return {
      name: isClear ? short : `${web.host}/${short}`,
      ...{ source: { kind: "url", url }, inputs, entry: number },
      ...definedOnly({ ref, paths }),
    };
  }

  /** Returns the repository of a name that an entry may list: nobody is asked. */
  find(name: string, entry: ForgeEntry): FleetRepository | undefined {
    const host = `${this.#webs.get(entry)?.host}/`;
    const shorts = name.startsWith(host) ? [name.slice(host.length), name] : [name];
    return shorts
      .filter((short) => fitsName(short, entry))
      .map((short) => this.listed(short, entry))
      .find((one) => one?.name === name);
  }

  #isElsewhere(short: string, { hostname }: URL): boolean {
    for (const [entry, web] of this.#webs)
      if (web.hostname !== hostname && fitsName(short, entry)) return true;
    return false;
  }
}
