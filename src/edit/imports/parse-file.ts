import { once } from "../../shared/once.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import { parseText } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import type { FileTree } from "./file-tree.ts";

export function parseFile(text: string, language: Language): FileTree {
  const root = parseText(text, language);
  return { root, text, language, comments: once(() => commentsBelow(root, language)) };
}
