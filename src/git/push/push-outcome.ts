import { shortFault } from "../fetched/server-fault.ts";
import type { PushAnswer } from "./open-push.ts";
import { pushFault } from "./push-fault.ts";

/** The outcome of one branch. */
export type PushOutcome = { readonly branch: string } & PushResult;

type PushResult =
  | { readonly kind: "pushed" }
  /** It was at the commit already. */
  | { readonly kind: "up-to-date" }
  /** It is not where it was expected, and stays there. */
  | { readonly kind: "stale" }
  /** The server did not take it, in its words: a protected branch, a hook, a right that the token lacks. */
  | { readonly kind: "rejected"; readonly why: string }
  /** No answer: the branch may have moved or not. */
  | { readonly kind: "failed"; readonly why: string };

/** The most lines of a server that are looked at. */
const MAX_LINES = 200;

/** Reads the outcomes of branches from the answer of `git push --porcelain`. */
export function readOutcomes(
  branches: readonly string[],
  answer: PushAnswer,
): readonly PushOutcome[] {
  const rows = new Map<string, readonly [flag: string, summary: string]>();
  for (const line of answer.output.split("\n")) {
    const [, flag = "", name = "", summary = ""] =
      /^(.)\t[0-9a-f]+:refs\/heads\/([^\t]+)\t(.*)$/.exec(line) ?? [];
    if (flag !== "") rows.set(name, [flag, summary]);
  }
  const said = linesOfServer(branches, answer.errors);
  return branches.map((branch): PushOutcome => {
    const row = rows.get(branch);
    if (row === undefined) return { branch, kind: "failed", why: pushFault(answer.errors) };
    const own = said.filter(({ of }) => of === undefined || of === branch);
    const lines = own.map(({ line }) => line);
    return { branch, ...resultOf(row, lines) };
  });
}

/** The lines that a server has sent, with the branch that one names. */
function linesOfServer(branches: readonly string[], errors: string) {
  const sent = errors.split("\n").flatMap((line) => /^remote: (.*\S)/.exec(line)?.[1] ?? []);
  const longest = [...branches].sort((a, b) => b.length - a.length);
  return sent.slice(0, MAX_LINES).map((line) => {
    const of = longest.find((branch) => line.includes(`refs/heads/${branch}`));
    return { line, of };
  });
}

/** By these a server says that a branch was moved while it took the push. */
const MOVED = /is at [0-9a-f]+ but expected|reference already exists|incorrect old value provided/i;

function resultOf(
  [flag, summary]: readonly [flag: string, summary: string],
  lines: readonly string[],
): PushResult {
  if (flag === "=") return { kind: "up-to-date" };
  if (flag !== "!") return { kind: "pushed" };
  const [, by = "", reason = ""] = /^\[([^\]]*)\] \((.*)\)$/.exec(summary) ?? [];
  if (by === "rejected" || MOVED.test([reason, ...lines].join("\n"))) return { kind: "stale" };
  const why = shortFault([reason || summary, ...lines].join("; "));
  return { kind: by === "remote rejected" ? "rejected" : "failed", why };
}
