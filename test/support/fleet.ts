import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CliWorld } from "../../src/cli/cli-world.ts";
import { readLedger } from "../../src/fleet/ledger/read-ledger.ts";
import { planFile } from "../../src/fleet/ledger/results.ts";
import { cli } from "./run-cli.ts";
import { makeRepository, type Tree, tempTree, writeTree } from "./temp-tree.ts";

/** A recipe that most repositories of a test have a use for, or not. */
const RENAME = `version: 1
name: rename
steps:
  - ast_edit:
      ops: [{ pat: "console.log($A)", out: "logger.info($A)" }]
`;

/** The settings of a fleet of a test. */
interface FleetOfTest {
  readonly recipe?: string;
  readonly policy?: string;
  /** Lines of YAML after the others. */
  readonly more?: string;
  /** Entries of `repositories` as YAML. Default: all of the repositories. */
  readonly entries?: readonly string[];
}

/** A fleet file with repositories beside it, and the commands about it. */
export function fleetOf(
  repositories: Readonly<Record<string, Tree>>,
  { recipe = RENAME, policy = "apply-all", more = "", entries }: FleetOfTest = {},
) {
  const listed = entries ?? Object.keys(repositories);
  const folder = tempTree({
    "rename.yaml": recipe,
    "fleet.yaml":
      `version: 1\nrecipes: [rename.yaml]\npolicy: ${policy}\n${more}` +
      `repositories:\n${listed.map((each) => `  - ${each}\n`).join("")}`,
  });
  for (const [name, files] of Object.entries(repositories)) {
    writeTree(join(folder, name), files);
    makeRepository(join(folder, name), files);
  }
  const state = join(folder, ".sluice/fleet/fleet");
  return {
    folder,
    state,
    run: (argv: readonly string[] = [], world: Partial<CliWorld> = {}) =>
      cli(folder, ["fleet", "run", "fleet.yaml", "--mirrors", "mirrors", ...argv], world),
    /** Returns the states with their reasons, by name. */
    async states(): Promise<Readonly<Record<string, string>>> {
      const rows = (await readLedger(state))?.round?.rows ?? new Map();
      const all = [...rows.values()].map(({ repository, state: word, reason }) => [
        repository.name,
        reason === undefined ? word : `${word}: ${reason.code}`,
      ]);
      return Object.fromEntries(all);
    },
    planOf: (name: string) => readFileSync(planFile(state, name), "utf8"),
  };
}
