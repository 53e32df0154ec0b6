import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OLDEST_GIT, OLDEST_NODE } from "../../src/author/doctor/examine-machine.ts";
import { examined, FILES, PROJECT, RECIPE } from "../support/examined-tree.ts";
import { cli } from "../support/run-cli.ts";
import {
  commitAll,
  git,
  readText,
  setMode,
  snapshot,
  tempFolder,
  tempRepository,
  tempTree,
} from "../support/temp-tree.ts";

describe("sluice doctor", () => {
  it("finds everything in order, writes nothing and ends with 0", async () => {
    const root = tempRepository(FILES);
    const before = snapshot(root);
    const { exitCode, stdout, stderr } = await cli(root, ["doctor"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines.at(-2)).toBe("0 broken, 0 notes.");
    expect(lines).toContain(`ok      node        ${process.version}`);
    expect(lines).toContain("ok      recipes     1 recipe of the tree; `sluice list` shows all");
    expect(lines).toContain("ok      policy      sluice.policy.yaml");
    expect(lines).toContain("ok      languages   typescript (1 file)");
    expect(snapshot(root)).toEqual(before);
    const quiet = await cli(root, ["doctor", "--quiet"]);
    expect(quiet.stdout).toBe("0 broken, 0 notes.\n");
  });

  it("wants the Node of package.json", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
    expect(manifest.engines.node).toBe(`>=${OLDEST_NODE}`);
  });

  it("names the oldest git with what to do, ends with 1, and the documents name the same", async () => {
    const bin = tempTree({ git: "#!/bin/sh\necho git version 2.30.2\n" });
    setMode(bin, "git", 0o755);
    const { exitCode, of } = await examined(tempTree({}), [], { env: { PATH: bin } });
    const remedy = `Install git ${OLDEST_GIT} or newer.`;
    expect([exitCode, of("git")]).toMatchObject([1, [{ state: "broken", remedy }]]);
    for (const page of ["README.md", "docs/getting-started.md", "docs/trust.md"])
      expect(readText(PROJECT, page)).toMatch(new RegExp(`(git|Before) ${OLDEST_GIT}\\b`));
  });

  it("notes what is missing and ends with 0: a policy, a repository, a grammar", async () => {
    const { exitCode, of } = await examined(tempTree({ "a.hs": "main = 1\n", "b.hs": "" }));
    expect(exitCode).toBe(0);
    expect(of("policy")).toMatchObject([
      { state: "note", remedy: "sluice init, or --policy safe" },
    ]);
    expect(of("repository")).toMatchObject([{ state: "note", remedy: "git init" }]);
    expect(of("language")).toMatchObject([
      {
        state: "note",
        message: "haskell: 2 files, and no grammar",
        remedy: expect.stringContaining("npm install --save-dev @ast-grep/lang-haskell"),
      },
    ]);
  });

  it("takes the policy that sluice.yaml names for the policy", async () => {
    const project = "version: 1\nrecipes: [a]\npolicy: safe\n";
    const { "sluice.policy.yaml": _policy, ...files } = FILES;
    for (const each of [files, FILES]) {
      const { exitCode, of } = await examined(tempTree({ ...each, "sluice.yaml": project }));
      expect(exitCode).toBe(0);
      expect(of("policy")).toEqual([{ about: "policy", state: "ok", message: "safe" }]);
    }
    const missing = { ...FILES, "sluice.yaml": project.replace("safe", "strict.yaml") };
    const { of } = await examined(tempTree(missing));
    expect([of("policy"), of("project")[0]?.state]).toEqual([[], "broken"]);
  });

  it("runs nothing of the tree: no hook, no git of it, no package", async () => {
    const bad = "#!/bin/sh\ntouch hacked\n";
    const root = tempRepository({
      ...FILES,
      "a.hs": "",
      "node_modules/.bin/git": bad,
      "node_modules/@ast-grep/lang-haskell/package.json": '{"main":"index.js"}',
      "node_modules/@ast-grep/lang-haskell/index.js": "require('fs').writeFileSync('hacked', '')",
      "hooks/pre-commit": bad,
      "tools/a.mjs": "import 'node:fs'; throw 1",
      "recipes/c.yaml": `${RECIPE}tools: [tools/a.mjs]\nhooks: [{ run: [sh, -c, touch hacked] }]\n`,
    });
    git(root, "config", "core.hooksPath", "hooks");
    git(root, "config", "core.fsmonitor", "touch hacked");
    const env = { PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
    const before = snapshot(root);
    const { of } = await examined(root, [], { env });
    expect(of("git")).toMatchObject([{ state: "ok" }]);
    expect(of("language")).toMatchObject([{ state: "note" }]);
    expect(snapshot(root)).toEqual(before);
  });

  it("counts held actions, and says where they are", async () => {
    const root = tempTree(FILES);
    expect((await cli(root, ["run", "a", "--policy", "hold-all"])).exitCode).toBe(4);
    const { exitCode, of } = await examined(root);
    expect(exitCode).toBe(0);
    expect(of("runs")).toContainEqual(
      expect.objectContaining({
        state: "note",
        message: "1 action held for a person.",
        remedy: "sluice runs",
      }),
    );
  });

  it("does not believe runs that a repository brings", async () => {
    const root = tempRepository(FILES);
    await cli(root, ["run", "a", "--policy", "hold-all"]);
    rmSync(join(root, ".sluice/.gitignore"));
    commitAll(root);
    expect((await examined(root)).of("runs")).toContainEqual(
      expect.objectContaining({ state: "note", remedy: "git rm -r --cached .sluice" }),
    );
  });

  it("notes that the checks of a policy are not accepted, and how to accept them", async () => {
    const policy =
      "version: 1\ndefault: { verdict: hold, reason: No. }\nchecks: { c: { run: ['true'] } }\n";
    const root = tempTree({ ...FILES, "sluice.policy.yaml": policy });
    const { exitCode, stdout } = await cli(root, ["doctor", "--quiet"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      "The checks, the `allow` and `commits.sign` of sluice.policy.yaml do not count: it is not accepted",
    );
    expect(stdout).toContain("sluice trust accept sluice.policy.yaml");
  });

  it("says that the trust of a pull request cannot be had", async () => {
    const root = tempTree(FILES);
    const { exitCode, of } = await examined(root, ["--trust", "base", "--base", "nope"]);
    expect(exitCode).toBe(1);
    expect(of("trust")).toMatchObject([{ state: "broken" }]);
    expect(of("recipes")).toEqual([]);
  });

  it("says that a git folder is broken, and that git is missing", async () => {
    const root = tempTree({ ...FILES, ".git": "gitdir: /nowhere\n" });
    expect((await examined(root)).exitCode).toBe(1);
    const { exitCode, of } = await examined(tempRepository(FILES), [], {
      env: { PATH: tempFolder() },
    });
    expect(exitCode).toBe(1);
    expect(of("git")).toMatchObject([{ state: "broken", remedy: "Install git." }]);
  });
});
