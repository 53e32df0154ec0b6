import { decodeEntities } from "../code/decode-entities.ts";
import { longRegex } from "../code/long-regex.ts";
import type { Finder, Finding } from "../code/scanned-text.ts";
import { INNOCENT_HOST } from "../tables/innocent-hosts.ts";

/** A part of a URL that is filled in later, in the forms of several languages. */
const HOLE = String.raw`[$#]?\{{1,2}[^{}\n]{0,80}\}{1,2}|\$\([^()\n]{0,80}\)`;

/**
 * A scheme, its slashes, and ahead what may be a host; at most so many code units. A browser takes any number of
 * slashes and backslashes for those of http, also none.
 */
const URL_START = longRegex(
  "gi",
  String.raw`\b(?:(https?|wss?|ftp)|[a-z][a-z0-9+.-]{1,15}(?=:\\?/\\?/)):((?:\\?/|\\){0,9})`,
  String.raw`(?=((?:${HOLE}|[^\s"'\x60<>()[\]{}\\/?#,;|]){1,253}|\[[0-9a-f:.]{2,45}\]))`,
);

/** `//host/path` without a scheme, as a page has it, and `git@host:path`. */
const OTHER_START =
  /(?:["'(=]\/\/|\bgit@)((?:[\p{L}\p{N}-]{1,63}[.\u3002\uff0e\uff61]){1,8}[\p{L}]{2,24})(?=[/:"'?#])/gu;

const ADDRESS = /(?<![\w.-])(\d{1,3}(?:\.\d{1,3}){3})(?![\w-]|\.\d)/g;

/** Words after which four numbers are a version. */
const VERSION = /(?:version|\bv|\^|~|>=?|<=?|==|@)["'\s:=(]{0,4}$/i;

/** Schemes of which the part after `//` is no host. */
const NO_HOST = /^(file|data|blob|about|javascript|chrome|app|npm|node|bun|jsr|s3|gs|urn|vscode):/i;

/** Texts whose entities a browser reads, or a compiler. */
const WITH_ENTITIES = /\.(html?|xhtml|svg|xml|md|markdown|mdx|vue|svelte|astro|[jt]sx)$/i;

/** Finds hosts of URLs, and IP addresses. The host is the key, so that a host which was there is not added. */
export const findHosts: Finder = ({ kindPath, text }) => {
  if (!WITH_ENTITIES.test(kindPath) || !text.includes("&")) return hostsIn(text);
  const decoded = decodeEntities(text);
  return hostsIn(decoded.text).map((host) => ({ ...host, at: decoded.placeOf(host.at) }));
};

function hostsIn(text: string): readonly Finding[] {
  const found: Finding[] = [];
  const add = (at: number, host: string | undefined) => {
    if (host !== undefined && !INNOCENT_HOST.test(host)) found.push({ at, key: host, text: host });
  };
  for (const { index, 0: start, 2: slashes = "", 3: authority = "" } of text.matchAll(URL_START)) {
    const host = NO_HOST.test(start) ? undefined : hostOf(authority);
    const isWhole = slashes.replaceAll("\\/", "/").length > 1;
    if (isWhole || isNamed(host, slashes, text[index - 1])) add(index, host);
  }
  for (const { index, 1: host = "" } of text.matchAll(OTHER_START)) add(index, hostOf(host));
  for (const { index, 1: address = "" } of text.matchAll(ADDRESS)) {
    const isVersion = VERSION.test(text.slice(Math.max(0, index - 16), index));
    const isAddress = address.split(".").every((part) => Number(part) < 256);
    if (isAddress && !isVersion) add(index, address);
  }
  return found.sort((a, b) => a.at - b.at).filter(isFirstAt);
}

/** An address in a URL is found twice. */
function isFirstAt({ at, key }: Finding, index: number, all: readonly Finding[]): boolean {
  const last = all[index - 1];
  return last === undefined || last.key !== key || at - last.at > LONGEST_START;
}

const LONGEST_START = 300;

/** With less than two slashes it is a URL only if it has the name of a host, and without any only where one begins. */
function isNamed(host: string | undefined, slashes: string, before: string | undefined): boolean {
  const isUrl = slashes !== "" || /["'`(=]/.test(before ?? "");
  return isUrl && host !== undefined && /^[^.].*\.[a-z][\w-]+$/.test(host);
}

/** Holes, and variables and places of formats, which need no braces. */
const HOLES = new RegExp(`${HOLE}|\\$\\w{1,60}|%(?![\\da-f]{2})[a-z@]`, "gi");

/**
 * Returns the host in the form of ASCII, so that a look-alike shows; `*.` and its end if the beginning is filled in
 * later. Undefined if the end is.
 */
function hostOf(authority: string): string | undefined {
  const parts = authority.split(HOLES);
  const written = parts.join("\0");
  const host = written.slice(written.lastIndexOf("@") + 1);
  const [first = "", ...later] = host.split("\0").map((part) => part.replace(/:\d{0,5}$/, ""));
  const end = later.findLast((part) => part !== "");
  if (end === undefined) {
    const isOpen = later.length > 0 && (/[.-]$/.test(first) || !first.includes("."));
    return isOpen ? undefined : asciiOf(first, host);
  }
  const known = asciiOf(end.slice(end.indexOf(".") + 1), "");
  return known === undefined || !end.includes(".") ? undefined : `*.${known}`;
}

/** Returns undefined for what is no host, and for one label without a port: it is often a word. */
function asciiOf(name: string, written: string): string | undefined {
  const url = `http://${name.replace(/[.:]+$/, "")}/`;
  if (/[*{}]/.test(name) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return /[.:]/.test(hostname) || /:\d/.test(written) ? hostname : undefined;
}
