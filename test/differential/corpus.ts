import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Language, languageOfPath } from "../../src/edit/language/language.ts";

/** A copy of the sources that some packages ship, in one language. */
export interface Corpus {
  readonly folder: string;
  readonly language: Language;
  /** What the files are before any edit, by path below the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** The texts of files that tabs indent, by path. In the folder, and among `texts`, two spaces stand for each. */
  readonly tabbed: ReadonlyMap<string, string>;
}

/** Where the packages have sources of a language. All of them are development dependencies. */
const sources: Readonly<Record<string, readonly string[]>> = {
  typescript: ["rxjs/src", "zod/src", "create-vite", "create-next-app/dist/templates"],
  tsx: ["create-vite", "create-next-app/dist/templates"],
  javascript: ["preact/src", "preact/compat/src", "preact/hooks/src", "create-vite", "publint/src"],
  css: [
    "animate.css/source",
    "animate.css/animate.css",
    "create-vite",
    "create-next-app/dist/templates",
  ],
  html: ["create-vite"],
  python: ["node-gyp/gyp"],
};

/** Copies the sources of a language, or those below some of its folders, into a temporary folder. */
export function makeCorpus(language: Language, only?: readonly string[]): Corpus {
  const folder = mkdtempSync(path.join(tmpdir(), `sluice-${language}-`));
  const packages = path.resolve(import.meta.dirname, "../../node_modules");
  for (const source of only ?? sources[language] ?? []) {
    cpSync(path.join(packages, source), path.join(folder, source), {
      recursive: true,
      filter: (name) => isFolder(name) || languageOfPath(name) === language,
    });
  }
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => !isFolder(path.join(folder, name))).sort();
  const texts = new Map<string, string>();
  const tabbed = new Map<string, string>();
  for (const name of files) {
    const file = path.join(folder, name);
    const shipped = readFileSync(file, "utf8");
    const text = shipped.replace(/^\t+/gm, (tabs) => "  ".repeat(tabs.length));
    texts.set(name, text);
    if (text === shipped) continue;
    writeFileSync(file, text);
    if (withTabs(text) === shipped) tabbed.set(name, shipped);
  }
  return { folder, language, texts, tabbed };
}

/** Writes a tab for each two spaces that indent a line. */
export function withTabs(text: string): string {
  return text.replace(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2));
}

function isFolder(name: string): boolean {
  return statSync(name).isDirectory();
}

/** The files that differ from what they were, each put back. */
export function takeChanges({ folder, texts }: Corpus): ReadonlyMap<string, string> {
  const changed = new Map<string, string>();
  for (const [name, before] of texts) {
    const after = readFileSync(path.join(folder, name), "utf8");
    if (after === before) continue;
    changed.set(name, after);
    writeFileSync(path.join(folder, name), before);
  }
  return changed;
}

export function removeCorpus({ folder }: Corpus): void {
  rmSync(folder, { recursive: true, force: true });
}
