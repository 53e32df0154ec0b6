import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
// @ts-expect-error The scripts are plain JavaScript.
import { leaveOtherGit } from "../../scripts/other-git.mjs";

// Every configuration is loaded before a test, and before the processes of the tests begin.
leaveOtherGit();

/** Tests that take seconds or hundreds of MB: real code, large inputs, properties, installations. */
export const SLOW = "test/**/*.slow.test.ts";

/** Tests that need a process of their own; each says why. */
export const ISOLATED = "test/**/*.isolated.test.ts";

/** The rooms of use cases, whose tests are whole runs. */
export const ROOMS = ["author", "config", "past", "plan", "request", "run", "tree"];

/** Slow tests that have a process each, and the disk: what measures or installs, and most of the built command. */
export const SLOW_ALONE = [
  "test/action/setup-script.slow.test.ts",
  "test/e2e/!(languages).slow.test.ts",
  "test/support/**/*.slow.test.ts",
  "test/docs/{getting-started,vectors}.slow.test.ts",
];

/** Tests with a configuration of their own, and files that only look like tests. */
export const ELSEWHERE = [
  "test/differential/**",
  "test/faults/**",
  "test/fleets/**",
  "test/hosts/**",
  "test/stories/**",
  "test/fixtures/**",
];

/** The limits and reporters of every tier. */
export const COMMON = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2, // Most tests wait for processes and the disk.
  reporters: ["default", "./test/support/closing-line-reporter.ts"],
  env: { XDG_STATE_HOME: join(tmpdir(), "sluice-test-state") }, // Not the home of the user.
  server: { deps: { external: [/^(?!.*node_modules).*\/build\/.*\.js$/] } }, // What built-sources.ts finds is for Node to load.
  experimental: { fsModuleCache: true }, // By their content; otherwise each project compiles all sources anew.
};

/** Lets all tiers share compiled modules: these depend on no text of a configuration but on what it resolves to. */
export const SHARES_MODULES = {
  name: "shares-modules",
  configResolved(config: { readonly configFileDependencies: string[] }) {
    config.configFileDependencies.length = 0;
  },
};

/** The modules of the bundle: the library yargs measures all its help before each command, with tables of emoji. */
export const AS_BUNDLED = {
  alias: {
    "string-width": fileURLToPath(new URL("../../scripts/terminal-width.mjs", import.meta.url)),
  },
  server: { deps: { inline: [/\/node_modules\/(cliui|wrap-ansi|yargs)\//] } },
};

/** Files that share a process. Not threads: tests give up the rights of root, which is for whole processes. */
export const SHARED = {
  ...AS_BUNDLED,
  isolate: false,
  pool: "forks" as const,
  setupFiles: ["./test/support/optimize-late.ts", "./test/support/collect-garbage.ts"],
};

/** Where a tier that makes thousands of trees makes them: in memory if possible, unless the user names a place. */
export function temporaryFolder(): { readonly TMPDIR?: string } {
  const folder = "/dev/shm";
  return process.env.TMPDIR === undefined && isMemoryFor(folder) ? { TMPDIR: folder } : {};
}

/** True if a folder is in memory, has room for the trees, and programs may be started in it. */
function isMemoryFor(folder: string): boolean {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const mount = mounts.find((line) => line.split(" ")[1] === folder);
    if (!mount?.startsWith("tmpfs ") && !mount?.startsWith("shm ")) return false;
    const { bavail, bsize } = statfsSync(folder);
    return !mount.includes("noexec") && bavail * bsize > 2 * 1024 ** 3;
  } catch {
    return false; // Not a Linux, or not allowed.
  }
}
