import type { CliWorld } from "./cli-world.ts";

/** Returns the command of the pager: that of the user on a terminal, and none elsewhere. */
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
