import { posix } from "node:path";
import type { FileNames } from "../../names/file-names.ts";
import type { CompiledNames } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";

const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx|pyi?)$/;

/** The ends that a relative import may have after the name of its module. */
const ENDS = ["js", "ts", "mjs", "mts", "cjs", "cts", "jsx", "tsx"].map((end) => `.${end}`);

/** The file in which names are searched; its path is relative to the root. */
interface NamedFile {
  readonly path: string;
  readonly language: Language;
  readonly names: () => FileNames | undefined;
}

/**
 * Writes the modules of an op that are files (`./src/util`, relative to the root) as the imports of one file may name
 * them; the first is how an import of it is written there.
 */
export function namesForFile(op: CompiledNames, file: NamedFile): CompiledNames {
  const meant = Object.entries(op.meant).map(([name, meaning]) => {
    if (typeof meaning !== "object" || !meaning.from.some(isRelative)) return [name, meaning];
    const from = meaning.from.flatMap((module) =>
      isRelative(module) ? spellingsOf(module, file) : [module],
    );
    const isOwn = meaning.from.some(
      (module) => isRelative(module) && stemOf(module) === stemOf(file.path),
    );
    return [name, { ...meaning, from, ...(isOwn && { isOwn }) }];
  });
  return { ...op, meant: Object.fromEntries(meant) };
}

/** True for a module that is a file of the tree. */
function isRelative(module: string): boolean {
  return /^\.\.?(?:\/|$)/.test(module);
}

/** Returns the path of a module without what imports leave out: its extension, and the name `index` or `__init__`. */
function stemOf(module: string): string {
  const path = posix.normalize(module.replace(EXTENSION, ""));
  const stem = path.replace(/(?:^|\/)(?:index|__init__)$/, "").replace(/\/$/, "");
  return stem === "." ? "" : stem;
}

function spellingsOf(module: string, file: NamedFile): readonly string[] {
  const folder = posix.dirname(file.path);
  const way = posix.relative(folder, stemOf(module));
  if (file.language === "python") return [pythonSpelling(way)];
  const stem = way === "" ? "." : way.startsWith("..") ? way : `./${way}`;
  const isFolder = /(?:^|\/)\.\.?$/.test(stem);
  const files = isFolder ? [] : ["", ...ENDS].map((end) => stem + end);
  const indexes = ["", ...ENDS].map((end) => `${stem}/index${end}`);
  const all = [...files, `${stem}/`, ...indexes, ...(isFolder ? [stem] : [])];
  return [all[0] && writtenAs(module, all[0], file), ...all].filter((each) => each !== undefined);
}

/** Returns the way in which an import of the file names a module: with an extension if its others have one. */
function writtenAs(module: string, stem: string, { names }: NamedFile): string {
  const others = (names()?.declarations ?? []).flatMap(({ origin }) =>
    origin !== undefined && isRelative(origin.module) ? [origin.module] : [],
  );
  const isFolder = stem.endsWith("/");
  const written = others.find((other) => !/(?:^|\/)\.{0,2}$/.test(other)) ?? module;
  const [extension = ""] = EXTENSION.exec(written) ?? [];
  return isFolder ? `${stem}index${extension}` : stem + extension;
}

/** `../b/c` is `..b.c`: a dot for the folder of the file, and one for each folder above. */
function pythonSpelling(way: string): string {
  const steps = way.split("/").filter((step) => step !== "");
  const up = steps.filter((step) => step === "..").length;
  return ".".repeat(up + 1) + steps.slice(up).join(".");
}
