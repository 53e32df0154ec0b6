import { execFileSync } from "node:child_process";
import { initRepository } from "./write-repository.ts";

/** A commit of a history, by its files; null removes one. */
export interface MadeCommit {
  readonly name: string;
  /** The date of the committer; the author's is that of `written`, or the same. */
  readonly at: string;
  readonly written?: string;
  /** Names of its parents. Default: the commit before it. */
  readonly parents?: readonly string[];
  readonly files: Readonly<Record<string, string | null>>;
}

/** Makes a folder a repository whose branch `main` is the last of these commits, and checks it out; in two processes. */
export function makeHistory(root: string, commits: readonly MadeCommit[]): void {
  initRepository(root);
  const marks = new Map(commits.map(({ name }, index) => [name, index + 1]));
  const stream = commits.flatMap(({ at, written = at, parents, files }, index) => {
    const before = index === 0 ? [] : [commits[index - 1]?.name ?? ""];
    const [first, ...others] = (parents ?? before).map((name) => `:${marks.get(name)}`);
    return [
      "commit refs/heads/main",
      `mark :${index + 1}`,
      `author A <a@example.com> ${seconds(written)} +0000`,
      `committer C <c@example.com> ${seconds(at)} +0000`,
      ...["data 0", ""],
      ...(first === undefined ? ["deleteall"] : [`from ${first}`]),
      ...others.map((parent) => `merge ${parent}`),
      ...Object.entries(files).flatMap(([path, text]) => changeOf(path, text)),
      "",
    ];
  });
  execFileSync("git", ["fast-import", "--quiet", "--force"], {
    cwd: root,
    input: `${stream.join("\n")}\n`,
  });
  execFileSync("git", ["reset", "-q", "--hard", "main"], { cwd: root });
}

function seconds(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}

function changeOf(path: string, text: string | null): readonly string[] {
  // As git quotes names.
  const name = JSON.stringify(path).replace(/\\u00(..)/g, (_, hex) => {
    return `\\${Number.parseInt(hex, 16).toString(8).padStart(3, "0")}`;
  });
  if (text === null) return [`D ${name}`];
  return [`M 100644 inline ${name}`, `data ${Buffer.byteLength(text)}`, text];
}
