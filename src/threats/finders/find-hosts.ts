import type { Finder, Finding } from "../code/scanned-text.ts";
import { INNOCENT_HOST } from "../tables/innocent-hosts.ts";

/** The longest host and the longest part before its `@` that are read; code units. */
const URL_START =
  /\b([a-z][a-z0-9+.-]{1,15}):\\?\/\\?\/([^\s"'`<>()[\]{}\\/?#,;|]{1,253}|\[[0-9a-f:.]{2,45}\])/gi;

/** `//host/path` without a scheme, as a page has it, and `git@host:path`. */
const OTHER_START =
  /(?:["'(=]\/\/|\bgit@)((?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24})(?=[/:"'?#])/gu;

const ADDRESS = /(?<![\w.-])(\d{1,3}(?:\.\d{1,3}){3})(?![\w-]|\.\d)/g;

/** Words after which four numbers are a version. */
const VERSION = /(?:version|\bv|\^|~|>=?|<=?|==|@)["'\s:=(]{0,4}$/i;

/** Schemes of which the part after `//` is no host. */
const NO_HOST = /^(file|data|blob|about|javascript|chrome|app|npm|node|bun|jsr|s3|gs|urn|vscode)$/i;

/** Finds hosts of URLs, and IP addresses. The host is the key, so that a host which was there is not added. */
export const findHosts: Finder = ({ text }) => {
  const found: Finding[] = [];
  const add = (at: number, written: string) => {
    const host = hostOf(written);
    if (host !== undefined && !INNOCENT_HOST.test(host)) found.push({ at, key: host, text: host });
  };
  for (const { index, 1: scheme = "", 2: authority = "" } of text.matchAll(URL_START))
    if (!NO_HOST.test(scheme)) add(index, authority);
  for (const { index, 1: host = "" } of text.matchAll(OTHER_START)) add(index, host);
  for (const { index, 1: address = "" } of text.matchAll(ADDRESS)) {
    const isVersion = VERSION.test(text.slice(Math.max(0, index - 16), index));
    const isAddress = address.split(".").every((part) => Number(part) < 256);
    if (isAddress && !isVersion) add(index, address);
  }
  return found.sort((a, b) => a.at - b.at).filter(isFirstAt);
};

/** An address in a URL is found twice. */
function isFirstAt({ at, key }: Finding, index: number, all: readonly Finding[]): boolean {
  const last = all[index - 1];
  return last === undefined || last.key !== key || at - last.at > LONGEST_START;
}

const LONGEST_START = 300;

/** Returns the host in the form of ASCII, so that a look-alike shows. Undefined for a place that is filled in later. */
function hostOf(authority: string): string | undefined {
  const written = authority.slice(authority.lastIndexOf("@") + 1).replace(/[.:]+$/, "");
  if (/[$%*{}]/.test(written) || !/[.:]|^localhost/.test(written)) return undefined;
  const url = `http://${written}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
