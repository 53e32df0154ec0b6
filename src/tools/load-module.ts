import { realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { realPathOf } from "../files/real-path.ts";

/** Loads the code that a recipe names; each file once (T25). */
export class ModuleLoader {
  readonly #root: string;
  readonly #loaded = new Map<string, Promise<unknown>>();

  /** `root` is absolute. Code outside of it is refused, also if a link leads there. */
  constructor(root: string) {
    this.#root = realpathSync.native(root);
  }

  /**
   * Returns the default export of a `.ts`, `.mts`, `.js` or `.mjs` file, or undefined. Rejects with an error whose
   * message is the reason, or with the error that the module throws.
   */
  load(path: string): Promise<unknown> {
    let file: string;
    try {
      file = this.#locate(path);
    } catch (error) {
      return Promise.reject(error);
    }
    const known = this.#loaded.get(file) ?? importDefault(file);
    this.#loaded.set(file, known);
    return known;
  }

  /** Returns the real path: two names of one file are one path (T25). */
  #locate(path: string): string {
    const real = realPathOf(path);
    if (real === undefined) throw new Error("the file does not exist");
    const inside = relative(this.#root, real);
    if (/^\.\.($|[/\\])/.test(inside) || isAbsolute(inside))
      throw new Error("a link leads out of the root");
    if (!/\.m?[jt]s$/.test(real)) throw new Error("it is not a .ts, .mts, .js or .mjs file");
    return real;
  }
}

async function importDefault(file: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  // Without a cache on the disk: a preview leaves the tree as it was.
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  const module: unknown = await jiti.import(file);
  return typeof module === "object" && module !== null && "default" in module
    ? module.default
    : undefined;
}
