import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { seededRandom } from "./seeded-random.ts";
import { commitAll, git, tempRepository, writeTree } from "./temp-tree.ts";
import { initRepository } from "./write-repository.ts";

/** Everything that git may know of a file, in each of two folders. */
const STATES: Readonly<Record<string, (root: string, folder: string) => void>> = {
  "plain.ts": () => undefined,
  "[odd] :(top) é.ts": () => undefined,
  "changed.ts": (root, folder) => writeTree(root, { [`${folder}/changed.ts`]: "f(2);\n" }),
  "staged.ts"(root, folder) {
    writeTree(root, { [`${folder}/staged.ts`]: "f(2);\n" });
    git(root, "add", `${folder}/staged.ts`);
  },
  "gone.ts": (root, folder) => rmSync(join(root, folder, "gone.ts")),
  "removed.ts": (root, folder) => git(root, "rm", "-q", "--cached", `${folder}/removed.ts`),
  "assumed.ts"(root, folder) {
    git(root, "update-index", "--assume-unchanged", `${folder}/assumed.ts`);
    writeTree(root, { [`${folder}/assumed.ts`]: "f(3);\n" });
  },
  "assumed-gone.ts"(root, folder) {
    git(root, "update-index", "--assume-unchanged", `${folder}/assumed-gone.ts`);
    rmSync(join(root, folder, "assumed-gone.ts"));
  },
  "becomes/a.ts"(root, folder) {
    renameSync(join(root, folder, "becomes"), join(root, folder, "was"));
    symlinkSync("was", join(root, folder, "becomes"));
  },
  "replaced.ts"(root, folder) {
    rmSync(join(root, folder, "replaced.ts"));
    writeTree(root, { [`${folder}/replaced.ts/in.ts`]: "f(4);\n" });
  },
};

/** What git does not track. */
const OTHERS: Readonly<Record<string, (root: string, folder: string) => void>> = {
  "new.ts": (root, folder) => writeTree(root, { [`${folder}/new.ts`]: "f(5);\n" }),
  "x.log.ts": (root, folder) => writeTree(root, { [`${folder}/x.log.ts`]: "f(5);\n" }),
  "dist/out.ts": (root, folder) => writeTree(root, { [`${folder}/dist/out.ts`]: "f(5);\n" }),
  "node_modules/p/a.ts": (root, folder) =>
    writeTree(root, { [`${folder}/node_modules/p/a.ts`]: "f(5);\n" }),
  "link.ts": (root, folder) => symlinkSync("plain.ts", join(root, folder, "link.ts")),
  "away.ts": (root, folder) => symlinkSync("/etc/hostname", join(root, folder, "away.ts")),
  "nested/a.ts"(root, folder) {
    writeTree(root, { [`${folder}/nested/a.ts`]: "f(6);\n" });
    initRepository(join(root, folder, "nested"));
  },
  "sub/a.ts"(root, folder) {
    const place = join(root, folder, "sub");
    mkdirSync(place, { recursive: true });
    initRepository(place);
    writeTree(place, { "a.ts": "f(7);\n" });
    commitAll(place);
    git(root, "add", `${folder}/sub`);
  },
  "empty-sub/a.ts"(root, folder) {
    const path = `${folder}/empty-sub`;
    git(root, "update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${path}`);
    writeTree(root, { [`${path}/a.ts`]: "f(8);\n" });
  },
};

/** With one of them git may have to be asked about everything. */
const RARE = /^(?:becomes|replaced|nested|sub|empty-sub)\b/;

const FOLDERS = ["one", "two/deep"];

/** Names that a person may give: files, folders, and such as are not there. */
const NAMES = FOLDERS.flatMap((folder) => [
  ...[...Object.keys(STATES), ...Object.keys(OTHERS)].map((name) => `${folder}/${name}`),
  ...[...Object.keys(OTHERS)].map((name) => dirname(`${folder}/${name}`)),
  ...[`${folder}/PLAIN.ts`, `${folder}/missing.ts`, `${folder}/readme.md`, `${folder}/plain.ts/x`],
  folder,
]);

/**
 * Makes a repository of two commits in which a part of all that git may know of files is so, by chance. Returns it, and
 * some names.
 */
export function oddTree(seed: number): {
  readonly root: string;
  readonly names: readonly string[];
} {
  const { below, pick } = seededRandom(seed);
  const tracked = FOLDERS.flatMap((folder) => [
    ...Object.keys(STATES).map((name) => [`${folder}/${name}`, "f(1);\n"]),
    [`${folder}/readme.md`, "f(1)\n"],
  ]);
  const root = tempRepository({
    ...Object.fromEntries(tracked),
    ".gitignore": "dist/\n*.log.ts\n",
    "recipe.yaml": RECIPES[below(RECIPES.length)] ?? "",
  });
  writeTree(root, {
    "one/late.ts": "f(9);\n",
    "two/deep/plain.ts": "f(9);\n",
    "two/new.md": "f(9)\n",
  });
  commitAll(root);
  for (const folder of FOLDERS)
    for (const [name, change] of [...Object.entries(STATES), ...Object.entries(OTHERS)])
      if (RARE.test(name) ? below(8) === 0 : below(3) > 0) change(root, folder);
  if (below(4) === 0) git(root, "update-index", "--skip-worktree", "one/plain.ts");
  if (below(4) === 0) git(root, "update-index", "--index-version", "4");
  const names = Array.from({ length: 1 + below(5) }, () => pick(NAMES));
  return { root, names };
}

const EDIT = `ops: [{ pat: "f($A)", out: "g($A)" }]`;
const recipeOf = (...paths: readonly string[]) =>
  `version: 1\nsteps:\n${paths.map((path, at) => `  - id: s${at}\n    ast_edit: { paths: ${path}, ${EDIT} }\n`).join("")}`;

const RECIPES = [
  recipeOf('["**"]'),
  recipeOf('["**/*.ts"]', "[one]"),
  recipeOf('["one/**", "two/**"]'),
  recipeOf("[one/plain.ts]", '["two/*/*"]'),
  recipeOf('["**/*.md"]'),
];
