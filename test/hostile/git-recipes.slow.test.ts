import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fetchCommit } from "../../src/git/fetched/fetch-commit.ts";
import {
  commandsAtHome,
  headOf,
  recipeRepository,
  renaming,
  using,
} from "../support/git-recipes.ts";
import { serve, servingGit } from "../support/git-server.ts";
import { git, tempFolder, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { initRepository } from "../support/write-repository.ts";

const TREE = { "a.js": "old(1);\n" };
const RECIPE = { "recipes/x.yaml": renaming("old", "x") };

/** The bounds of a fetch in a test. */
const bounds = (more: { readonly time?: number; readonly bytes?: number } = {}) => ({
  env: { PATH: process.env.PATH },
  tree: "/nowhere",
  signal: new AbortController().signal,
  time: 20_000,
  bytes: 1e8,
  ...more,
});

/** An empty repository for a fetch. */
function incoming(): string {
  const folder = tempFolder();
  initRepository(folder);
  return folder;
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => "succeeded",
    ({ message }: Error) => message,
  );

describe("a server", () => {
  it("gives a commit to a recipe of the tree that may name it, and no branch decides", async () => {
    const { folder, commit } = recipeRepository(RECIPE);
    const host = await serve(servingGit(dirname(folder)));
    const url = `http://${host}/${folder.split("/").at(-1)}/.git`;
    writeTree(folder, { "recipes/x.yaml": renaming("old", "later") });
    git(folder, "commit", "-qam", "Later");
    const name = `git:${url}@${commit}:x`;
    const root = tempTree({
      ...TREE,
      "uses.yaml": using(name),
      "sluice.yaml": `version: 1\nrecipes: ["${name}"]\n`,
    });
    const { preview, kept } = commandsAtHome();
    expect(await preview(root, "uses.yaml", "--allow-host", host)).toEqual(["x(1);"]);
    expect(await preview(root, "--allow-host", host)).toEqual(["x(1);"]);
    expect(readdirSync(kept)).toHaveLength(1);
    const refused = await preview(root, "uses.yaml"); // Although it is kept.
    expect(refused.join()).toContain("host-not-allowed");
    // The policy of the tree allows servers of models, and none of these.
    writeTree(root, {
      "p.yaml": `version: 1\ndefault: { verdict: hold, reason: R. }\nallow: { hosts: ["${host}"] }\n`,
    });
    expect((await preview(root, "uses.yaml", "--policy", "p.yaml")).join()).toContain(
      "host-not-allowed",
    );
  });

  it("gives a commit to a recipe of the base, and to one that is tested", async () => {
    const { folder, commit } = recipeRepository(RECIPE);
    const host = await serve(servingGit(dirname(folder)));
    const name = `git:http://${host}/${folder.split("/").at(-1)}/.git@${commit}:x`;
    const root = tempRepository({
      ...TREE,
      "recipes/u.yaml": using(name),
      "recipes/u/cases/one/input.js": "old(2);\n",
      "recipes/u/cases/one/expected.js": "x(2);\n",
    });
    const { run, preview } = commandsAtHome();
    writeTree(root, { "recipes/u.yaml": renaming("old", "heads") });
    const base = ["u", "--trust", "base", "--base", "HEAD"];
    const lines = await preview(root, ...base, "--allow-host", host);
    expect(lines).toEqual(["x(1);", "x(2);"]);
    expect((await preview(root, ...base)).join()).toContain("host-not-allowed");
    writeTree(root, { "recipes/u.yaml": using(name) });
    const tested = await run(root, ["test", "u", "--allow-host", host]);
    expect([tested.exitCode, tested.stdout]).toEqual([0, expect.stringContaining("1 passed")]);
    expect((await run(root, ["test", "u"])).exitCode).toBe(2);
  });

  it("gives no other commit than the one that is named, whatever it says", async () => {
    const one = recipeRepository(RECIPE);
    const other = recipeRepository({ "recipes/x.yaml": renaming("old", "other") });
    // A server that has another object by this id: git takes it from the disk as it is.
    const loose = (folder: string, id: string) =>
      join(folder, ".git/objects", id.slice(0, 2), id.slice(2));
    const bytes = readFileSync(loose(other.folder, other.commit));
    chmodSync(loose(one.folder, one.commit), 0o600);
    writeFileSync(loose(one.folder, one.commit), bytes);
    const target = { url: one.folder, protocol: "file", commit: one.commit } as const;
    expect(await failureOf(fetchCommit(target, incoming(), bounds()))).not.toBe("succeeded");
  });

  it("replaces nothing by its own refs/replace", async () => {
    const { folder, commit } = recipeRepository(RECIPE);
    const id = git(folder, "rev-parse", `${commit}:recipes/x.yaml`).trim();
    writeTree(folder, { "recipes/x.yaml": renaming("old", "other") });
    git(folder, "replace", id, git(folder, "hash-object", "-w", "recipes/x.yaml").trim());
    const { preview } = commandsAtHome();
    const told = await preview(tempTree(TREE), `git:${folder}@${commit}:x`);
    expect(told.join()).not.toContain("other");
  });

  it.each<[what: string, fault: RegExp, answer: (host: string) => Parameters<typeof serve>[0]]>([
    ["garbage", /cannot be fetched/, () => (_request, response) => response.end(randomBytes(5000))],
    ["nothing", /cannot be fetched/, () => (_request, response) => void response.destroy()],
    [
      "terminal codes",
      /cannot be fetched/,
      () => (_request, response) => {
        response.setHeader("content-type", "application/x-git-upload-pack-advertisement");
        const line = "ERR \u001b[2J::error::stolen";
        response.end(`${(line.length + 4).toString(16).padStart(4, "0")}${line}`);
      },
    ],
    [
      "the address of another server",
      /301|302|redirect/,
      (host) => (request, response) => {
        response.writeHead(302, { location: `http://${host}${request.url}` }).end();
      },
    ],
    [
      "a question for a password",
      /terminal prompts disabled|Authentication failed/,
      () => (_request, response) => {
        response.writeHead(401, { "www-authenticate": "Basic realm=x" }).end();
      },
    ],
  ])("that answers %s is refused", async (_what, fault, answer) => {
    const { folder, commit } = recipeRepository(RECIPE);
    const behind = await serve(servingGit(dirname(folder)));
    const host = await serve(answer(behind));
    const { run, kept } = commandsAtHome();
    const name = `git:http://${host}/${folder.split("/").at(-1)}/.git@${commit}:x`;
    const { exitCode, stderr, stdout } = await run(tempTree(TREE), ["preview", name]);
    expect(exitCode).toBe(2);
    expect(stderr + stdout).toMatch(fault);
    expect(stderr + stdout).not.toContain("\u001b[2J");
    expect(readdirSync(kept)).toEqual([]);
  });

  it("that never answers is left at the time limit, and nothing is kept of it", async () => {
    const host = await serve(() => undefined);
    const target = { url: `http://${host}/x`, protocol: "http", commit: "1".repeat(40) } as const;
    const start = performance.now();
    expect(await failureOf(fetchCommit(target, incoming(), bounds({ time: 1000 })))).toBe(
      "git fetch took longer than 1 s",
    );
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("that sends more than the bound is left", async () => {
    const { folder, commit } = recipeRepository({ ...RECIPE, "big.bin": randomBytes(3_000_000) });
    const target = { url: folder, protocol: "file", commit } as const;
    expect(await failureOf(fetchCommit(target, incoming(), bounds({ bytes: 1_000_000 })))).toBe(
      "the commit takes more than 1000000 bytes",
    );
  });
});

describe("a repository", () => {
  it("does not make git start a program by its configuration, hooks or a helper", async () => {
    const { folder, commit } = recipeRepository(RECIPE);
    const canary = join(tempFolder(), "canary");
    const program = join(tempFolder(), "program");
    writeFileSync(program, `#!/bin/sh\ntouch ${canary}\nexit 1\n`);
    chmodSync(program, 0o755);
    for (const [name, value] of [
      ...[
        ["uploadpack.packObjectsHook", program],
        ["core.fsmonitor", program],
      ],
      ...[
        ["core.sshCommand", program],
        ["core.alternateRefsCommand", program],
        ["core.pager", program],
      ],
      ...[
        ["core.hooksPath", dirname(program)],
        ["credential.helper", program],
        ["alias.fetch", `!${program}`],
      ],
    ] as const)
      git(folder, "config", name as string, value as string);
    mkdirSync(join(folder, ".git/hooks"), { recursive: true });
    for (const hook of ["reference-transaction", "post-checkout", "pre-auto-gc"])
      symlinkSync(program, join(folder, ".git/hooks", hook));
    const { preview } = commandsAtHome();
    expect(await preview(tempTree(TREE), `git:${folder}@${commit}:x`)).toEqual(["x(1);"]);
    expect(existsSync(canary)).toBe(false);
  });

  it("is refused if a file is too large, or a recipe is none", async () => {
    const { folder, commit } = recipeRepository({
      "recipes/large.yaml": `# ${"x".repeat(1_100_000)}\n`,
      "recipes/latin.yaml": Buffer.from([0x23, 0xe4, 0x0a]),
    });
    const { preview } = commandsAtHome();
    const root = tempTree(TREE);
    expect((await preview(root, `git:${folder}@${commit}:large`)).join()).toContain(
      "file-too-large",
    );
    expect((await preview(root, `git:${folder}@${commit}:latin`)).join()).toContain("is not UTF-8");
  });

  it("with ids of sha256 is read, too", async () => {
    const folder = tempFolder();
    git(folder, "init", "-q", "--object-format=sha256");
    writeTree(folder, RECIPE);
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "State");
    const { preview } = commandsAtHome();
    const name = `git:${folder}@${headOf(folder)}:x`;
    expect(headOf(folder)).toHaveLength(64);
    for (const _twice of [1, 2]) expect(await preview(tempTree(TREE), name)).toEqual(["x(1);"]);
  });
});

describe("a kept commit", () => {
  /** Changes an object, and leaves it a sound object of git, as only its user can. */
  function forge(folder: string, id: string, change: (old: string) => string): void {
    const packs = join(folder, ".git/objects/pack");
    for (const name of readdirSync(packs)) renameSync(join(packs, name), join(folder, name));
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".pack")))
      execFileSync("git", ["unpack-objects", "-q"], {
        cwd: folder,
        input: readFileSync(join(folder, name)),
      });
    const file = join(folder, ".git/objects", id.slice(0, 2), id.slice(2));
    const whole = inflateSync(readFileSync(file)).toString("latin1");
    const [, type = ""] = /^(\w+) /.exec(whole) ?? [];
    const body = Buffer.from(change(whole.slice(whole.indexOf("\0") + 1)), "latin1");
    chmodSync(file, 0o600);
    writeFileSync(
      file,
      deflateSync(Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body])),
    );
  }

  it("that was changed is refused: a blob, a tree or the commit", async () => {
    const { folder, commit } = recipeRepository(RECIPE);
    const blob = git(folder, "rev-parse", `${commit}:recipes/x.yaml`).trim();
    const tree = git(folder, "rev-parse", `${commit}:recipes`).trim();
    const root = tempTree(TREE);
    for (const [id, change] of [
      [blob, (old: string) => old.replace("x(", "y(")],
      [tree, (old: string) => old.replace("x.yaml", "y.yaml")],
      [commit, (old: string) => `${old}More.\n`],
    ] as const) {
      const { preview, kept } = commandsAtHome();
      const name = `git:${folder}@${commit}:recipes/x.yaml`;
      expect(await preview(root, name)).toEqual(["x(1);"]);
      forge(join(kept, readdirSync(kept)[0] ?? ""), id, change);
      const told = (await preview(root, name)).join();
      expect(told).toMatch(/^commit-unavailable/);
      expect(told).not.toContain("(1);");
    }
  });

  it("is not read from a folder that others may write", async () => {
    const { folder, commit } = recipeRepository(RECIPE);
    const root = tempTree(TREE);
    const { preview, kept } = commandsAtHome();
    const name = `git:${folder}@${commit}:x`;
    await preview(root, name);
    chmodSync(kept, 0o777);
    expect((await preview(root, name)).join()).toContain("no folder of the user");
    chmodSync(kept, 0o700);
    chmodSync(join(kept, readdirSync(kept)[0] ?? ""), 0o777);
    expect((await preview(root, name)).join()).toContain("others may write");
  });

  it("comes to its name whole: two at the same time, after one that was killed", async () => {
    const { folder, commit } = recipeRepository(RECIPE);
    const root = tempTree(TREE);
    const { preview, kept } = commandsAtHome();
    mkdirSync(join(kept, "incoming-killed/.git/objects/pack"), { recursive: true, mode: 0o700 });
    for (const each of [kept, dirname(kept)]) chmodSync(each, 0o700);
    const name = `git:${folder}@${commit}:x`;
    const all = await Promise.all([1, 2, 3].map(() => preview(root, name)));
    expect(all).toEqual([["x(1);"], ["x(1);"], ["x(1);"]]);
    expect(readdirSync(kept).sort()).toEqual([
      expect.stringMatching(/^[0-9a-f]{40}$/),
      "incoming-killed",
    ]);
    const old = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    utimesSync(join(kept, "incoming-killed"), old, old);
    await preview(root, name.replace(folder, `file://${folder}/.`));
    expect(readdirSync(kept).filter((each) => each.startsWith("incoming"))).toEqual([]);
  });
});
