import type { CliWorld } from "./cli-world.ts";

/** Returns the user's pager on a terminal; elsewhere undefined. */
export function pagerOf(
  isWanted: boolean,
  { env = {}, stdout }: Pick<CliWorld, "env" | "stdout">,
): string | undefined {
  const { CI = "", TERM = "dumb", SLUICE_PAGER, PAGER } = env;
  const isWatched = stdout.isTerminal && TERM !== "dumb" && (CI === "" || CI === "false");
  if (!isWanted || !isWatched) return undefined;
  const command = (SLUICE_PAGER ?? PAGER ?? "less").trim();
  return command === "" || command === "cat" ? undefined : command;
}
