import { posix } from "node:path";
import { isRecord } from "../../shared/is-record.ts";
import type { TreeFiles } from "../sources/tree-files.ts";

/** The manifests of packages, in the order in which they name a folder. */
const MANIFESTS: readonly Manifest[] = [
  { file: "package.json", nameIn: nameInJson },
  { file: "Cargo.toml", nameIn: (text) => nameInToml(text, ["package"]) },
  { file: "pyproject.toml", nameIn: (text) => nameInToml(text, ["project", "tool.poetry"]) },
  { file: "go.mod", nameIn: (text) => /^\s*module\s+"?([^\s"]+)/m.exec(text)?.[1] },
  { file: "composer.json", nameIn: nameInJson },
  { file: "pom.xml" },
  { file: "build.gradle" },
  { file: "build.gradle.kts" },
];

/** The largest manifest whose name is read, in bytes. In a larger one the package has the name of its folder. */
const MAX_MANIFEST = 1024 * 1024;
/** A longer name is none. */
const MAX_NAME = 256;

/**
 * The packages of files: the names in the nearest manifests above them. A folder is looked at once, and before an
 * action that changes its manifest is written, so that all names are those at the start of the run.
 */
export class PackageNames {
  readonly #tree: Pick<TreeFiles, "kindOf" | "read">;
  readonly #known = new Map<string, Promise<string>>();

  constructor(tree: Pick<TreeFiles, "kindOf" | "read">) {
    this.#tree = tree;
  }

  /** Returns the packages of files, sorted. Rejects if git cannot read the base. */
  async of(files: readonly string[]): Promise<readonly string[]> {
    const names = new Set<string>();
    for (const file of files) names.add(await this.#ofFolder(posix.dirname(file)));
    return [...names].sort();
  }

  #ofFolder(folder: string): Promise<string> {
    const known = this.#known.get(folder) ?? this.#find(folder);
    this.#known.set(folder, known);
    return known;
  }

  /** Returns the package of a folder: its name, otherwise its folder; `.` for the root. */
  async #find(folder: string): Promise<string> {
    let hasManifest = false;
    for (const { file, nameIn } of MANIFESTS) {
      const path = folder === "." ? file : `${folder}/${file}`;
      if ((await this.#tree.kindOf(path)) !== "file") continue;
      hasManifest = true;
      const name = nameIn && (await this.#nameIn(path, nameIn));
      if (name !== undefined && name.length <= MAX_NAME) return name;
    }
    return hasManifest || folder === "." ? folder : this.#ofFolder(posix.dirname(folder));
  }

  async #nameIn(
    path: string,
    nameIn: (text: string) => string | undefined,
  ): Promise<string | undefined> {
    const read = await this.#tree.read(path, MAX_MANIFEST);
    return "bytes" in read ? nameIn(new TextDecoder().decode(read.bytes)) : undefined;
  }
}

/** A file that makes its folder a package, and the function that finds the package's name in it. */
interface Manifest {
  readonly file: string;
  /** Absent: the package has the name of its folder. */
  readonly nameIn?: (text: string) => string | undefined;
}

function nameInJson(text: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const name = isRecord(manifest) ? manifest.name : undefined;
    return typeof name === "string" && name.trim() !== "" ? name : undefined;
  } catch {
    return undefined; // Not JSON: the package has the name of its folder.
  }
}

/** Returns the `name` in one of the tables of a TOML file, without parsing the rest of it. */
function nameInToml(text: string, tables: readonly string[]): string | undefined {
  let table = "";
  let open: string | undefined; // The quotes of a text of several lines.
  for (const line of text.split("\n")) {
    const quotes = line.match(/"""|'''/g) ?? [];
    const isInside = open !== undefined;
    for (const quote of quotes)
      open = open === undefined ? quote : quote === open ? undefined : open;
    if (isInside) continue;
    const header = /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1];
    if (header !== undefined || /^\s*\[/.test(line)) table = header ?? "";
    const [, name, literal] = /^\s*name\s*=\s*(?:"([^"\\]+)"|'([^']+)')/.exec(line) ?? [];
    if (tables.includes(table) && (name ?? literal) !== undefined) return name ?? literal;
  }
  return undefined;
}
