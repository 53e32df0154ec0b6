import type { LanguageFn } from "highlight.js";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import elixir from "highlight.js/lib/languages/elixir";
import go from "highlight.js/lib/languages/go";
import haskell from "highlight.js/lib/languages/haskell";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

/** A grammar of colors, and the languages of files that it is for, as reports name them. */
interface LanguageColors {
  readonly name: string;
  readonly grammar: LanguageFn;
  readonly of: readonly string[];
}

/** The grammars for every language that Sluice edits. */
export const LANGUAGES: readonly LanguageColors[] = [
  { name: "bash", grammar: bash, of: ["bash"] },
  { name: "c", grammar: c, of: ["c"] },
  { name: "cpp", grammar: cpp, of: ["cpp"] },
  { name: "csharp", grammar: csharp, of: ["csharp"] },
  { name: "css", grammar: css, of: ["css"] },
  { name: "dart", grammar: dart, of: ["dart"] },
  { name: "elixir", grammar: elixir, of: ["elixir"] },
  { name: "go", grammar: go, of: ["go"] },
  { name: "haskell", grammar: haskell, of: ["haskell"] },
  { name: "ini", grammar: ini, of: ["toml"] },
  { name: "java", grammar: java, of: ["java"] },
  { name: "javascript", grammar: javascript, of: ["javascript"] },
  { name: "json", grammar: json, of: ["json"] },
  { name: "kotlin", grammar: kotlin, of: ["kotlin"] },
  { name: "lua", grammar: lua, of: ["lua"] },
  { name: "markdown", grammar: markdown, of: ["markdown"] },
  { name: "php", grammar: php, of: ["php"] },
  { name: "python", grammar: python, of: ["python"] },
  { name: "ruby", grammar: ruby, of: ["ruby"] },
  { name: "rust", grammar: rust, of: ["rust"] },
  { name: "scala", grammar: scala, of: ["scala"] },
  { name: "sql", grammar: sql, of: ["sql"] },
  { name: "swift", grammar: swift, of: ["swift"] },
  { name: "typescript", grammar: typescript, of: ["typescript", "tsx"] },
  { name: "xml", grammar: xml, of: ["html"] },
  { name: "yaml", grammar: yaml, of: ["yaml"] },
];
