import { resolve } from "node:path";
import { parseRepository, type ReferenceFault } from "../../config/sources/git/git-reference.ts";
import type { FleetSource } from "../../model/fleet/fleet.ts";
import type { WrittenEntry } from "./fleet-schema.ts";

/** `https://…`, `user@host:path`, the same with a password, and `helper::…`; anything else is a path. */
const ADDRESS = /:\/\/|^[^\s/@]+@[\w.-]+:|^[^\s/@:]+:[^\s@]+@[\w.-]+:|^[a-z][\w+.-]*::/i;

/** Returns the place of a repository that is written as a text, or as `path` or `url` of an entry. */
export function sourceOf(
  written: string,
  { path, url }: Pick<WrittenEntry, "path" | "url">,
  folder: string,
): FleetSource | ReferenceFault {
  if (url === undefined && !ADDRESS.test(written))
    return { kind: "path", path: resolve(folder, written) };
  if (path !== undefined) return NO_PATH;
  const parsed = parseRepository(written, folder);
  if ("fault" in parsed) return parsed;
  // `file://` is a folder of this machine, and fetched as a server is.
  return { kind: "url", url: written };
}

/** It is not quoted: it may have a password. */
const NO_PATH: ReferenceFault = {
  fault: "`path` is a folder of this machine, and an address is none.",
  hint: "Write it as `url`, without a password; `./` before a path makes it one.",
};
