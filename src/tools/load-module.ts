import { realpathSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { realPathOf } from "../files/real-path.ts";
import { isRecord } from "../shared/is-record.ts";
import { CodeFiles } from "./code-files.ts";
import { type CodeFolder, refuseForeignPackages } from "./code-folder.ts";

/** The names that files with code may have, and words about them. */
interface CodeNames {
  readonly names: RegExp;
  readonly are: string;
}

const TOOL_FILES: CodeNames = { names: /\.m?[jt]s$/, are: ".ts, .mts, .js or .mjs" };
const MODULE_FILES: CodeNames = {
  names: /\.([cm]?[jt]s|[jt]sx)$/,
  are: ".ts, .mts, .cts, .tsx, .js, .mjs, .cjs or .jsx",
};

/** Loads the code that a recipe names; each file once (T25). */
export class ModuleLoader {
  readonly #named: string;
  /** The folder that the code is loaded from, after all links. */
  readonly folder: string;
  readonly #loaded = new Map<string, Promise<unknown>>();
  /** The real paths of files that were loaded, by their names. */
  readonly #places = new Map<string, string>();
  /** The state of all code before the first step. */
  readonly files: CodeFiles;
  readonly code: CodeFolder;

  /**
   * `root` is absolute. `code` has its code, if that is not the root's own. Code outside of it is refused, also if a
   * link leads there.
   */
  constructor(root: string, code: CodeFolder = { root }) {
    this.#named = root;
    this.code = { ...code, top: code.top && realpathSync.native(code.top) };
    this.folder = realpathSync.native(code.root);
    this.files = new CodeFiles(this.folder);
  }

  /**
   * Returns the default export of a `.ts`, `.mts`, `.js` or `.mjs` file, or undefined. Rejects with an error whose
   * message is the reason, or with the error that the module throws.
   */
  load(path: string): Promise<unknown> {
    let file: string;
    try {
      this.checkPackages();
      file = this.note(path, TOOL_FILES);
    } catch (error) {
      return Promise.reject(error);
    }
    const known = this.#loaded.get(file);
    if (known !== undefined) return known;
    const loading = importDefault(file, this.files);
    this.#loaded.set(file, loading);
    return loading;
  }

  /**
   * Notes a file, and what it imports, without loading it. Returns its real path. Throws the reason if it does not
   * exist, is not below the folder of the code, or has another name than `files` allow.
   */
  note(path: string, files: CodeNames = MODULE_FILES): string {
    const file = this.#places.get(path) ?? this.#locate(path, files);
    this.#places.set(path, file);
    this.files.note(file);
    return file;
  }

  /** Throws if code could import packages that were not installed by a trusted user. */
  checkPackages(): void {
    refuseForeignPackages(this.code);
  }

  /** Returns a file that a loaded module may still import and that changed, relative to the root (T31). */
  changedBehind(path: string): string | undefined {
    return this.files.changedBehind(this.#places.get(path) ?? path);
  }

  /** Returns the real path: two names of one file are one path (T25). */
  #locate(path: string, { names, are }: CodeNames): string {
    const real = realPathOf(join(this.folder, relative(this.#named, path)));
    if (real === undefined) throw new Error("the file does not exist");
    const inside = relative(this.folder, real);
    if (/^\.\.($|[/\\])/.test(inside) || isAbsolute(inside))
      throw new Error("a link leads out of the root");
    if (!names.test(real)) throw new Error(`it is not a ${are} file`);
    return real;
  }
}

async function importDefault(file: string, files: CodeFiles): Promise<unknown> {
  const module = await importModule(file, { from: import.meta.url, files });
  return isRecord(module) && "default" in module ? module.default : undefined;
}

/** The circumstances in which a module is imported. */
export interface Importing {
  /** A file or an address, from which the names of packages are resolved. */
  readonly from: string;
  /** Judges each file that is compiled. */
  readonly files: Pick<CodeFiles, "mayLoad">;
  /** Names of modules → the exports that they have here. Default: none. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Gets the text of each file that is compiled. Default: nothing is told. */
  readonly onSource?: (text: string) => void;
}

/** Imports a file, or a package, and returns its exports. Rejects with the error that it throws. */
export async function importModule(name: string, importing: Importing): Promise<unknown> {
  return (await createImporter(importing))(name);
}

/**
 * Returns a function that imports a file, or a package, and returns its exports: each time they are evaluated again,
 * unless Node.js loads them by itself. It rejects with the error that they throw.
 */
export async function createImporter({
  from,
  files,
  given = {},
  onSource = () => undefined,
}: Importing): Promise<(name: string) => Promise<unknown>> {
  const { createJiti } = await import("jiti");
  // Without a cache on the disk: a preview leaves the tree as it was.
  const options = { fsCache: false, moduleCache: false, virtualModules: { ...given } };
  const compiler = createJiti(from, options);
  const compiled = new Map<string, string>();
  const jiti = createJiti(from, {
    ...options,
    // Called for each file, also for those that are imported while a step runs.
    transform(source) {
      const { filename } = source;
      if (filename !== undefined && !files.mayLoad(filename))
        throw new Error(changedCode(filename));
      const key = `${filename}\n${source.source}`;
      const code = compiled.get(key) ?? compiler.transform(source);
      if (!compiled.has(key)) onSource(source.source);
      compiled.set(key, code);
      return { code };
    },
  });
  return (name) => jiti.import(name);
}

/** The reason why code is not run (T31). */
export function changedCode(path: string): string {
  return `${path} is code of this run, and is not as it was before the first step: it is not run`;
}
