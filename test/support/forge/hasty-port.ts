import { type GithubPort, openGithubPort } from "../../../src/forge/github/github-port.ts";
import type { HttpPortOptions } from "../../../src/forge/http-port.ts";
import { type ForgeServer, startForge } from "./forge-server.ts";
import { addRepository, type StoredRepository } from "./forge-state.ts";
import { githubFace } from "./github.ts";

export const TOKEN = "ghs_secret0123456789";

/** Milliseconds that only the limit of one request has. */
const REQUEST_TIME = 20_000;

/** Options whose waits are over at once, and are listed; a request ends with the signal. */
export function hastyOptions(
  forge: Pick<ForgeServer, "url">,
  requestTime = new AbortController().signal,
): Omit<HttpPortOptions, "name" | "headers"> & { readonly waits: number[] } {
  const waits: number[] = [];
  const after = (milliseconds: number) => {
    if (milliseconds === REQUEST_TIME) return requestTime;
    waits.push(milliseconds);
    return AbortSignal.abort();
  };
  return { baseUrl: forge.url, token: TOKEN, after, limits: [], waits };
}

/** Starts GitHub with the repository octo/demo. */
export async function startGithub(): Promise<{
  readonly forge: ForgeServer;
  readonly demo: StoredRepository;
  readonly port: GithubPort;
  /** The waits of the port; a second after each write. */
  readonly waits: readonly number[];
}> {
  const forge = await startForge(githubFace);
  const options = { ...hastyOptions(forge), longestWait: 3_600_000 };
  const demo = addRepository(forge.state, "octo/demo");
  return { forge, demo, port: openGithubPort(options), waits: options.waits };
}
