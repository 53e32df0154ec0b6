import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_EXAMPLES, API_TREE } from "../support/api-examples.ts";
import { tempRepository, writeTree } from "../support/temp-tree.ts";

const PROJECT = resolve(import.meta.dirname, "../..");
const TSC = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin/tsc",
);
const NPM = ["pack", "--ignore-scripts", "--silent", "--pack-destination"];

/** Everything at the top of the package. */
const HELD = [
  ...["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"],
  ...["bench", "bin", "dist", "docs", "examples", "package.json", "recipes", "schema", "scripts"],
  ...["server.json", "skills", "src"],
];

/** The files without which a command or an import does not work, besides the scripts. */
const NEEDED = ["bin/sluice.mjs", "dist/build-id", "dist/index.d.ts"];

/** All scripts of the package: what the commands, threads and the library are started with, and the bundles. */
const SCRIPTS = [
  ...["action/main.js", "hook.cjs", "index.js", "load-packed.cjs", "main.js"],
  ...[
    "packed-library.cjs",
    "packed-rest.cjs",
    "packed.cjs",
    "page/page.css",
    "page/page.js",
    "start.cjs",
  ],
  ...["tools/ast-edit/search/search-worker.js", "tools/transform/transform-worker.js"],
];

/** Npm never packs these. */
const isIgnoredByNpm = (name: string) => /(^|\/)(\.gitignore|package-lock\.json)$/.test(name);

let packed = "";

beforeAll(() => {
  packed = join(mkdtempSync(join(tmpdir(), "sluice-pack-")), "package");
  execFileSync("npm", [...NPM, dirname(packed)], { cwd: PROJECT });
  const [archive = ""] = readdirSync(dirname(packed));
  execFileSync("tar", ["-xzf", archive], { cwd: dirname(packed) });
});

afterAll(() => rmSync(dirname(packed), { recursive: true, force: true }));

/** An empty project in which the packed package is installed, with the dependencies of this repository. */
function project(files: Readonly<Record<string, string>>): string {
  const root = tempRepository(files);
  const home = join(root, "node_modules/sluice");
  mkdirSync(dirname(home));
  execFileSync("cp", ["-r", packed, home]);
  symlinkSync(join(PROJECT, "node_modules"), join(home, "node_modules"));
  return root;
}

function compile(root: string, moduleResolution: string, module: string): string {
  const options = {
    ...{ module, moduleResolution, target: "es2023", lib: ["es2023"], types: ["node"] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    ...{ outDir: `out-${moduleResolution}`, typeRoots: [join(PROJECT, "node_modules/@types")] },
  };
  writeTree(root, {
    "tsconfig.json": JSON.stringify({ compilerOptions: options, files: names() }),
  });
  const { stdout } = spawnSync(process.execPath, [TSC, "-p", "."], { cwd: root, encoding: "utf8" });
  return stdout;
}

const names = () => API_EXAMPLES.map((_, index) => `example-${index}.ts`);

describe("the packed package", () => {
  it("has types for NodeNext and Bundler, and its documented examples print what they say", () => {
    const examples = API_EXAMPLES.map(({ code }, index) => [names()[index], code]);
    const manifest = '{ "type": "module", "private": true }';
    const root = project({ ...Object.fromEntries(examples), "package.json": manifest });
    expect(compile(root, "bundler", "esnext")).toBe("");
    expect(compile(root, "nodenext", "nodenext")).toBe("");
    for (const [index, { output }] of API_EXAMPLES.entries()) {
      const cwd = tempRepository(API_TREE);
      const file = join(root, "out-nodenext", `example-${index}.js`);
      const env = { PATH: process.env.PATH };
      const printed = execFileSync(process.execPath, [file], { cwd, env, encoding: "utf8" });
      expect(printed.trimEnd().split("\n")).toEqual(output);
    }
  });

  it("holds the command, the library with its types, and what people read, and nothing else", () => {
    const files = readdirSync(packed, { recursive: true, encoding: "utf8" });
    expect(readdirSync(packed).sort()).toEqual([...HELD].sort());
    expect(files.filter((name) => name.startsWith("src")).sort()).toEqual(["src", "src/README.md"]);
    expect(files).toEqual(expect.arrayContaining(NEEDED));
    const inDist = files.flatMap((name) => (name.startsWith("dist/") ? [name.slice(5)] : []));
    expect(inDist.filter((name) => /\.(c?js|css)$/.test(name)).sort()).toEqual(SCRIPTS);
    for (const folder of ["docs", "examples", "recipes"]) {
      const below = { cwd: PROJECT, encoding: "utf8" } as const;
      const tracked = execFileSync("git", ["ls-files", "-z", folder], below).split("\0");
      const there = tracked.filter((name) => name !== "" && existsSync(join(PROJECT, name)));
      expect(there.filter((name) => !files.includes(name) && !isIgnoredByNpm(name))).toEqual([]);
    }
    expect(
      files.filter((name) =>
        /^dist\/.*\.test\.|\.map$|\.code(\.seen)?$|(^|\/)node_modules\//.test(name),
      ),
    ).toEqual([]);
  });

  it("names no source in its types", () => {
    const types = readdirSync(join(packed, "dist"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".d.ts"),
    );
    expect(types).toContain("index.d.ts");
    expect(types).not.toContain("main.d.ts");
    const leaks = types.filter((name) =>
      /(from|import\() *"[^"]*\.ts"/.test(readFileSync(join(packed, "dist", name), "utf8")),
    );
    expect(leaks).toEqual([]);
  });

  it("can be required", () => {
    const root = project({ "a.cjs": 'console.log(typeof require("sluice").run);' });
    const printed = spawnSync(process.execPath, ["a.cjs"], { cwd: root, encoding: "utf8" });
    expect(printed.stdout).toBe("function\n");
  });

  it("has what the links of its README and of its documents lead to", () => {
    const inFolders = ["docs", "docs/design"].flatMap((folder) =>
      readdirSync(join(packed, folder)).map((name) => `${folder}/${name}`),
    );
    const pages = ["README.md", ...inFolders.filter((name) => name.endsWith(".md"))];
    const dead = pages.flatMap((page) => {
      const text = readFileSync(join(packed, page), "utf8");
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)];
      const targets = links.map(({ 1: link = "" }) => join(packed, dirname(page), link));
      return targets.filter((target) => !existsSync(target)).map((target) => `${page}: ${target}`);
    });
    expect(dead).toEqual([]);
  });

  it("says what to do if npm has not built it, as with --ignore-scripts from git", () => {
    const root = project({});
    const home = join(root, "node_modules/sluice");
    const run = () =>
      spawnSync(process.execPath, [join(home, "bin/sluice.mjs"), "--version"], {
        encoding: "utf8",
      });
    const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    expect(run()).toMatchObject({ status: 0, stdout: `${version}\n` });
    renameSync(join(home, "dist"), join(root, "elsewhere"));
    const unbuilt = run();
    expect([unbuilt.status, unbuilt.stdout]).toEqual([2, ""]);
    expect(unbuilt.stderr).toContain("was not built");
    expect(unbuilt.stderr).toContain("npm ci && npm pack");
  });
});
