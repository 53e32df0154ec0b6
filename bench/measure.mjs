// Runs commands alternately, several times each, and returns medians: machines are shared and noisy.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const TIME = "/usr/bin/time"; // Debian's package `time`; it tells the peak memory and the page faults.

/** Ends a run, with all its children, that takes so many seconds. */
const LIMIT = ["/usr/bin/timeout", "600"];

/** The shell's own `time` counts in milliseconds, with the children that were waited for. */
const CPU = 'TIMEFORMAT="cpu %3U %3S"; time "$0" "$@"';

/**
 * One run: wall time and processor time of it and its children in seconds, their minor page faults, peak memory in MB (of
 * the largest process), exit code. Without `time`, the faults and the memory are NaN. `input` is its standard input.
 */
export function runOnce({ command, cwd, env = {}, input }) {
  const hasTime = existsSync(TIME);
  const [program, ...args] = [
    ...(existsSync(LIMIT[0]) ? LIMIT : []),
    ...["bash", "-c", CPU],
    ...(hasTime ? [TIME, "-f", "\npeak %M %R"] : []), // The shell has faults of its own.
    ...command,
  ];
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    // Certificates that every Node would read at its start are of this machine.
    env: { ...process.env, NODE_EXTRA_CA_CERTS: undefined, LC_ALL: "C", NO_COLOR: "1", ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "ignore", "pipe"],
    ...(input !== undefined && { input }),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const [, peak, faults, user, system] =
    /(?:peak (\d+) (\d+)\s+)?cpu (\S+) (\S+)\s*$/.exec(stderr ?? "") ?? [];
  if (status === null || user === undefined || (hasTime && peak === undefined))
    throw new Error(`${command.join(" ")} did not run:\n${stderr}`);
  const cpu = Number(user) + Number(system);
  return { seconds, cpu, faults: Number(faults), megabytes: Number(peak) / 1000, status, stderr };
}

/**
 * Medians of every contender, run one after another, `rounds` times; `before` readies the tree for each run, and
 * `beforeRound` the machine.
 */
export function alternate(contenders, rounds, beforeRound = () => undefined) {
  const runs = contenders.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    beforeRound();
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
    cpu: median(runs[index].map(({ cpu }) => cpu)),
    faults: median(runs[index].map(({ faults }) => faults)),
    megabytes: Math.max(...runs[index].map(({ megabytes }) => megabytes)),
    runs: runs[index].map(({ seconds, cpu, faults }) => [rounded(seconds), rounded(cpu), faults]),
  }));
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const rounded = (value) => Number(value.toFixed(3));
