import type { ReadPolicy } from "../../../author/policy/test-policy.ts";
import type { ReadyTest } from "../../../policy/testing/run-tests.ts";
import type { CliWorld } from "../../cli-world.ts";
import { type PolicyOptions, type PolicyTerminal, withPolicy } from "./with-policy.ts";

/** The policy and the files of tests that a command line names. */
interface NamedTests {
  readonly policy: string | undefined;
  readonly files: readonly string[];
}

/** Reads a policy and all its tests, and calls `work` with them. A file that is not valid is exit code 2. */
export function withTests(
  command: string,
  options: PolicyOptions,
  named: NamedTests,
  world: CliWorld,
  work: (
    inHand: ReadPolicy,
    terminal: PolicyTerminal,
    ready: readonly ReadyTest[],
  ) => Promise<number>,
): Promise<number> {
  return withPolicy(command, options, named.policy, world, async (inHand, terminal) => {
    const { readAllTests } = await import("../../../author/policy/test-policy.ts");
    const read = await readAllTests(inHand, named);
    if (read.kind === "stopped") return terminal.stopped();
    if (read.kind === "invalid") return terminal.invalid(read.diagnostics);
    return work(inHand, terminal, read.ready);
  });
}
