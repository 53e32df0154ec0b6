// Makes the trees that the benchmark runs on: TypeScript sources out of published npm packages, in git.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Packages that ship their sources, pinned. */
const PACKAGES = [
  ...[
    "@patternfly/react-core@6.6.1",
    "viem@2.57.20",
    "ox@1.8.3",
    "effect@4.1.0",
    "@theia/core@1.75.0",
  ],
  ...["tldraw@5.1.1", "@antv/g2@5.4.8", "react-native-reanimated@4.7.1", "@aztec/stdlib@4.1.2"],
  ...["@theia/plugin-ext@1.75.0", "@antv/x6@3.1.8", "zod@4.6.7", "@blocknote/core@0.55.0"],
  ...["@blueprintjs/core@6.20.0", "@aws-amplify/core@6.19.2", "@antv/g6@5.1.1", "rxjs@7.8.2"],
  ...["react-native-gesture-handler@3.5.0", "@aws-amplify/auth@6.21.1", "@tldraw/editor@5.1.1"],
  ...[
    "matrix-js-sdk@37.5.0",
    "@react-spectrum/s2@1.7.1",
    "@aztec/foundation@5.2.0",
    "sprotty@1.4.0",
  ],
  ...["puppeteer-core@24.43.1", "@blocknote/react@0.55.0", "react-native-paper@5.15.3"],
  ...[
    "react-native-screens@4.30.1",
    "@aztec/p2p@4.1.2",
    "msw@2.15.0",
    "@patternfly/react-table@6.6.1",
  ],
  ...["@aws-amplify/storage@6.17.0", "ethers@6.17.0", "langium@4.4.0", "react-native-svg@15.16.1"],
];

/** Larger files are generated. */
const MAX_BYTES = 1_000_000;

/** A tree of `count` files below `folder`, made once; its path. */
export function makeCorpus(folder, count) {
  const tree = join(folder, `files-${count}`);
  if (existsSync(join(tree, ".git/complete"))) return tree;
  const packages = downloadPackages(folder);
  const sources = listSources(packages).slice(0, Math.min(count, 10_000));
  if (sources.length < Math.min(count, 10_000)) throw new Error(`Only ${sources.length} sources.`);
  rmSync(tree, { recursive: true, force: true });
  for (let made = 0, copy = 1; made < count; made += sources.length, copy += 1) {
    for (const path of sources) {
      const target = join(tree, count > sources.length ? `copy-${copy}` : "", path);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(packages, path), target);
    }
  }
  git(tree, "init", "--quiet");
  git(tree, "add", "--all");
  git(
    tree,
    ...["-c", "user.name=bench", "-c", "user.email=bench@localhost"],
    "commit",
    "-qm",
    "corpus",
  );
  git(tree, "tag", "complete");
  execFileSync("touch", [join(tree, ".git/complete")]);
  return tree;
}

function downloadPackages(folder) {
  const packages = join(folder, "packages");
  mkdirSync(packages, { recursive: true });
  for (const name of PACKAGES) {
    const target = join(packages, name.replace("/", "+"));
    if (existsSync(target)) continue;
    const staged = join(folder, "staged");
    rmSync(staged, { recursive: true, force: true });
    mkdirSync(staged);
    const archive = execFileSync("npm", ["pack", "--silent", name], {
      cwd: staged,
      encoding: "utf8",
    });
    execFileSync("tar", ["xzf", archive.trim(), "--strip-components=1"], { cwd: staged });
    rmSync(join(staged, archive.trim()));
    renameSync(staged, target);
  }
  return packages;
}

/** Sources, not declarations, in an order that is the same everywhere. */
function listSources(packages) {
  return readdirSync(packages, { recursive: true })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .filter((path) => !path.includes("node_modules/"))
    .filter((path) => {
      const stats = statSync(join(packages, path));
      return stats.isFile() && stats.size > 0 && stats.size < MAX_BYTES;
    })
    .sort();
}

export function git(cwd, ...args) {
  return execFileSync("git", args, { cwd, encoding: "utf8", maxBuffer: 1 << 29 });
}
