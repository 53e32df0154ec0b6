// Writes the package.json and the lockfile of grammars into a folder, for `npm ci`, which compares each package with its
// checksum in languages.json: node languages.mjs LIST FOLDER. Prints the number of packages. A name that is not in the
// table is passed over here: the run refuses it, together with all other problems of the inputs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [list = "", folder = ""] = process.argv.slice(2);
const table = JSON.parse(readFileSync(new URL("languages.json", import.meta.url), "utf8"));
const wanted = new Set(list.split(/[,\r\n]/).map((name) => name.trim().toLowerCase()));
const chosen = Object.entries(table).filter(([id, { aliases = [] }]) =>
  [id, ...aliases].some((name) => wanted.has(name)),
);
const packageOf = (id) => `@ast-grep/lang-${id}`;
const root = {
  name: "sluice-languages",
  version: "0.0.0",
  dependencies: Object.fromEntries(chosen.map(([id, { version }]) => [packageOf(id), version])),
};
// Without the packages' own dependencies, which build a library for other systems.
const packages = chosen.map(([id, { version, integrity }]) => [
  `node_modules/${packageOf(id)}`,
  { version, integrity },
]);
const lock = {
  name: root.name,
  version: root.version,
  lockfileVersion: 3,
  requires: true,
  packages: { "": root, ...Object.fromEntries(packages) },
};
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "package.json"), `${JSON.stringify(root, null, 2)}\n`);
writeFileSync(join(folder, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${chosen.length}\n`);
