import type { Environment } from "../model/world.ts";
import { shown } from "../shared/shown.ts";
import { type FoundRepository, findServer, noRepository } from "./find-repository.ts";

/** Finds the repository that git finds at an address, if it is on the server of a forge that the variables name. */
export function findRepositoryAt(address: string, env: Environment): FoundRepository {
  const place = parseAddress(address);
  if (place === undefined) return noRepository("Its address names no server.");
  for (const kind of ["github", "gitlab"] as const) {
    const server = findServer(kind, env);
    if (server === undefined) continue;
    const web = new URL(server.web);
    // The port of ssh is another one.
    if (place.host !== web.host && !(place.isSsh && place.hostname === web.hostname)) continue;
    // Paths of ssh begin at the top of the forge.
    const path = place.isSsh ? place.path : pathBelow(web.pathname, place.path);
    const project = path?.replace(/^\/+|(?:\.git)?\/*$/g, "") ?? "";
    const parts = project.split("/");
    const isName = parts.length >= 2 && parts.every((part) => /^(?!\.+$)[\w.-]{1,255}$/.test(part));
    if (!isName || (kind === "github" && parts.length > 2)) return noRepository(NO_NAME);
    const [owner = "", repository = ""] = parts;
    const { baseUrl } = server;
    return kind === "github" ? { kind, baseUrl, owner, repository } : { kind, baseUrl, project };
  }
  return noRepository(`It is on ${shown(place.host)}, which is no forge whose token is known.`);
}

const NO_NAME = "Its address does not end in the name of a repository, such as owner/name.";

interface PlaceOfAddress {
  readonly host: string;
  readonly hostname: string;
  readonly path: string;
  readonly isSsh: boolean;
}

/** Parses an address of https, http or ssh, also `USER@HOST:PATH`. */
function parseAddress(address: string): PlaceOfAddress | undefined {
  const [, hostname, path = ""] = /^(?:[\w.+-]+@)?(\w[\w.-]*):(?!\/\/)(.+)$/.exec(address) ?? [];
  const short = hostname?.toLowerCase();
  if (short !== undefined) return { host: short, hostname: short, path, isSsh: true };
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, hostname: name, pathname, search, hash } = new URL(address);
  const isSsh = protocol === "ssh:";
  if (!isSsh && protocol !== "https:" && protocol !== "http:") return undefined;
  return search + hash === "" ? { host, hostname: name, path: pathname, isSsh } : undefined;
}

function pathBelow(folder: string, path: string): string | undefined {
  const base = `${folder.replace(/\/+$/, "")}/`;
  return path.startsWith(base) ? path.slice(base.length) : undefined;
}
