import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** This checkout, built, with its packages: an action that has nothing to install. */
export const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));

const RECIPE = `version: 1
name: swap
inputs:
  function: { type: string, default: equal }
steps:
  - id: swap
    ast_edit:
      paths: ["src/**"]
      ops: [{ pat: "\${{ inputs.function }}($A, $B)", out: "\${{ inputs.function }}($B, $A)" }]
`;
const POLICY = `version: 1
default: { verdict: discard, reason: No rule covers this change. }
rules:
  - id: in-src
    when: { allFiles: ["src/**"] }
    verdict: apply
    reason: Inside of src | reviewed by @nobody.
`;
/** The files of the workspace. */
export const FILES = {
  "recipes/swap.yaml": RECIPE,
  "sluice.policy.yaml": POLICY,
  "src/a.ts": "equal(a, b);\nequal(c, d);\n",
  "src/b.ts": "same(a, b);\n",
};

/** A job that uses the action. */
export interface Job {
  /** Set before the first test; all outside of the checkout, but for `action`. */
  folders: { action: string; workspace: string; temp: string };
  /** The changes in the workspace, as `git status` lists them. */
  changes(): string;
  sourceOf(path: string): Promise<string>;
}

/** Makes the folders of a job around the tests of a file. Each test gets a new workspace. */
export function useJob(): Job {
  const folders = { action: CHECKOUT, workspace: "", temp: "" };
  beforeAll(async () => {
    folders.temp = await mkdtemp(join(tmpdir(), "sluice-steps-"));
    folders.workspace = join(folders.temp, "workspace");
  });
  afterAll(() => rm(folders.temp, { recursive: true, force: true }));
  beforeEach(() => makeWorkspace(folders.workspace));
  return {
    folders,
    changes: () => git(folders.workspace, "status", "--porcelain"),
    sourceOf: (path) => readFile(join(folders.workspace, path), "utf8"),
  };
}

async function makeWorkspace(workspace: string): Promise<void> {
  await rm(workspace, { recursive: true, force: true });
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  git(workspace, "init", "--quiet");
  git(workspace, "add", ".");
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  git(workspace, ...identity, "commit", "--quiet", "-m", "Start");
}

/** The files of this checkout as a job gets them: what git tracks or would, so without dist/ and node_modules/. */
export async function copyAction(target: string): Promise<void> {
  const listed = git(CHECKOUT, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  for (const path of new Set(listed.split("\0"))) {
    if (path === "" || path.startsWith("test/")) continue;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await cp(join(CHECKOUT, path), join(target, path), { force: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error; // Tracked, and deleted from the work tree.
      },
    );
  }
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8" });
}
