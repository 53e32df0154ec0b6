import type { PolicyApprovals } from "../../model/policy/approvals.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { PolicyPublish } from "../../model/policy/publish.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { approversOf } from "../approvers-words.ts";
import { terminalLine } from "../terminal-text.ts";

/** A policy that was accepted, with all that it may do. */
interface AcceptedPolicy {
  readonly files: readonly string[];
  readonly checks: readonly Omit<PolicyCheck, "after">[];
  readonly env: readonly string[];
  readonly hosts: readonly string[];
  readonly landing: {
    readonly sign?: boolean;
    readonly publish?: PolicyPublish;
    readonly approvals?: readonly PolicyApprovals[];
  };
  readonly keptIn: string;
  /** The words that name the policy on the command line. */
  readonly words: string;
}

/** Returns the lines about a policy that was accepted: each command, variable and server that it may now use. */
export function prettyAcceptance(accepted: AcceptedPolicy): string {
  const { files, checks, env, hosts, landing, keptIn, words } = accepted;
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
    ...landingLines(landing),
    ...(checks.length === 0 ? [] : [SCRIPTS]),
    `Kept in ${terminalLine(keptIn)}. To take it back: sluice trust forget ${terminalLine(words)}`,
    "",
  ].join("\n");
}

function landingLines({ sign, publish, approvals = [] }: AcceptedPolicy["landing"]) {
  const signing = sign === true ? "sign its commits with your key" : "leave its commits unsigned";
  const merged = publish?.autoMerge === "whenGreen" ? ", and ask the forge to merge them" : "";
  const people = [...new Set(approvals.map(approversOf))];
  return [
    ...(sign === undefined ? [] : [`  ${signing}`]),
    ...(publish === undefined
      ? []
      : [
          `  push branches, as ${visible(publish.branch)}, and keep pull requests of them${merged}`,
        ]),
    ...people.map((who) => `  let ${who} end what it holds, on the forge`),
  ];
}

const SCRIPTS =
  "What these commands run in turn, such as ./check.sh or the scripts of npm and make, comes from the tree, and may change.";

function checkLine({ name, run, shell, cwd, timeout, env }: AcceptedPolicy["checks"][number]) {
  const command = shell
    ? `in a shell: ${run.join(" ")}`
    : run.map((word) => (/^-[\w-]+$/.test(word) ? word : shellWord(word))).join(" ");
  const place = cwd === "" ? "" : `, in ${visible(cwd)}`;
  const gets = env.length === 0 ? "" : ` (gets ${env.map(visible).join(", ")})`;
  return `  run ${visible(command)}, as the check ${visible(name)}${place}, for at most ${timeout / 1000} s${gets}`;
}

/** Returns text in which blanks that hide what follows, and characters that are not seen, are shown. */
function visible(text: string): string {
  const blanks = (run: string) => ` [${run.length} blanks] `;
  const code = (each: string) => `\\u{${each.codePointAt(0)?.toString(16)}}`;
  return terminalLine(text.replace(/[\r\n]+$/, (ends) => JSON.stringify(ends).slice(1, -1)))
    .replaceAll("\t", "\\t")
    .replace(/ {3,}/g, blanks)
    .replace(/(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}|\u2800/gu, code);
}
