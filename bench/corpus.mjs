// Makes the trees that the benchmark runs on: TypeScript sources out of published npm packages, in git.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Packages that ship their sources, pinned. */
const PACKAGES = [
  ...["@ai-sdk/openai@3.0.141", "@antv/f2@5.14.0", "@apollo/server@5.5.1"],
  ...["@aztec/prover-client@5.2.0", "@aztec/pxe@4.1.2", "@aztec/simulator@5.2.0"],
  ...["@deck.gl/core@9.4.0", "@deck.gl/layers@9.4.0", "@docusaurus/theme-classic@3.10.2"],
  ...["@effect/cli@0.77.2", "@effect/platform@0.97.2", "@jupyterlab/services@7.6.6"],
  ...["@loopback/repository@8.0.15", "@luma.gl/core@9.4.2", "@luma.gl/engine@9.4.2"],
  ...["@needle-tools/engine@4.16.5", "@patternfly/react-charts@8.6.1"],
  ...["@patternfly/react-topology@6.6.0", "@react-navigation/core@7.24.0"],
  ...["@reduxjs/toolkit@2.14.0", "@rnmapbox/maps@10.3.5", "@shopify/react-native-skia@2.14.0"],
  ...["@stream-io/video-client@1.60.0", "@stream-io/video-react-native-sdk@1.45.2"],
  ...["@tanstack/react-router@1.170.46", "@theia/ai-chat-ui@1.74.1", "@theia/ai-ide@1.74.1"],
  ...["@theia/debug@1.75.0", "@theia/filesystem@1.75.0", "@theia/monaco@1.75.0"],
  ...["@theia/notebook@1.74.1", "@theia/task@1.74.1", "@theia/terminal@1.75.0"],
  ...["@tiptap/core@3.34.0", "@trpc/server@11.25.2", "@wagmi/core@3.6.5"],
  ...["@wordpress/components@41.0.0", "@wordpress/dataviews@19.1.0", "ai@6.0.326"],
  ...["effect@3.22.4", "graphql-language-service@5.7.0", "livekit-client@2.23.0"],
  ...["maplibre-gl@6.17.0", "mobx@7.1.3", "openai@6.49.0", "permissionless@0.4.1", "rxdb@17.6.0"],
  ...["stream-chat@9.53.0", "stream-chat-react-native-core@9.9.1", "thirdweb@5.121.6"],
];

/** Larger files are generated. */
const MAX_BYTES = 1_000_000;

/** A tree of `count` files below `folder`, made once for a list of packages; its path. */
export function makeCorpus(folder, count) {
  const tree = join(folder, `files-${count}`);
  const mark = join(tree, ".git/complete");
  if (existsSync(mark) && readFileSync(mark, "utf8") === PACKAGES.join("\n")) return tree;
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
  commitAll(tree);
  writeFileSync(mark, PACKAGES.join("\n"));
  return tree;
}

/** Packages that are folders of one repository, each list with the number of files that the repository gets. */
export const REPOSITORIES = [
  { count: 200, packages: ["livekit-client"] },
  {
    count: 1000,
    packages: [
      ...["@theia/ai-chat-ui", "@theia/ai-ide", "@theia/debug", "@theia/filesystem"],
      ...["@theia/monaco", "@theia/notebook", "@theia/task", "@theia/terminal", "@tiptap/core"],
    ],
  },
  {
    count: 2000,
    packages: [
      ...["@wordpress/components", "@wordpress/dataviews"],
      ...["@patternfly/react-topology", "@patternfly/react-charts"],
    ],
  },
];

/** A repository of packages, with the first of their files but those that a build made; its path. */
export function makeRepository(folder, { count, packages }) {
  const all = downloadPackages(folder);
  const files = packages.flatMap((name) => {
    const [pinned] = PACKAGES.filter((each) => each.startsWith(`${name}@`));
    const from = join(all, pinned.replace("/", "+"));
    const to = packages.length > 1 ? `packages/${name.split("/").pop()}` : "";
    return sourcesIn(from).map((path) => [join(to, path), readFileSync(join(from, path))]);
  });
  if (files.length < count) throw new Error(`Only ${files.length} files.`);
  return makeTree(folder, `repository-${count}`, Object.fromEntries(files.slice(0, count)));
}

/** Of texts and pictures of a package, those that its repository has. */
function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => !/(^|\/)(build|build-[\w-]+|cjs|dist|es|esm|lib|node_modules)\//.test(path))
    .filter((path) => !/\.(map|tsbuildinfo|d\.[cm]?ts)$/.test(path))
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

/** A tree of the first files of a corpus and of given ones, with the packages of a folder, which git ignores; its path. */
export function makeProject(folder, name, { corpus, count, files, packages }) {
  const paths = git(corpus, "ls-files", "-z").split("\0").filter(Boolean).slice(0, count);
  const copies = paths.map((path) => [path, readFileSync(join(corpus, path))]);
  const tree = makeTree(folder, name, { ...Object.fromEntries(copies), ...files });
  if (packages) symlinkSync(packages, join(tree, "node_modules"), "junction");
  return tree;
}

/** A tree of a few given files below `folder`, made anew; its path. */
export function makeTree(folder, name, files) {
  const tree = join(folder, name);
  rmSync(tree, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  commitAll(tree);
  return tree;
}

function commitAll(tree) {
  git(tree, "init", "--quiet");
  git(tree, "add", "--all");
  const author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
  git(tree, ...author, "-c", "gc.auto=0", "commit", "-qm", "corpus");
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
  return PACKAGES.map((name) => name.replace("/", "+"))
    .flatMap((name) =>
      readdirSync(join(packages, name), { recursive: true }).map((path) => join(name, path)),
    )
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
