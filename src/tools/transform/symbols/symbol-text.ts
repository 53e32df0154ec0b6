import { parse, type SgRoot } from "@ast-grep/napi";
import { isDeep } from "../../../edit/engine/deep-code.ts";
import { resolveLanguage } from "../../../edit/language/language.ts";
import type { Declaration, Extent, FileNames } from "../../../names/file-names.ts";
import type { ModuleExport } from "../../../names/javascript/module-exports.ts";
import {
  isJavascript,
  type NamedModule,
  readModule,
} from "../../../names/javascript/named-module.ts";
import { pythonNames } from "../../../names/python/python-names.ts";
import { TransformFault } from "../adapter.ts";

/** A file whose names a transform asks for. They are found once, when they are first asked for. */
export class SymbolText {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The name by which the engine knows the language. */
  readonly language: string;
  #read: NamedModule | undefined;

  constructor(path: string, { text, language }: { text: string; language: string }) {
    this.path = path;
    this.text = text;
    this.language = language;
  }

  /** Throws a `TransformFault` for a text that cannot be read as a program. */
  get names(): FileNames {
    return this.#readOnce().names;
  }

  /** Throws as `names` does. */
  get exports(): readonly ModuleExport[] {
    return this.#readOnce().exports;
  }

  /** Returns the declaration of the name that covers a place: one that refers to it, or that declares it. */
  declarationAt({ start, end }: Extent): Declaration | undefined {
    const covers = (place: Extent) => place.start <= start && end <= place.end;
    const { references, declarations } = this.names;
    const referring = references.find(covers);
    if (referring === undefined) return declarations.find(({ places }) => places.some(covers));
    return referring.declaration === "unknown" ? undefined : referring.declaration;
  }

  #readOnce(): NamedModule {
    this.#read ??= this.#readNames();
    return this.#read;
  }

  #readNames(): NamedModule {
    const { text, path } = this;
    if (!hasNames(this.language))
      throw new TransformFault(`${path} is of ${this.language}, whose names Sluice does not know`);
    const root = parse(this.language, text);
    if (isDeep(root.root())) throw new TransformFault(`the code of ${path} is nested too deeply`);
    const id = idOf(this.language);
    if (!isJavascript(id)) return readPython(root);
    // A file of JavaScript may be read as TypeScript, in which `<a/>` is an error.
    const others = /\.[cm]?jsx?$/.test(path) ? ["tsx", "javascript"] : [];
    const read = readModule(text, [id, ...others]);
    if (read !== undefined) return read;
    throw new TransformFault(`${path} has syntax errors, so that its names cannot be told`);
  }
}

/** True for a language whose names are known, by the engine's name for it. */
export function hasNames(language: string): boolean {
  return idOf(language) === "python" || isJavascript(idOf(language));
}

function idOf(language: string): string {
  return resolveLanguage(language) ?? language;
}

function readPython(root: SgRoot): NamedModule {
  const names = pythonNames(root.root());
  const exports = names.declarations.flatMap((declaration): readonly ModuleExport[] => {
    const { name, scope, origin, kind } = declaration;
    const [place] = declaration.places;
    if (!scope.isTop || place === undefined) return [];
    if (kind !== "import" || origin === undefined) return [{ name, place }];
    return [{ name, place, from: { module: origin.module, name: origin.path[0] } }];
  });
  return { names, exports };
}
