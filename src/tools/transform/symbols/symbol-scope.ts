import type { AskFiles } from "../files-asked.ts";
import { relativeModule } from "./module-paths.ts";
import { SymbolText } from "./symbol-text.ts";

/** The most text whose names are kept from one file to the next; UTF-16 code units. */
const MOST_KEPT = 4_000_000;

/** The files of a step, as far as the names of one of them lead to others. Nothing outside of the step is read. */
export class SymbolScope {
  readonly #ask: AskFiles;
  readonly #texts = new Map<string, SymbolText | undefined>();
  #paths: ReadonlySet<string> = new Set();
  #listed: readonly string[] = [];
  #importers: ReadonlyMap<string, readonly string[]> | undefined;
  #kept = 0;

  constructor(ask: AskFiles) {
    this.#ask = ask;
  }

  /** Names the files of the step: the same list for all calls of a thread. */
  list(paths: readonly string[]): void {
    if (paths === this.#listed) return;
    this.#listed = paths;
    this.#paths = new Set(paths);
    this.#texts.clear();
    this.#importers = undefined;
  }

  /** Undefined for a file that is not of the step, or cannot be read. */
  textOf(path: string): SymbolText | undefined {
    if (!this.#paths.has(path)) return undefined;
    if (this.#texts.has(path)) return this.#texts.get(path);
    const [read] = this.#ask({ kind: "text", path });
    const text = read && new SymbolText(path, read);
    this.#kept += text?.text.length ?? 0;
    if (this.#kept > MOST_KEPT) {
      this.#texts.clear();
      this.#kept = text?.text.length ?? 0;
    }
    this.#texts.set(path, text);
    return text;
  }

  /** Returns the file of the step that another one names as a module. */
  moduleOf(from: string, module: string): string | undefined {
    return relativeModule(from, module, (path) => this.#paths.has(path));
  }

  /** Returns the files of the step that seem to import a file, sorted. */
  importersOf(path: string): readonly string[] {
    this.#importers ??= this.#findImporters();
    return this.#importers.get(path) ?? [];
  }

  #findImporters(): ReadonlyMap<string, readonly string[]> {
    const importers = new Map<string, string[]>();
    for (const { path, modules } of this.#ask({ kind: "imports" }))
      for (const target of new Set(modules.map((module) => this.moduleOf(path, module))))
        if (target !== undefined && target !== path)
          importers.set(target, [...(importers.get(target) ?? []), path]);
    return importers;
  }
}
