import type { SgNode } from "@ast-grep/napi";
import { type Language, resolveLanguage } from "./language.ts";

/** By a language, the languages of the code that stands inside of its files. */
const EMBEDDED: Readonly<Record<string, readonly Language[]>> = {
  html: ["javascript", "typescript", "tsx", "css"],
};

/** The values of `type` for JavaScript; any other value means data or a template. */
const SCRIPT_TYPE = /^(module|(text|application)\/(java|ecma|type)script|text\/babel)?$/i;

/** Returns the languages of code that may stand in a file of `language`: `<script>` and `<style>` in HTML. */
export function embeddedLanguages(language: Language): readonly Language[] {
  return EMBEDDED[language] ?? [];
}

/** Code of one language inside of a file of another one. Offsets are UTF-16 code units. */
export interface EmbeddedCode {
  readonly language: Language;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /**
   * The text that is parsed: this code, after blanks in the place of the text before it that can matter for it.
   * Nothing in it reaches beyond the end of the code.
   */
  readonly text: string;
  /** The same without the blanks, as the file has it: offsets, lines and columns are those of `text`. */
  readonly source: string;
  /** Added to an offset in `text`, gives the offset in the file. */
  readonly shift: number;
  /** The element around the code, with its tags. */
  readonly element: SgNode;
}

/** Longer than the stretch in which the engine searches for the beginning of a line; UTF-16 code units. */
const LOOK_BACK = 600;

/**
 * Returns the parts of a file that are code of another language, each by itself, in order. With `keepPlaces`, lines
 * and columns in `text` are those of the file, at the cost of a line end for each line before; without it, only the
 * facts that ast-grep uses are kept: the beginning of the line, and that it is the first one or not.
 */
export function findEmbeddedCode(
  root: SgNode,
  text: string,
  { keepPlaces }: { readonly keepPlaces: boolean },
): readonly EmbeddedCode[] {
  const rule = { any: [{ kind: "script_element" }, { kind: "style_element" }] };
  return root.findAll({ rule }).flatMap((element) => {
    const code = element.children().find((child) => child.is("raw_text"));
    const language = languageOfElement(element);
    if (code === undefined || language === undefined) return [];
    const range = code.range();
    const [start, end] = [range.start.index, range.end.index];
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    const from = keepPlaces ? lineStart : Math.max(lineStart, start - LOOK_BACK);
    const lines = keepPlaces ? range.start.line : Math.min(1, lineStart);
    const head = "\n".repeat(lines);
    return [
      {
        language,
        start,
        end,
        text: head + blank(text.slice(from, start)) + text.slice(start, end),
        source: head + text.slice(from, end),
        shift: from - head.length,
        element,
      },
    ];
  });
}

/** Writes tabs for all but the spaces at the beginning of the line: a tab does not count as indentation. */
function blank(line: string): string {
  const { length } = line.match(/^ */)?.[0] ?? "";
  return " ".repeat(length) + "\t".repeat(line.length - length);
}

function languageOfElement(element: SgNode): Language | undefined {
  const lang = attributeOf(element, "lang");
  if (element.is("style_element")) return lang === undefined || lang === "css" ? "css" : undefined;
  if (!SCRIPT_TYPE.test(attributeOf(element, "type") ?? "")) return undefined;
  const language = lang === undefined ? "javascript" : resolveLanguage(lang);
  return language !== undefined && EMBEDDED.html?.includes(language) ? language : undefined;
}

function attributeOf(element: SgNode, name: string): string | undefined {
  const [tag] = element.children();
  for (const attribute of tag?.children() ?? []) {
    const [key, , value] = attribute.children();
    if (attribute.is("attribute") && key?.text().toLowerCase() === name)
      return (value?.text() ?? "")
        .replace(/^["']|["']$/g, "")
        .trim()
        .toLowerCase();
  }
  return undefined;
}
