import { resolve } from "node:path";
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
    for (const note of outcome.notes) stderr.write(`sluice: ${terminalLine(note)}\n`);
    stdout.write(
      options.format === "json"
        ? `${jsonText({ formatVersion: "1.0", ...outcome }, 2)}\n`
        : `${sentenceOf(outcome)}\n`,
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
    case "updated": {
      const where = outcome.url === undefined ? "" : `: ${terminalLine(outcome.url)}`;
      return `The comment was ${outcome.kind}${where}`;
    }
  }
}
