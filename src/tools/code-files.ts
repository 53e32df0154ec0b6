import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { sha256 } from "../shared/sha256.ts";

/** The bytes of a path: `unusable` if it cannot be read, has too many bytes, or is a device. */
type Content = Buffer | "missing" | "unusable";

/** A file with code, as it was before the first step. */
interface CodeFile {
  /** A hash, or why it is missing. What is `unusable` is never the same as before. */
  readonly digest: string;
  /** The files that it imports when it is loaded. */
  readonly imports: readonly string[];
  /** The files that it may import later: `import()` and `require()`. */
  readonly lateImports: readonly string[];
}

const MISSING = "missing";
const UNUSABLE = "unusable";

/** The most files that are noted, also missing ones; every other one counts as changed. */
const MAX_FILES = 50_000;

/** A larger file is not run as code; bytes. */
export const MAX_CODE = 10 * 1024 * 1024;

/**
 * The files of the code that recipes bring, as they were before the first step: code that changed since is not run
 * (T31). Imports count if their path is written out.
 */
export class CodeFiles {
  readonly #root: string;
  readonly #files = new Map<string, CodeFile>();
  #isSealed = false;

  /** `root` is absolute. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Ends the noting of files: the first step may begin. */
  seal(): void {
    this.#isSealed = true;
  }

  /** True if a file may be loaded now: before the first step, or because it is as it was noted. */
  mayLoad(path: string): boolean {
    return !this.#isSealed || this.#isSame(path);
  }

  /** Returns the files that were noted and exist. */
  existing(): readonly string[] {
    return [...this.#files].flatMap(([path, { digest }]) => (digest === MISSING ? [] : [path]));
  }

  /** Notes a file and everything that it imports. */
  note(path: string): void {
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#files.has(next) || this.#files.size >= MAX_FILES) continue;
      const file = readCode(next);
      this.#files.set(next, file);
      waiting.push(...file.imports, ...file.lateImports);
    }
  }

  /** Notes the files that a command names: its program, and its arguments or words in them. */
  noteCommand(command: readonly string[]): void {
    for (const path of this.#filesOf(command)) this.note(path);
  }

  /**
   * Returns the first file of a command that changed since it was noted, relative to the root. `laid`: files whose
   * content is not that of the disk; absolute.
   */
  changedInCommand(command: readonly string[], laid: readonly string[] = []): string | undefined {
    const named = new Set(laid.length === 0 ? [] : this.#pathsOf(command));
    const over = laid.find((path) => named.has(path) || this.#files.has(path));
    if (over !== undefined) return relative(this.#root, over);
    return this.#changed(this.#filesOf(command), { isLoaded: false });
  }

  /** Returns the first file of a module, or of what it may import, that changed since, relative to the root. */
  changedIn(path: string): string | undefined {
    return this.#changed([path], { isLoaded: false });
  }

  /** Returns the first file that a loaded module may still import and that changed, relative to the root. */
  changedBehind(path: string): string | undefined {
    return this.#changed([path], { isLoaded: true });
  }

  #isSame(path: string): boolean {
    const noted = this.#files.get(path);
    return (
      noted !== undefined && noted.digest !== UNUSABLE && noted.digest === digestOf(read(path))
    );
  }

  /** Files that are loaded at once count only if their importer is not loaded yet. */
  #changed(paths: readonly string[], start: { readonly isLoaded: boolean }): string | undefined {
    if (!this.#isSealed) return undefined;
    const seen = new Set<string>();
    const waiting = paths.map((path) => ({ path, ...start }));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { path, isLoaded } = next;
      const key = `${isLoaded} ${path}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (!isLoaded && !this.#isSame(path)) return relative(this.#root, path);
      const file = this.#files.get(path);
      for (const each of file?.imports ?? []) waiting.push({ path: each, isLoaded });
      for (const each of file?.lateImports ?? []) waiting.push({ path: each, isLoaded: false });
    }
    return undefined;
  }

  /** Words with a `/` count also if there is no such file yet. */
  #filesOf(command: readonly string[]): readonly string[] {
    return this.#pathsOf(command).filter((path) => this.#isCode(path));
  }

  #pathsOf(command: readonly string[]): readonly string[] {
    const words = command.flatMap((argument) => [argument, ...argument.split(/[\s"'`;&|()<>=]+/)]);
    const paths = words.filter((word) => word !== "").map((word) => resolve(this.#root, word));
    return [...new Set(paths)].slice(0, MAX_FILES);
  }

  #isCode(path: string): boolean {
    const inside = relative(this.#root, path);
    if (inside === "" || /^\.\.($|[/\\])/.test(inside) || isAbsolute(inside)) return false;
    return this.#files.has(path) || read(path) !== MISSING || inside.includes(sep);
  }
}

function readCode(path: string): CodeFile {
  const bytes = read(path);
  const digest = digestOf(bytes);
  if (typeof bytes === "string" || !/\.[cm]?[jt]sx?$/.test(path))
    return { digest, imports: [], lateImports: [] };
  const text = bytes.toString();
  const named = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap(([, name = ""]) => candidates(join(dirname(path), name)));
  return {
    digest,
    imports: named(/\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`\n]{1,500})["'`]/g),
    lateImports: named(/\b(?:import|require)\s*\(\s*["'`](\.{1,2}\/[^"'`\n]{1,500})["'`]/g),
  };
}

const ENDINGS = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json", ".tsx", ".jsx"];

/** Returns every file that an import may mean; one that is made later may hide another. */
function candidates(path: string): readonly string[] {
  const source = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const others = ENDINGS.flatMap((ending) => [`${path}${ending}`, join(path, `index${ending}`)]);
  return [...new Set([path, source, ...others])];
}

/** A text that is too long for a name, such as a whole script, is none. */
const NO_FILE: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

/** A folder counts as missing: there is no file to run. */
function read(path: string): Content {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return MISSING;
    return stats.isFile() && stats.size <= MAX_CODE ? readFileSync(path) : UNUSABLE;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // A call to the system failed.
    return NO_FILE.has(code) ? MISSING : UNUSABLE;
  }
}

function digestOf(content: Content): string {
  return typeof content === "string" ? content : sha256(content);
}
