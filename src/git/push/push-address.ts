import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { isLoopback } from "../../shared/http/is-loopback.ts";
import { shown } from "../../shared/shown.ts";
import type { GitProtocol } from "../fetched/fetch-settings.ts";

/** A repository that branches are pushed to. */
export interface PushAddress {
  /** Without credentials; never an option of git. */
  readonly url: string;
  readonly protocol: GitProtocol;
}

/** The reason that nothing is pushed to an address, and what to do. */
export interface AddressFault {
  readonly message: string;
  readonly hint: string;
}

/** The longest address; characters. */
const MAX_URL = 2048;

/** `git@github.com:acme/app.git`. */
const SHORT = /^(?:\w[\w.+-]*@)?\w[\w.-]*:[^\s:-][^\s]*$/;

/** Parses an address of https, of ssh (also `USER@HOST:PATH`), of http on this machine, or an absolute path. */
export function parsePushAddress(written: string): PushAddress | AddressFault {
  if (/\p{Cc}/u.test(written) || written.length > MAX_URL)
    return refuse(written, "is too long, or has a control character in it");
  if (isAbsolute(written)) return { url: written, protocol: "file" };
  if (!written.includes("://"))
    return SHORT.test(written) && !written.includes("::")
      ? { url: written, protocol: "ssh" }
      : refuse(written, "is no address of a repository");
  if (!URL.canParse(written)) return refuse(written, "is no address of a repository");
  return parseUrl(new URL(written), written);
}

function parseUrl(parsed: URL, written: string): PushAddress | AddressFault {
  const { protocol, username, password, search, hash, hostname } = parsed;
  if (protocol === "file:") return parseFolder(parsed, written);
  if (password !== "" || (username !== "" && protocol !== "ssh:"))
    return refuse(written, "has a name or a password in it, which other processes could read");
  if (/\s/.test(written) || search !== "" || hash !== "")
    return refuse(written, "has a space, a `?` or a `#` in it");
  if (hostname === "" || hostname.startsWith("-") || username.startsWith("-"))
    return refuse(written, "names no server");
  if (protocol === "ssh:") return { url: written, protocol: "ssh" };
  if (protocol === "https:") return { url: parsed.href, protocol: "https" };
  if (protocol !== "http:") return refuse(written, "is reached neither by https nor by ssh");
  return isLoopback(hostname)
    ? { url: parsed.href, protocol: "http" }
    : refuse(written, "is reached by http, by which everybody on the way can read the token");
}

function parseFolder(parsed: URL, written: string): PushAddress | AddressFault {
  try {
    return { url: fileURLToPath(parsed), protocol: "file" };
  } catch {
    return refuse(written, "is no folder of this machine");
  }
}

function refuse(written: string, why: string): AddressFault {
  const plain = written.replace(/:\/\/[^/]*@/g, "://…@").replace(/[?#].*/s, "?…");
  return {
    message: `The repository \`${shown(plain)}\` ${why}.`,
    hint: "Use `https://HOST/PATH`, `ssh://USER@HOST/PATH`, `USER@HOST:PATH`, or the path of a folder.",
  };
}
