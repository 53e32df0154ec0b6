import { broken, type Finding, note, ok } from "./finding.ts";

/**
 * The oldest git that answers all that Sluice asks: `rev-parse --path-format` came with it. A git before 2.30 does not
 * take `rev-parse --end-of-options`, either, with which each reference is read.
 */
export const OLDEST_GIT = "2.31";

/** Judges the git that Sluice runs, by what `git --version` prints. */
export function examineGitVersion(printed: string): Finding {
  const version = printed.trim().replace(/^git version /, "");
  const [major, minor] = /^(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  if (major === undefined || minor === undefined)
    return note("git", `Its version is not known: ${version}`, INSTALL);
  const [oldest = 0, least = 0] = OLDEST_GIT.split(".").map(Number);
  if (major > oldest || (major === oldest && minor >= least)) return ok("git", version);
  return broken("git", `${version} is too old: ${FAILS}.`, INSTALL);
}

const FAILS = "--staged, --since, --trust base and plans of them can fail";
const INSTALL = `Install git ${OLDEST_GIT} or newer.`;
