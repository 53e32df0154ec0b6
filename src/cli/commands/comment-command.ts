import { resolve } from "node:path";
import type { CheckOutcome } from "../../command/comment/check-on.ts";
import type { CommentOutcome } from "../../command/comment/comment-on.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { shown } from "../../shared/shown.ts";
import { usageError } from "../usage-error.ts";
import { productCommand, requiredWord } from "./command.ts";

/** `sluice comment`: a report on the pull request of the job. A server or a token that refuses is no failure. */
export const commentCommand = productCommand({
  name: "comment",
  words: "<report>",
  summary: "Put a report on the pull request or merge request of a CI job",
  examples: [
    ["sluice comment sluice-report.json", "In a job of GitHub or GitLab, with its token"],
    ["sluice comment sluice-report.json --dry-run", "Print the Markdown"],
  ],
  async run(options, words, world) {
    const { cwd, env, stdout, stderr } = world;
    const name = requiredWord(words, "report");
    const { readReport } = await import("../../command/comment/read-report.ts");
    const read = await readReport(resolve(cwd, name));
    if ("fault" in read)
      throw usageError(
        `The report ${shown(name)} ${read.fault}`,
        "Make one with --report json=FILE.",
      );
    const root = resolve(cwd, options.root ?? ".");
    const { forge, id, suggestions, "pull-request": number } = options;
    if (options["dry-run"]) {
      const { commentOf } = await import("../../command/comment/comment-of.ts");
      stdout.write((await commentOf(read.report, world, { root, id })).write());
      return 0;
    }
    const { commentOn } = await import("../../command/comment/comment-on.ts");
    const tokens = {
      github: env.GITHUB_TOKEN || env.GH_TOKEN || "",
      gitlab: env.GITLAB_TOKEN || "",
    };
    const wishes = { root, tokens, forge, number, id, suggestions, when: "auto" } as const;
    const outcome = await commentOn(read.report, world, wishes);
    const check = options["check-run"]
      ? await (await import("../../command/comment/check-on.ts")).checkOn(
          read.report,
          world,
          wishes,
        )
      : undefined;
    for (const note of new Set([...outcome.notes, ...(check?.notes ?? [])]))
      stderr.write(`sluice: ${terminalLine(note)}\n`);
    const told = check === undefined ? outcome : { ...outcome, checkRun: check };
    const sentences = [sentenceOf(outcome), ...(check === undefined ? [] : [checkSentence(check)])];
    stdout.write(
      options.format === "json"
        ? `${jsonText({ formatVersion: "1.0", ...told }, 2)}\n`
        : `${sentences.join("\n")}\n`,
    );
    return 0;
  },
});

function sentenceOf(outcome: CommentOutcome): string {
  switch (outcome.kind) {
    case "none":
      return "No comment.";
    case "older":
      return "No comment: there is one of a newer run.";
    case "quiet":
      return "No comment: there is nothing to say.";
    case "no-pull":
      return "No comment: the job is not one of a pull request; --pull-request names one.";
    case "created":
    case "updated":
      return `The comment was ${outcome.kind}${where(outcome.url)}`;
  }
}

function checkSentence(check: CheckOutcome): string {
  switch (check.kind) {
    case "none":
      return "No check run.";
    case "older":
      return "No check run: there is one of a newer run.";
    case "no-commit":
      return "No check run: the job is about no commit of a pull request or a push.";
    case "created":
    case "updated":
      return `The check run was ${check.kind} (${check.conclusion ?? "in progress"})${where(check.url)}`;
  }
}

function where(url: string | undefined): string {
  return url === undefined ? "" : `: ${terminalLine(url)}`;
}
