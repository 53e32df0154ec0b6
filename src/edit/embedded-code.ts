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

/** Code of one language that stands inside of a file of another. */
export interface EmbeddedCode {
  readonly language: Language;
  /**
   * The text of the file up to the end of this code, with everything before it blanked out, so that
   * offsets stay what they are (UTF-16 code units) and nothing in it reaches beyond its end.
   */
  readonly text: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The parts of a file that are code of another language, each on its own, in order. */
export function findEmbeddedCode(root: SgNode, text: string): readonly EmbeddedCode[] {
  const rule = { any: [{ kind: "script_element" }, { kind: "style_element" }] };
  return root.findAll({ rule }).flatMap((element) => {
    const code = element.children().find((child) => child.is("raw_text"));
    const language = languageOfElement(element);
    if (code === undefined || language === undefined) return [];
    const range = code.range();
    const [start, end] = [range.start.index, range.end.index];
    const before = text.slice(0, start).replace(/[^\n]/g, " ");
    return [{ language, text: before + text.slice(start, end), start, end }];
  });
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
