import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { gitIn } from "../../src/git/run-git.ts";
import { git, tempFolder, tempRepository, writeTree } from "../support/temp-tree.ts";

/** A way to make git run a program. */
interface Trap {
  readonly setting: string;
  /** The content of `.git/config`, given the command that leaves a canary, and a server that wants a password. */
  readonly config: (command: string, server: string) => string;
  readonly files?: Readonly<Record<string, string>>;
  /** More that is needed in the repository. */
  readonly prepare?: (root: string, command: string) => void;
  /** The command of git that runs it. */
  readonly args: readonly string[];
  /** True if git runs it only in a terminal. */
  readonly needsTerminal?: boolean;
}

const FETCH = ["fetch", "origin"];
const STAGED = ["ls-files", "--modified"];

const filter =
  (key: string, name = "x") =>
  (command: string) =>
    `[filter "${name}"]\n\t${key} = "${command}; cat"\n\trequired = true\n`;
const remote = (url: string, more: (command: string) => string) => (command: string) =>
  `[remote "origin"]\n\turl = ${url}\n${more(command)}`;

/** Forgets the tree that the command needs, so that git wants to fetch it. */
function forgetTree(root: string): void {
  const id = git(root, "rev-parse", "HEAD^{tree}").trim();
  rmSync(join(root, ".git/objects", id.slice(0, 2), id.slice(2)));
  git(root, "config", "core.repositoryFormatVersion", "1");
  git(root, "config", "extensions.partialClone", "origin");
}

function signHead(root: string): void {
  const commit = git(root, "cat-file", "commit", "HEAD");
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n";
  const file = join(root, ".git/signed");
  writeFileSync(file, commit.replace("\n\n", `\n${signature}\n`));
  git(root, "update-ref", "HEAD", git(root, "hash-object", "-t", "commit", "-w", file).trim());
}

const programOf = (command: string) => `${command.replace("touch ", "")}.sh`;

function writeProgram(_root: string, command: string): void {
  writeFileSync(programOf(command), `#!/bin/sh\n${command}\n`);
  chmodSync(programOf(command), 0o755);
}

const hook = (name: string) => (root: string, command: string) => {
  writeTree(root, { [`.git/hooks/${name}`]: `#!/bin/sh\n${command}\n` });
  chmodSync(join(root, ".git/hooks", name), 0o755);
};

const ATTRIBUTES = { ".gitattributes": "*.ts filter=x diff=x merge=x\n" };

const TRAPS: readonly Trap[] = [
  { setting: "filter.<name>.clean", config: filter("clean"), files: ATTRIBUTES, args: STAGED },
  { setting: "filter.<name>.process", config: filter("process"), files: ATTRIBUTES, args: STAGED },
  {
    setting: "filter.<name>.smudge",
    config: filter("smudge"),
    files: ATTRIBUTES,
    args: ["cat-file", "--filters", "HEAD:a.ts"],
  },
  ...["a=b", "=", "é'\"", "clean"].map((name) => ({
    setting: `filter.<name>.clean, with the name ${name}`,
    config: filter("clean", name.replaceAll('"', '\\"')),
    prepare: (root: string) => writeTree(root, { ".git/info/attributes": `*.ts filter=${name}\n` }),
    args: STAGED,
  })),
  {
    setting: "filter.<name>.clean of an included file",
    config: () => "[include]\n\tpath = more\n",
    files: ATTRIBUTES,
    prepare: (root, command) => writeTree(root, { ".git/more": filter("clean")(command) }),
    args: STAGED,
  },
  {
    setting: "filter.<name>.clean of a conditional include",
    config: () => '[includeIf "onbranch:*"]\n\tpath = more\n',
    files: ATTRIBUTES,
    prepare: (root, command) => writeTree(root, { ".git/more": filter("clean")(command) }),
    args: STAGED,
  },
  {
    setting: "filter.<name>.clean of config.worktree",
    config: () => "[extensions]\n\tworktreeConfig = true\n",
    files: ATTRIBUTES,
    prepare: (root, command) =>
      writeTree(root, { ".git/config.worktree": filter("clean")(command) }),
    args: STAGED,
  },
  {
    setting: "core.fsmonitor",
    config: (command) => `[core]\n\tfsmonitor = "${command}; false"\n`,
    args: ["status"],
  },
  {
    setting: "a hook in .git/hooks",
    config: () => "",
    prepare: hook("post-index-change"),
    args: ["update-index", "--refresh"],
  },
  {
    setting: "core.hooksPath",
    config: () => "[core]\n\thooksPath = .git/hooks\n",
    prepare: hook("pre-commit"),
    args: ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "--allow-empty", "-m", "x"],
  },
  {
    setting: "diff.external",
    config: (command) => `[diff]\n\texternal = "${command}; true"\n`,
    args: ["diff"],
  },
  {
    setting: "diff.<name>.command",
    config: (command) => `[diff "x"]\n\tcommand = "${command}; true"\n`,
    files: ATTRIBUTES,
    args: ["diff"],
  },
  {
    setting: "diff.<name>.textconv",
    config: (command) => `[diff "x"]\n\ttextconv = "${command}; cat"\n`,
    files: ATTRIBUTES,
    args: ["diff"],
  },
  {
    setting: "diff.<name>.textconv, for blame",
    config: (command) => `[diff "x"]\n\ttextconv = "${command}; cat"\n`,
    files: ATTRIBUTES,
    args: ["blame", "a.ts"],
  },
  {
    setting: "merge.<name>.driver",
    config: (command) => `[merge "x"]\n\tdriver = "${command}; true"\n`,
    files: ATTRIBUTES,
    prepare(root) {
      const [base = "", one = "", two = ""] = ["1\n", "2\n", "3\n"].map((text) => {
        writeFileSync(join(root, ".git/text"), text);
        return git(root, "hash-object", "-w", ".git/text").trim();
      });
      const entries = [base, one, two].map((id, index) => `100644 ${id} ${index + 1}\ta.ts\n`);
      execFileSync("git", ["update-index", "--index-info"], {
        cwd: root,
        input: `0 ${"0".repeat(40)}\ta.ts\n${entries.join("")}`,
      });
    },
    args: ["checkout", "--merge", "--", "a.ts"],
  },
  {
    setting: "core.pager",
    config: (command) => `[core]\n\tpager = "${command}; cat"\n`,
    args: ["log"],
    needsTerminal: true,
  },
  {
    setting: "pager.<command>",
    config: (command) => `[pager]\n\tlog = "${command}; cat"\n`,
    args: ["log"],
    needsTerminal: true,
  },
  {
    setting: "core.editor",
    config: (command) => `[core]\n\teditor = "${command}; true"\n`,
    args: ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "--allow-empty"],
  },
  {
    setting: "gpg.program",
    config: (command) =>
      `[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${programOf(command)}\n`,
    prepare(root, command) {
      signHead(root);
      writeProgram(root, command);
    },
    args: ["log"],
  },
  {
    setting: "core.sshCommand",
    config: remote(
      "ssh://127.0.0.1/x",
      (command) => `[core]\n\tsshCommand = "${command}; false"\n`,
    ),
    args: FETCH,
  },
  {
    setting: "core.sshCommand, for a missing object of a partial clone",
    config: remote(
      "ssh://127.0.0.1/x",
      (command) => `\tpromisor = true\n[core]\n\tsshCommand = "${command}; false"\n`,
    ),
    prepare: forgetTree,
    args: ["status", "--porcelain"],
  },
  {
    setting: "remote.<name>.uploadpack",
    config: remote("/", (command) => `\tuploadpack = "${command}; false"\n`),
    args: FETCH,
  },
  {
    setting: "protocol.ext.allow",
    config: (command) =>
      `[remote "origin"]\n\turl = "ext::sh -c ${command.replace(" ", "% ")}"\n[protocol "ext"]\n\tallow = always\n`,
    args: FETCH,
  },
  {
    setting: "core.gitProxy",
    config: remote(
      "git://127.0.0.1/x",
      (command) => `[core]\n\tgitProxy = ${programOf(command)}\n`,
    ),
    prepare: writeProgram,
    args: FETCH,
  },
  {
    setting: "credential.helper",
    config: (command, server) =>
      `[remote "origin"]\n\turl = ${server}\n[credential]\n\thelper = "!${command}; true"\n`,
    args: FETCH,
  },
  {
    setting: "core.askPass",
    config: (command, server) =>
      `[remote "origin"]\n\turl = ${server}\n[core]\n\taskPass = ${programOf(command)}\n`,
    prepare: writeProgram,
    args: FETCH,
  },
  {
    setting: "core.alternateRefsCommand",
    config: (command) =>
      `${remote(".", () => "\tfetch = refs/heads/*:refs/remotes/x/*\n")(command)}[core]\n\talternateRefsCommand = "${command}; true"\n`,
    prepare(root) {
      const other = tempRepository({ "b.ts": "" });
      writeTree(root, { ".git/objects/info/alternates": `${other}/.git/objects\n` });
      git(other, "config", "remote.origin.url", root);
      git(root, "config", "remote.origin.url", other);
    },
    args: FETCH,
  },
];

/** A server that asks for a password. */
async function server(): Promise<string> {
  const listening = createServer((_request, response) => {
    response.writeHead(401, { "WWW-Authenticate": "Basic realm=x" }).end();
  });
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done));
  onTestFinished(() => void listening.close());
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/x`;
}

async function setTrap({ config, files = {}, prepare }: Trap) {
  const canary = join(tempFolder(), "canary");
  const command = `touch ${canary}`;
  const root = tempRepository({ "a.ts": "one\n", "b.ts": "" });
  writeTree(root, { ...files, "a.ts": "two\n" });
  appendFileSync(join(root, ".git/config"), config(command, await server()));
  prepare?.(root, command);
  utimesSync(join(root, "a.ts"), 1, 1);
  return { root, canary };
}

/** Runs git as a person does, whatever comes of it: most programs of the traps fail. */
async function plainGit({ args, needsTerminal }: Trap, cwd: string): Promise<void> {
  const inTerminal = ["script", "-qec", `git ${args.join(" ")}`, "/dev/null"];
  const [program = "", ...rest] = needsTerminal ? inTerminal : ["git", ...args];
  const env = { ...process.env, TERM: "xterm", GIT_TERMINAL_PROMPT: "0" };
  const running = promisify(execFile)(program, rest, { cwd, env, timeout: 10_000 });
  running.child.stdin?.end();
  await running.catch(() => undefined);
}

describe("a setting that makes git run a program", () => {
  it.each(TRAPS)("is without effect: $setting", async (trap) => {
    const plain = await setTrap(trap);
    await plainGit(trap, plain.root);
    expect(existsSync(plain.canary), "plain git runs the program").toBe(true);
    const { root, canary } = await setTrap(trap);
    await gitIn(root, process.env)(trap.args).catch(() => undefined);
    expect(existsSync(canary)).toBe(false);
  });
});
