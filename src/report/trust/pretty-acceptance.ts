import type { PolicyCheck } from "../../model/policy/checks.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { terminalLine } from "../terminal-text.ts";

/** A policy that was accepted, with all that it may do. */
interface AcceptedPolicy {
  readonly files: readonly string[];
  readonly checks: readonly Pick<PolicyCheck, "name" | "run" | "env">[];
  readonly env: readonly string[];
  readonly hosts: readonly string[];
  readonly keptIn: string;
}

/** Returns the lines about a policy that was accepted: each command, variable and server that it may now use. */
export function prettyAcceptance(accepted: AcceptedPolicy): string {
  const { files, checks, env, hosts, keptIn } = accepted;
  const [own = "", ...others] = files.map(terminalLine);
  const until = others.length === 0 ? "until it changes" : "until one of them changes";
  const extended = others.length === 0 ? "" : `, with ${others.join(", ")}`;
  return [
    `Accepted ${own}${extended}, ${until}. It may`,
    ...checks.map(checkLine),
    ...(env.length === 0
      ? []
      : [`  let recipes send the variables ${env.map(terminalLine).join(", ")}`]),
    ...(hosts.length === 0
      ? []
      : [`  let recipes ask the servers ${hosts.map(terminalLine).join(", ")}`]),
    `Kept in ${terminalLine(keptIn)}. To take it back: sluice trust forget ${terminalLine(shellWord(files[0] ?? ""))}`,
    "",
  ].join("\n");
}

function checkLine({ name, run, env }: AcceptedPolicy["checks"][number]): string {
  const command = run
    .map((word) => (run.length === 1 || /^-[\w-]+$/.test(word) ? word : shellWord(word)))
    .join(" ");
  const gets = env.length === 0 ? "" : ` (gets ${env.map(terminalLine).join(", ")})`;
  return `  run ${terminalLine(command)}, as the check ${terminalLine(name)}${gets}`;
}
