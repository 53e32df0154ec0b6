import { decodeEntities } from "../code/decode-entities.ts";
import { MARKDOWN } from "../code/markdown-zones.ts";
import { type Attribute, closeOf, readTags, type Tag } from "../code/read-tags.ts";
import { plainCode } from "../code/rule-finder.ts";
import { scannedText } from "../code/scan-text.ts";
import type { Finding, ScannedText } from "../code/scanned-text.ts";
import { zoneAt } from "../code/zone-at.ts";

/** Files that a browser shows, also by way of a generator of pages. */
export const PAGES = /\.(html?|xhtml|svg|md|markdown|mdx|vue|svelte|astro)$/i;

/** Pages in which a script is part of the program. */
const WITH_SCRIPTS = /\.(html?|xhtml|vue|svelte|astro)$/i;

/** Pages of which the rules for scripts read the whole text. */
const COMPONENTS = /\.(mdx|vue|svelte|astro)$/i;

/** Names of attributes that begin as handlers of events do. */
const NO_HANDLER = /^on(?:line|going|demand)$/;

/** URLs whose own text is run or shown. */
const RUN_URL =
  /(?:^|[;,=])(?:java|vb)script:|^data:(?:text\/html|(?:text|application)\/(?:x-)?(?:java|ecma)script)/i;

/** A finder that reads every text. */
type Reader = (scanned: ScannedText) => readonly Finding[];

/** Finds code that a browser runs when it shows a page; `read` finds what the code of a script does. */
export function createPageFinder(read: Reader): Reader {
  return (scanned) => {
    const { kindPath, text, zones } = scanned;
    if (!PAGES.test(kindPath)) return [];
    const isMarkdown = MARKDOWN.test(kindPath);
    const all = [true, false].flatMap((within) => readTags(text, { within }));
    const tags = new Map(all.map((tag) => [tag.at, tag]));
    return [...tags.values()]
      .filter(({ at }) => !(isMarkdown && zones && zoneAt(zones, at) === "literal"))
      .flatMap((tag) => [
        ...tag.attributes.flatMap((attribute) => codeOf(attribute, kindPath)),
        ...(tag.name === "script" ? scriptOf(tag, scanned, read) : []),
      ]);
  };
}

function codeOf({ name, value, at }: Attribute, path: string): readonly Finding[] {
  // The generators of components compile what is in braces.
  if (COMPONENTS.test(path) && /^["']?\s*\{/.test(value)) return [];
  const { text } = decodeEntities(value);
  const url = text.replace(/[\s\p{Cc}]/gu, ""); // Browsers leave these out.
  const isHandler = /^on[a-z]{3,}$/.test(name) && !NO_HANDLER.test(name) && text.trim() !== "";
  const isSet = name === "attributename" && /^on[a-z]{3}/i.test(url);
  const isPage = name === "srcdoc" && text.includes("<");
  if (!isHandler && !isSet && !isPage && !RUN_URL.test(url)) return [];
  const code = `code in an attribute: ${name}`;
  return [{ at, key: `${code} ${plainCode(text)}`, text: code }];
}

function scriptOf(
  tag: Tag,
  { path, kindPath, text }: ScannedText,
  read: Reader,
): readonly Finding[] {
  const body = text.slice(tag.end, closeOf(tag, text));
  const type = tag.attributes.find(({ name }) => name === "type")?.value ?? "";
  if (/^\s*(?:application\/(?:ld\+)?json|importmap|speculationrules)\s*$/i.test(type)) return [];
  if (!WITH_SCRIPTS.test(kindPath)) {
    const { attributes } = tag;
    const source = attributes.find(({ name }) => /^(?:src|href)$/.test(name))?.value ?? "";
    return [{ at: tag.at, key: `script ${source} ${plainCode(body)}`, text: "script in a page" }];
  }
  if (COMPONENTS.test(kindPath)) return [];
  const found = read(scannedText(`${path}.js`, body));
  return found.map((finding) => ({ ...finding, at: finding.at + tag.end }));
}
