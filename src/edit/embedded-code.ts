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
   * The whole text of the file, with everything but this code blanked out, so that offsets stay what
   * they are (UTF-16 code units).
   */
  readonly text: string;
}

/** The parts of a file that are code of another language, each on its own, in order. */
export function findEmbeddedCode(root: SgNode, text: string): readonly EmbeddedCode[] {
  const rule = { any: [{ kind: "script_element" }, { kind: "style_element" }] };
  return root.findAll({ rule }).flatMap((element) => {
    const code = element.children().find((child) => child.is("raw_text"));
    const language = languageOfElement(element);
    if (code === undefined || language === undefined) return [];
    const { start, end } = code.range();
    return [{ language, text: blankAround(text, start.index, end.index) }];
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
    if (attribute.is("attribute") && key?.text() === name)
      return value?.text().replace(/^["']|["']$/g, "") ?? "";
  }
  return undefined;
}

function blankAround(text: string, start: number, end: number): string {
  const blank = (part: string) => part.replace(/[^\n]/g, " ");
  return blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
}
