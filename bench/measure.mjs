// Runs commands alternately, several times each, and answers medians: machines are shared and noisy.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const TIME = "/usr/bin/time"; // Debian's package `time`; it tells the peak memory.

/** One run: wall time in seconds, peak memory in MB (of the largest process; without `time` NaN), exit code. */
export function runOnce({ command, cwd, env = {} }) {
  const hasTime = existsSync(TIME);
  const [program, ...args] = hasTime ? [TIME, "-f", "\npeak %M", ...command] : command;
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const peak = /peak (\d+)\s*$/.exec(stderr ?? "")?.[1];
  if (status === null || (hasTime && peak === undefined))
    throw new Error(`${command.join(" ")} did not run:\n${stderr}`);
  return { seconds, megabytes: Number(peak) / 1000, status, stderr };
}

/** Medians of every contender, run one after another, `rounds` times; `before` readies the tree for each run. */
export function alternate(contenders, rounds) {
  const runs = contenders.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      if (contender.rounds !== undefined && round >= contender.rounds) continue;
      contender.before?.(round);
      const run = runOnce(contender);
      const isExpected = (contender.statuses ?? [0]).includes(run.status);
      if (!isExpected)
        throw new Error(`${contender.command.join(" ")}: exit ${run.status}\n${run.stderr}`);
      runs[index].push(run);
    }
  }
  return contenders.map(({ name }, index) => ({
    name,
    seconds: median(runs[index].map(({ seconds }) => seconds)),
    megabytes: Math.max(...runs[index].map(({ megabytes }) => megabytes)),
    runs: runs[index].map(({ seconds }) => Number(seconds.toFixed(3))),
  }));
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
