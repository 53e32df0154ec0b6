import type { SgNode } from "@ast-grep/napi";
import { type Language, resolveLanguage } from "./language.ts";

/** Languages whose code stands inside of files of a language. */
const EMBEDDED: Readonly<Record<string, readonly Language[]>> = {
  html: ["javascript", "typescript", "tsx", "css"],
};

/** What a `type` says that is still JavaScript; anything else is data or a template. */
const SCRIPT_TYPE = /^(module|(text|application)\/(java|ecma|type)script|text\/babel)?$/i;

/** Languages whose code may stand inside of a file of `language`: `<script>` and `<style>` in HTML. */
export function embeddedLanguages(language: Language): readonly Language[] {
  return EMBEDDED[language] ?? [];
}

/** Code of one language that stands inside of a file of another. UTF-16 code units, as everywhere. */
export interface EmbeddedCode {
  readonly language: Language;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /**
   * What is parsed: this code, and as much of what stands before it as can have a meaning for it, all
   * blanked out. Nothing in it reaches beyond the code's end.
   */
  readonly text: string;
  /** The same with what really stands before it: offsets, lines and columns are those of `text`. */
  readonly source: string;
  /** What an offset in `text` lacks of one in the file. */
  readonly shift: number;
}

/** More than the engine looks back for the beginning of a line, in code units. */
const LOOK_BACK = 600;

/**
 * The parts of a file that are code of another language, each on its own, in order. With `keepPlaces`
 * lines and columns in `text` are those of the file, which costs a line end for each line before;
 * without, only what ast-grep looks at is as it is there: the line's beginning and whether it is the first.
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
      },
    ];
  });
}

/** Tabs for everything but the spaces at the beginning of the line: a tab is no indentation. */
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
