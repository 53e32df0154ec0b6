import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { gitIn } from "../../src/git/run-git.ts";
import { SAFE_ARGUMENTS } from "../../src/git/safe-settings.ts";
import { tempFolder, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

/** Variables with a `git` of the test's own in front of the real one: a shell script. */
function fakeGit(script: string): NodeJS.ProcessEnv {
  const folder = tempFolder();
  writeFileSync(join(folder, "git"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "git"), 0o755);
  return { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
}

const failureOf = (call: Promise<string>) =>
  call.then(
    (output) => ({ output }),
    ({ message, code }: NodeJS.ErrnoException) => ({ message, code }),
  );

describe("the output of git", () => {
  it("is the standard output, byte for byte: NUL, line ends, spaces at both ends, a byte order mark", async () => {
    const bytes = "\\357\\273\\277 a\\000b\\r\\n\\303\\274\\n\\n";
    const run = gitIn(tempFolder(), fakeGit(`printf '${bytes}'; echo warning >&2`));
    expect(await run(["any"])).toBe("\uFEFF a\0b\r\nü\n\n");
  });

  it("has U+FFFD for a byte of a file name that is no UTF-8", async () => {
    const root = tempRepository({ "a.ts": "" });
    writeFileSync(Buffer.concat([Buffer.from(join(root, "b")), Buffer.from([0xff, 0x2e])]), "");
    expect(await gitIn(root, process.env)(["ls-files", "-z", "--others"])).toBe("b\uFFFD.\0");
  });

  it("is a hundred megabytes in one text", async () => {
    const run = gitIn(tempFolder(), fakeGit("head -c 100000000 /dev/zero"));
    expect((await run(["any"])).length).toBe(100_000_000);
  });

  it("is whole if something that git started still writes to it after git has ended", async () => {
    const run = gitIn(tempFolder(), fakeGit("echo one; (sleep 0.3; echo two) &"));
    expect(await run(["any"])).toBe("one\ntwo\n");
  });

  it("is empty if git prints nothing, without the wait of 50 ms that the library adds", async () => {
    const run = gitIn(tempRepository({}), process.env);
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    expect(await run(["ls-files"])).toBe("");
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).not.toContain(50);
  });
});

describe("a call of git that fails", () => {
  it.each([1, 2, 127, 128, 255])(
    "rejects with exit code %i, and without a standard error",
    async (code) => {
      const run = gitIn(tempFolder(), fakeGit(`echo output; exit ${code}`));
      const message = `git any ended with exit code ${code}`;
      expect(await failureOf(run(["any"]))).toEqual({ message, code });
    },
  );

  it("rejects with git's standard error, trimmed, as its message", async () => {
    const run = gitIn(tempFolder(), fakeGit("echo output; echo ' fatal: broken' >&2; exit 128"));
    expect(await failureOf(run(["any"]))).toEqual({ message: "fatal: broken", code: 128 });
  });

  it("rejects if there is a conflict in a merge, of which the exit code is the only sign", async () => {
    const root = tempTree({ current: "x\n", base: "a\n", other: "y\n" });
    const call = gitIn(root, process.env)(["merge-file", "-p", "-q", "current", "base", "other"]);
    expect(await failureOf(call)).toEqual({
      message: "git merge-file ended with exit code 1",
      code: 1,
    });
  });

  it("rejects if a signal ended git, rather than to return half of its output", async () => {
    const run = gitIn(tempFolder(), fakeGit("echo half; kill -9 $$"));
    expect(await failureOf(run(["any"]))).toMatchObject({
      message: "git any was ended by a signal",
    });
  });

  it("rejects with ENOENT if git is not installed, or its folder does not exist", async () => {
    const run = gitIn(tempFolder(), { PATH: "" });
    expect(await failureOf(run(["any"]))).toEqual({ message: "spawn git ENOENT", code: "ENOENT" });
    const missing = gitIn(join(tempFolder(), "missing"), process.env);
    expect(await failureOf(missing(["any"]))).toMatchObject({ code: "ENOENT" });
  });

  it("rejects with the code of the system if its folder is a file, or git may not be executed", async () => {
    const inFile = gitIn(join(tempTree({ file: "" }), "file"), process.env);
    expect(await failureOf(inFile(["any"]))).toMatchObject({ code: "ENOTDIR" });
    const PATH = tempTree({ git: "no program" });
    expect(await failureOf(gitIn(tempFolder(), { PATH })(["any"]))).toMatchObject({
      code: "EACCES",
    });
  });

  it("does not stop the calls beside it or behind it", async () => {
    const run = gitIn(tempRepository({ "a.ts": "" }), process.env);
    const calls = [run(["no-such-command"]), run(["ls-files"])];
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
      "rejected",
      "fulfilled",
    ]);
    expect(await run(["ls-files"])).toBe("a.ts\n");
  });
});

describe("the bounds of a call of git", () => {
  it("stop a git that takes too long, and that prints all the while", async () => {
    const mark = join(tempFolder(), "mark");
    const env = fakeGit(`while sleep 0.05; do echo line; done; touch ${mark}`);
    const run = gitIn(tempFolder(), env, { time: 400, output: 1000 });
    expect(await failureOf(run(["any"]))).toMatchObject({
      message: "git any took longer than 0.4 s",
    });
    expect(existsSync(mark)).toBe(false);
  });

  it("stop a git that ignores signals: the call rejects, and the outputs are closed", async () => {
    const mark = join(tempFolder(), "mark");
    const env = fakeGit(
      `trap '' INT TERM PIPE; while echo line; do sleep 0.05; done 2>/dev/null; touch ${mark}`,
    );
    const run = gitIn(tempFolder(), env, { time: 200, output: 10_000 });
    expect(await failureOf(run(["any"]))).toMatchObject({
      message: "git any took longer than 0.2 s",
    });
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), { timeout: 5000 });
  });

  it("stop a git that never answers, when the signal of the run fires", async () => {
    const run = gitIn(tempFolder(), fakeGit("while :; do sleep 0.05; done"), {
      signal: AbortSignal.timeout(200),
    });
    const expected = { message: "git any was stopped" };
    expect(await failureOf(run(["any"]))).toMatchObject(expected);
    expect(await failureOf(run(["any"]))).toMatchObject(expected);
  });

  it.each(["1", "2"])(
    "reject rather than cut what is longer than the limit, on output %s",
    async (output) => {
      const env = fakeGit(`head -c 1000 /dev/zero >&${output}`);
      const within = gitIn(tempFolder(), env, { time: 60_000, output: 1000 });
      expect((await within(["any"])).length).toBe(output === "1" ? 1000 : 0);
      const beyond = gitIn(tempFolder(), env, { time: 60_000, output: 999 });
      expect(await failureOf(beyond(["any"]))).toMatchObject({
        message: "git any printed more than 999 bytes",
      });
    },
  );
});

it("runs the calls of one function at the same time, more than five too", async () => {
  const folder = tempFolder();
  const calls = Array.from({ length: 8 }, (_, index) => `${index}`);
  // Each waits for all others.
  const all = calls.map((name) => `[ -e ${folder}/${name} ]`).join(" && ");
  const env = fakeGit(
    `for name; do :; done; touch ${folder}/$name; until ${all}; do sleep 0.02; done`,
  );
  const run = gitIn(tempFolder(), env, { time: 20_000, output: 1000 });
  expect(await Promise.all(calls.map((name) => run([name])))).toEqual(calls.map(() => ""));
});

describe("the arguments and the environment of git", () => {
  it.each([
    ["ls-files -z -v -s --debug"],
    ["ls-files -z -v -s --debug --modified --deleted --others --exclude-standard"],
    ["ls-files -z -t --modified --deleted --others --exclude-standard"],
    ["ls-files -z --others --ignored --exclude-standard --directory"],
    ["ls-files -z -- . :(exclude,attr:!filter)"],
    ["check-ignore a.log"],
    ["--no-optional-locks status --porcelain=v1 -z --untracked-files=all --no-renames -- ."],
    ["rev-parse --show-prefix"],
    ["rev-parse --git-dir"],
    ["rev-parse --verify --quiet HEAD"],
    ["merge-file -p a.ts a.ts a.ts"],
  ])("are accepted by the library: %s", async (args) => {
    const root = tempRepository({ "a.ts": "one\n", ".gitignore": "*.log" });
    await expect(gitIn(root, process.env)(args.split(" "))).resolves.toBeTypeOf("string");
  });

  it("passes arguments as they are, without a shell, `--` and all", async () => {
    const run = gitIn(tempFolder(), fakeGit('for each; do printf "%s\\n" "$each"; done'));
    const args = ["x", "$HOME; `id`", "", "--", "-a", "--", ":(exclude,attr:!filter)", "*"];
    const expected = [...SAFE_ARGUMENTS, ...args];
    expect(await run(args)).toBe(expected.map((each) => `${each}\n`).join(""));
  });

  it.each([
    ["EDITOR", "vi"],
    ["PAGER", "less"],
    ["PREFIX", "/usr"],
    ["GIT_SSH_COMMAND", "ssh -v"],
    ["GIT_CONFIG_GLOBAL", "/dev/null"],
    ["GIT_TEST_DISALLOW_ABBREVIATED_OPTIONS", "false"],
  ])("passes %s on", async (name, value) => {
    const env = { ...fakeGit(`printf %s "$${name}"`), [name]: value };
    expect(await gitIn(tempFolder(), env)(["any"])).toBe(value);
  });

  it("accepts all settings that variables may hold, as a job of CI sets them", async () => {
    const root = tempRepository({ "a.ts": "" });
    const env = {
      ...process.env,
      GIT_CONFIG_COUNT: "3",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      GIT_CONFIG_KEY_1: "url.https://example.org/.insteadOf",
      GIT_CONFIG_VALUE_1: "git@example.org:",
      GIT_CONFIG_KEY_2: "credential.helper",
      GIT_CONFIG_VALUE_2: "",
    };
    expect(await gitIn(root, env)(["config", "safe.directory"])).toBe("*\n");
  });

  it("lets git inherit the variables of the process if it is given none", async () => {
    const root = tempRepository({ "a.ts": "" });
    writeTree(root, { config: "[sluice]\n\ttest = yes\n" });
    process.env.GIT_CONFIG_GLOBAL = join(root, "config");
    try {
      expect(await gitIn(root)(["config", "sluice.test"])).toBe("yes\n");
    } finally {
      delete process.env.GIT_CONFIG_GLOBAL;
    }
  });

  it("lets git ask for no password", async () => {
    const env = { ...fakeGit('printf %s "$GIT_TERMINAL_PROMPT"'), GIT_TERMINAL_PROMPT: "1" };
    expect(await gitIn(tempFolder(), env)(["any"])).toBe("0");
  });

  it("passes no secrets on", async () => {
    const env = { ...fakeGit('printf %s "$SOME_API_KEY$GITHUB_TOKEN"'), SOME_API_KEY: "sk" };
    expect(await gitIn(tempFolder(), { ...env, GITHUB_TOKEN: "ghs" })(["any"])).toBe("");
  });
});
