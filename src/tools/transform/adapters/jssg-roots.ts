import * as engine from "@ast-grep/napi";
import { TransformFault } from "../adapter.ts";
import type { JssgFile } from "./jssg-file.ts";
import { lazyRoot } from "./lazy-root.ts";

/** A file, as the root of its tree knows it. */
interface RootFile {
  readonly file: { readonly filename: string; readonly path: string };
  readonly write: (text: unknown) => void;
  readonly rename: (path: unknown) => void;
}

/** A root that was parsed here. */
interface ParsedRoot {
  readonly text: string;
  /** Undefined for a text that the module parsed itself. */
  readonly file: RootFile | undefined;
}

/** The analysis of names, which few modules need. */
export interface SymbolAnalysis {
  readonly definition: (node: engine.SgNode, options: unknown) => unknown;
  readonly references: (node: engine.SgNode) => unknown;
}

const roots = new WeakMap<engine.SgRoot, ParsedRoot>();

/** The file that the module has now: a thread transforms one after another. */
let current: JssgFile | undefined;

/** Undefined if it was not loaded. */
let analysis: SymbolAnalysis | undefined;

/** Thrown, and remembered, when a module needs the analysis of names that was not loaded for it. */
class AnalysisMissing extends Error {}

let isAnalysisMissing = false;

/** True if the call since {@link openRoot} needs the analysis of names. */
export function lacksAnalysis(): boolean {
  return isAnalysisMissing;
}

/** Opens a file, which is parsed when its tree is needed. Its root has the methods of jssg, also as nodes return it. */
export function openRoot(
  language: string,
  file: JssgFile,
  analyze?: (root: engine.SgRoot) => SymbolAnalysis,
): engine.SgRoot {
  addMethods();
  current = file;
  isAnalysisMissing = false;
  const { text } = file.file;
  const root = lazyRoot(language, text);
  roots.set(root, { text, file });
  analysis = analyze?.(root);
  return root;
}

/** Opens another file, to which the names of the one that is transformed lead. */
export function openOther(language: string, text: string, file: RootFile): engine.SgRoot {
  const root = lazyRoot(language, text);
  roots.set(root, { text, file });
  return root;
}

/** Parses a text, as `parse` of jssg does. */
export function parseText(language: string, text: string): engine.SgRoot {
  const root = engine.parse(language, text);
  roots.set(root, { text, file: undefined });
  return root;
}

/** Parses a text on another thread, as `parseAsync` of jssg does. */
export async function parseTextLater(language: string, text: string): Promise<engine.SgRoot> {
  const root = await engine.parseAsync(language, text);
  roots.set(root, { text, file: undefined });
  return root;
}

/** Throws for a function of jssg that is not known here: the file fails, also if the module catches the error. */
export function refuse(what: string): never {
  if (current === undefined) throw new TransformFault(what);
  return current.refuse(what);
}

/** Adds the methods of jssg to the engine's classes. Only threads with code of recipes do so. */
function addMethods(): void {
  if ("rename" in engine.SgRoot.prototype) return;
  const { filename } = engine.SgRoot.prototype;
  define(engine.SgRoot.prototype, {
    filename(this: engine.SgRoot) {
      const known = roots.get(this);
      if (known) return known.file?.file.filename ?? "";
      const isOfEngine = Object.getPrototypeOf(this) === engine.SgRoot.prototype;
      return isOfEngine ? filename.call(this) : "anonymous"; // Of a file that the engine read, or of a lazy root.
    },
    relativeFilename(this: engine.SgRoot) {
      return roots.get(this)?.file?.file.path ?? "";
    },
    source(this: engine.SgRoot) {
      return roots.get(this)?.text ?? this.root().text();
    },
    rename(this: engine.SgRoot, path: unknown) {
      fileOf(this, "rename").rename(path);
    },
    write(this: engine.SgRoot, text: unknown) {
      fileOf(this, "write").write(text);
    },
  });
  define(engine.SgNode.prototype, {
    definition(this: engine.SgNode, options: unknown) {
      return fileOfNode(this) ? analysisNow().definition(this, options) : null;
    },
    references(this: engine.SgNode) {
      return fileOfNode(this) ? analysisNow().references(this) : [];
    },
    typeInfo: () =>
      refuse(
        "it calls typeInfo() of a node, which needs an analysis of types that Sluice does not have",
      ),
  });
}

/** Undefined for a node of a text that the module parsed itself: for it, jssg has no analysis. */
function fileOfNode(node: engine.SgNode): RootFile | undefined {
  return roots.get(node.getRoot())?.file;
}

function analysisNow(): SymbolAnalysis {
  if (analysis !== undefined) return analysis;
  isAnalysisMissing = true;
  throw new AnalysisMissing("The analysis of names is loaded, and the function is called again.");
}

function define(prototype: object, methods: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
}

function fileOf(root: engine.SgRoot, method: string): RootFile {
  const file = roots.get(root)?.file;
  if (file === undefined)
    throw new TransformFault(`${method}() was called for a text that is no file`);
  return file;
}
