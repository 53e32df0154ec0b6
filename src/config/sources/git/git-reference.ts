import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isLoopback } from "../../../shared/http/is-loopback.ts";
import { rootFault, tidyPath } from "../../../shared/paths/posix-path.ts";
import { shown } from "../../../shared/shown.ts";
import { GIT, type GitReference, type GitRepository } from "./git-name.ts";

/** Why a name is no reference to a file in a commit. */
export interface ReferenceFault {
  readonly fault: string;
  readonly hint: string;
}

/** The longest address; characters. */
const MAX_URL = 2048;

const WRITTEN = /^(.+?)@([0-9a-f]{40}|[0-9a-f]{64}):(.+)$/is;

/** Parses what follows `git:`. The path of a repository on this machine is relative to `cwd`. */
export function parseGitReference(written: string, cwd: string): GitReference | ReferenceFault {
  const [, url = "", commit = "", path = ""] = WRITTEN.exec(written) ?? [];
  if (commit === "")
    return {
      fault: `\`${GIT}${shown(redacted(written))}\` does not name a commit by its whole id.`,
      hint:
        "Write `git:URL@COMMIT:PATH`, with all 40 or 64 digits of the commit, and no branch or tag: " +
        "`git ls-remote URL BRANCH` prints them.",
    };
  const why = rootFault(path)?.replace("the root", "the commit") ?? controlFault(path);
  if (why !== undefined)
    return { fault: `\`${shown(path)}\` ${why}.`, hint: "Name a file inside of the commit." };
  const repository = parseRepository(url, cwd);
  if ("fault" in repository) return repository;
  return { repository, commit: commit.toLowerCase(), path: tidyPath(path) };
}

/** Parses an address of https, ssh, or http on this machine; a folder is relative to `cwd`. */
export function parseRepository(url: string, cwd: string): GitRepository | ReferenceFault {
  const fault = controlFault(url) ?? (url.length > MAX_URL ? "is too long" : undefined);
  if (fault !== undefined) return refuse(url, fault);
  if (isAbsolute(url) || /^\.{1,2}(\/|$)/.test(url)) return folderAt(resolve(cwd, url));
  if (/^[a-z][\w+.-]*::/i.test(url)) return refuse(url, "names a helper of git, and none is run");
  return url.includes("://") ? parseUrl(url) : parseShort(url);
}

function folderAt(url: string): GitRepository {
  return { url, protocol: "file", server: undefined };
}

function parseUrl(url: string): GitRepository | ReferenceFault {
  if (!URL.canParse(url)) return refuse(url, "is no address");
  const parsed = new URL(url);
  const { protocol, username, password, search, hash, host, hostname } = parsed;
  if (protocol === "file:") return parseFolder(parsed, url);
  const isSsh = protocol === "ssh:";
  if (password !== "" || (username !== "" && !isSsh)) return WITH_PASSWORD;
  if (/\s/.test(url)) return refuse(url, "has a space in it");
  if (search !== "" || hash !== "") return refuse(url, "has a `?` or a `#` in it");
  const isOption = hostname.startsWith("-") || username.startsWith("-");
  if (host === "" || isOption || !URL.canParse(`https://${host}`))
    return refuse(url, "names no server");
  if (isSsh) return { url, protocol: "ssh", server: serverAt(hostname, parsed.port) };
  if (protocol === "https:") return { url, protocol: "https", server: parsed };
  if (protocol === "http:" && isLoopback(hostname))
    return { url, protocol: "http", server: parsed };
  return refuse(url, "is reached neither by https nor by ssh, and is no folder of this machine");
}

const WITH_PASSWORD: ReferenceFault = {
  fault: "The address of a repository has a name or a password in it, which reports would show.",
  hint: "Leave them out: ssh has its keys, and https the file `~/.netrc`.",
};

function parseFolder(parsed: URL, url: string): GitRepository | ReferenceFault {
  try {
    return folderAt(fileURLToPath(parsed));
  } catch {
    return refuse(url, "is no folder of this machine");
  }
}

/** `user:token@host:path`, which ssh does not know. */
const SHORT_PASSWORD = /^[^/@:]*:(?!\/\/)[^@]*@[^@:/]+:/;

/** `git@github.com:acme/codemods.git`. */
const SHORT = /^(?:\w[\w.+-]*@)?(\w[\w.-]*):([^\s-]\S*)$/;

function parseShort(url: string): GitRepository | ReferenceFault {
  if (SHORT_PASSWORD.test(url)) return WITH_PASSWORD;
  const host = SHORT.exec(url)?.[1];
  if (host === undefined || !URL.canParse(`https://${host}`))
    return refuse(url, "is no address of a repository");
  return { url, protocol: "ssh", server: serverAt(host, "") };
}

/** The port of ssh is left out, as that of https is. */
function serverAt(host: string, port: string): URL {
  return new URL(`https://${host}${port === "" || port === "22" ? "" : `:${port}`}`);
}

function controlFault(text: string): string | undefined {
  return /\p{Cc}/u.test(text) ? "has a control character in it" : undefined;
}

function refuse(url: string, why: string): ReferenceFault {
  return {
    fault: `The repository \`${shown(redacted(url))}\` ${why}.`,
    hint: "Write `https://HOST/PATH`, `ssh://USER@HOST/PATH`, `USER@HOST:PATH`, or the path of a folder.",
  };
}

/** Hides what may be a password: what stands before the server, and what follows `?` or `#`. */
function redacted(text: string): string {
  const start = SHORT_PASSWORD.test(text) ? text.replace(/^[^@]*@/, "…@") : text;
  return start.replace(/:\/\/[^/]*@/g, "://…@").replace(/[?#].*/s, "?…");
}
