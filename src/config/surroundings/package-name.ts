import { isRecord } from "../../shared/is-record.ts";

/** A file that makes its folder a package, and the function that finds the package's name in it. */
interface Manifest {
  readonly file: string;
  /** Absent: the package has the name of its folder. */
  readonly nameIn?: (text: string) => string | undefined;
}

/** The manifests of packages, in the order in which they name a folder. */
export const MANIFESTS: readonly Manifest[] = [
  { file: "package.json", nameIn: nameInJson },
  { file: "Cargo.toml", nameIn: (text) => nameInToml(text, ["package"]) },
  { file: "pyproject.toml", nameIn: (text) => nameInToml(text, ["project", "tool.poetry"]) },
  { file: "go.mod", nameIn: (text) => /^\s*module\s+"?([^\s"]+)/m.exec(text)?.[1] },
  { file: "composer.json", nameIn: nameInJson },
  { file: "pom.xml" },
  { file: "build.gradle" },
  { file: "build.gradle.kts" },
];

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
