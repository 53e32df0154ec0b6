/** A tag of HTML, SVG or Markdown. */
export interface Tag {
  /** In lower case, without the prefix of a namespace. */
  readonly name: string;
  readonly at: number;
  /** The offset after its `>`. */
  readonly end: number;
  readonly attributes: readonly Attribute[];
}

/** An attribute as it is written, with the entities in its value. */
export interface Attribute {
  /** In lower case, without the prefix of a namespace. */
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

/** Comments, and what browsers take for comments. A `>` at once ends them, too. */
const COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<[!?/][^>]*>?/y;
const NAME = /<([a-z][^\s/>]{0,100})/iy;
const ATTRIBUTE =
  /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>"'][^\s>]*)))?/y;
const END = /[\s/]*>?/y;

/** The elements whose content is text to a browser, unless they are in a picture. */
const RAW = new Set("style textarea title xmp iframe noembed noframes noscript".split(" "));

/**
 * Returns the tags of a text as a browser reads them, in time by its length. The content of scripts is left out.
 * @param within True if elements with raw text are looked into, as those in an SVG are by a browser.
 */
export function readTags(text: string, { within }: { readonly within: boolean }): readonly Tag[] {
  const tags: Tag[] = [];
  let at = text.indexOf("<");
  while (at >= 0) {
    const tag = tagAt(text, at);
    if (tag !== undefined) tags.push(tag);
    const isSkipped = tag?.name === "script" || (!within && RAW.has(tag?.name ?? ""));
    const end = tag?.end ?? matchAt(COMMENT, text, at)?.end ?? at + 1;
    at = text.indexOf("<", tag && isSkipped ? closeOf(tag, text) : end);
  }
  return tags;
}

/** Returns the offset at which an element with raw text ends. */
export function closeOf({ name, end }: Tag, text: string): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  close.lastIndex = end;
  return close.exec(text)?.index ?? text.length;
}

function tagAt(text: string, at: number): Tag | undefined {
  const start = matchAt(NAME, text, at);
  if (start === undefined) return undefined;
  const attributes: Attribute[] = [];
  let { end } = start;
  for (let next = matchAt(ATTRIBUTE, text, end); next; next = matchAt(ATTRIBUTE, text, end)) {
    const [whole, name = "", ...values] = next.match;
    const value = values.find((each) => each !== undefined) ?? "";
    attributes.push({ name: localName(name), value, at: next.end - whole.trimStart().length });
    end = next.end;
  }
  end = matchAt(END, text, end)?.end ?? end;
  return { name: localName(start.match[1] ?? ""), at, end, attributes };
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1).toLowerCase();
}

function matchAt(sticky: RegExp, text: string, at: number) {
  sticky.lastIndex = at;
  const match = sticky.exec(text);
  return match === null ? undefined : { match, end: at + match[0].length };
}
