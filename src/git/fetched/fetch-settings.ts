import { devNull } from "node:os";

/** The ways to reach a repository. The others of git (`ext::`, `git://`, helpers) are not among them. */
export type GitProtocol = "https" | "http" | "ssh" | "file";

/**
 * The settings of a fetch, which beat {@link SAFE_ARGUMENTS}: what comes is checked by git, and counted; no server
 * leads to another one, and no program is started but ssh, which asks nothing.
 */
export const FETCH_SETTINGS: readonly string[] = [
  "core.sshCommand=ssh -oBatchMode=yes -oConnectTimeout=20",
  "core.bigFileThreshold=16m", // A larger object is not held in memory.
  "fetch.fsckObjects=true",
  "fetch.recurseSubmodules=false",
  "fetch.unpackLimit=1", // The fetched objects stay one pack, whose size is watched.
  "http.followRedirects=false",
  "http.lowSpeedLimit=1",
  "http.lowSpeedTime=20",
  "protocol.version=2", // With it every server gives a commit by its id.
  "transfer.bundleURI=false",
];

/**
 * Returns the variables of a fetch. Git reads no configuration but that of the repository, which Sluice has made: that
 * of the user may name programs, and other servers for the same address.
 */
export function fetchVariables(protocol: GitProtocol): Readonly<Record<string, string>> {
  return {
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_ASKPASS: "", // Empty: no program asks for a password.
    GIT_CONFIG_COUNT: "0",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_PARAMETERS: "",
    SSH_ASKPASS_REQUIRE: "never",
  };
}
