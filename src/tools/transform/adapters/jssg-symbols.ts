import { join } from "node:path";
import type { SgNode, SgRoot } from "@ast-grep/napi";
import { isRecord } from "../../../shared/is-record.ts";
import { TransformFault } from "../adapter.ts";
import { type FoundDefinition, findDefinition } from "../symbols/find-definition.ts";
import { findReferences } from "../symbols/find-references.ts";
import { exportAround, importNodeOf, NameNodes, namedBy } from "../symbols/name-nodes.ts";
import type { SymbolScope } from "../symbols/symbol-scope.ts";
import { hasNames, SymbolText } from "../symbols/symbol-text.ts";
import type { JssgFile } from "./jssg-file.ts";
import { openOther, refuse, type SymbolAnalysis } from "./jssg-roots.ts";

/** The analysis of names for one call of a module: `definition()` and `references()` of its nodes, as jssg has them. */
export class JssgSymbols implements SymbolAnalysis {
  readonly #file: JssgFile;
  readonly #folder: string;
  readonly #scope: SymbolScope;
  readonly #own: SymbolText;
  readonly #roots = new Map<SymbolText, SgRoot>();
  readonly #nodes = new Map<SymbolText, NameNodes>();
  readonly #written = new Map<string, SymbolText>();

  /** `folder` is the root of the run; absolute. */
  constructor(
    file: JssgFile,
    {
      root,
      language,
      ...around
    }: { root: SgRoot; language: string; folder: string; scope: SymbolScope },
  ) {
    this.#file = file;
    this.#folder = around.folder;
    this.#scope = around.scope;
    const { path, text, files } = file.file;
    this.#scope.list(files);
    this.#own = new SymbolText(path, { text, language });
    this.#roots.set(this.#own, root);
  }

  definition(node: SgNode, options: unknown): unknown {
    const text = this.#textOf(node, "definition");
    const stopsAtImport = isRecord(options) && options.resolveExternal === false;
    const found = findDefinition(text, namedBy(node), { scope: this.#following, stopsAtImport });
    if (found === undefined) return null;
    const root = this.#rootOf(found.file);
    const defined = this.#nodeOf(found);
    return defined === undefined ? null : { node: defined, root, kind: found.kind };
  }

  references(node: SgNode): unknown {
    const text = this.#textOf(node, "references");
    return findReferences(text, namedBy(node), this.#following).map(({ file, places }) => {
      const root = this.#rootOf(file);
      const found = places.flatMap((place) => {
        const named = this.#nodesOf(file).at(place);
        return named ? [place.isImport ? importNodeOf(named) : named] : [];
      });
      return { root, nodes: found };
    });
  }

  readonly #following = {
    textOf: (path: string) => this.#textAt(path),
    moduleOf: (from: string, module: string) => this.#scope.moduleOf(from, module),
    importersOf: (path: string) => this.#scope.importersOf(path),
  };

  #textOf(node: SgNode, method: string): SymbolText {
    const root = node.getRoot();
    const [text] = [...this.#roots].find(([, known]) => known === root) ?? [];
    if (text === undefined)
      throw new TransformFault(`${method}() was called for a node of an earlier file`);
    if (!hasNames(text.language))
      return refuse(
        `it calls ${method}() of a node of ${text.language}, whose names Sluice does not know`,
      );
    return text;
  }

  /** Returns a file as this call has it: what the module proposed for it counts. */
  #textAt(path: string): SymbolText | undefined {
    if (path === this.#own.path) return this.#own;
    const found = this.#scope.textOf(path);
    const text = this.#file.writtenOther(path);
    if (found === undefined || text === undefined) return found;
    const known = this.#written.get(path);
    if (known?.text === text) return known;
    const written = new SymbolText(path, { text, language: found.language });
    this.#written.set(path, written);
    return written;
  }

  #rootOf(text: SymbolText): SgRoot {
    const known = this.#roots.get(text);
    if (known !== undefined) return known;
    const { path } = text;
    const root = openOther(text.language, text.text, {
      file: { path, filename: join(this.#folder, path) },
      write: (content) => this.#file.writeOther(path, content),
      rename: () => refuse(`it renames ${path}, which is another file than its own`),
    });
    this.#roots.set(text, root);
    return root;
  }

  #nodeOf({ file, place, kind, isStatement }: FoundDefinition): SgNode | undefined {
    if (isStatement) return exportAround(this.#rootOf(file), place);
    const node = this.#nodesOf(file).at(place);
    return node && kind === "import" ? importNodeOf(node) : node;
  }

  #nodesOf(text: SymbolText): NameNodes {
    const nodes = this.#nodes.get(text) ?? new NameNodes(this.#rootOf(text), text.text);
    this.#nodes.set(text, nodes);
    return nodes;
  }
}
