import { executeTask } from "../command/execute-task.ts";
import { findOutputFaults } from "../command/output-faults.ts";
import type { Task } from "../command/task.ts";
import { viewOf } from "../command/view-of.ts";
import { withProject } from "../command/with-project.ts";
import { realPathOf } from "../files/real-path.ts";
import { leadsOutOfTree, outputFolders } from "../files/tree-link.ts";
import { asciiText } from "../report/terminal/marks.ts";
import { terminalLine } from "../report/terminal-text.ts";
import { COMMAND_NAMES, type CommandName } from "../request/options/option-spec.ts";
import { optionsOf } from "../request/options/option-table.ts";
import type { OutputOptions, WrittenOptions } from "../request/options/read-options.ts";
import { isRunnerLog } from "../shared/ci/ci-systems.ts";
import { createRunnerGuard } from "../shared/runner-text.ts";
import type { CliWorld, TextSink } from "./cli-world.ts";
import { loadCommands } from "./commands/all-commands.ts";
import {
  addCommands,
  createParser,
  type ParsedCommand,
  parseWords,
  UnreadWords,
} from "./create-parser.ts";
import { withoutDashes } from "./dash-word.ts";
import { openTerminal } from "./terminal-presenter.ts";
import { usageError, usageErrorOf } from "./usage-error.ts";
import { wordsOf, writtenOptions } from "./yargs-options.ts";

const IS_WINDOWS = process.platform === "win32";

/**
 * Runs a command line (without the program's name) and returns its exit code. Problems with the arguments are reported,
 * with exit code 2; any other error that it throws is a fault.
 */
export async function runCli(given: readonly string[], outer: CliWorld): Promise<number> {
  const argv = withFleetRun(withoutHelpWord(given));
  const world = runnerWorld(outer);
  const { stdout } = world;
  try {
    refuseUnknown(argv);
    const parser = createParser(argv, world);
    addCommands(parser, await loadCommands(argv));
    const parsed = await parseWords(parser, withoutDashes(argv), (help) =>
      stdout.write(`${help}\n`),
    );
    return parsed === undefined ? 0 : await runParsed(parsed, argv, world);
  } catch (error) {
    const { showUsageError } = await import("./show-usage-error.ts");
    return showUsageError(error, argv, world);
  }
}

async function runParsed(
  { command, raw }: ParsedCommand,
  argv: readonly string[],
  outer: CliWorld,
) {
  const written = writtenOptions(optionsOf(command.name), raw, argv);
  refuseLinkedRoot(written, outer);
  const words = wordsOf(command, raw, argv);
  const world = plainWorld(outer, !hasText(command.name, written));
  if (command.kind === "product") return command.run(written, words, world);
  const { task, options } = await withProject(command.read(written, words, world.cwd), world);
  return runTask(task, options, world);
}

/** True if standard output gets text for people. */
function hasText(name: CommandName, { format }: WrittenOptions): boolean {
  const isPretty = format === undefined || (Array.isArray(format) && format.join() === "pretty");
  return isPretty && optionsOf(name).some((spec) => spec.name === "format");
}

/** `help COMMAND` → `COMMAND --help`; an unknown command stays as it is, so that it is reported. */
function withoutHelpWord(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  if (first !== "help") return argv;
  const words = rest.filter((word) => !word.startsWith("-"));
  return isKnown(words) ? [...rest, "--help"] : words;
}

/** `fleet FILE` → `fleet run FILE`, as for `fleet --resume FILE`; other words stay, and are reported. */
function withFleetRun(argv: readonly string[]): readonly string[] {
  const [first, second = "-h", ...rest] = argv;
  const isFile = /[./\\]|^-(?!-?h(elp)?$)/.test(second);
  return first === "fleet" && isFile ? [first, "run", second, ...rest] : argv;
}

/** Throws if the first words are no command: with `--help` behind them, yargs would show the help of all. */
function refuseUnknown([first = "-", second = "-"]: readonly string[]): void {
  const word = second.startsWith("-") ? [] : [second];
  if (first.startsWith("-") || isKnown([first, ...word])) return;
  throw new UnreadWords(({ unknownCommand }) => unknownCommand(first, word[0]));
}

/** True for no word, for a command with any words after it, and for the first word of commands: `policy`. */
function isKnown([first, second]: readonly string[]): boolean {
  const names: readonly string[] = COMMAND_NAMES;
  if (first === undefined || names.some((name) => name === first)) return true;
  const own = names.filter((name) => name.startsWith(`${first} `));
  return second === undefined ? own.length > 0 : own.some((name) => name === `${first} ${second}`);
}

/** Runs a task with its outputs. Throws a `UsageError` before anything was done, if an output has no good place. */
async function runTask(task: Task, options: OutputOptions, world: CliWorld): Promise<number> {
  const { quiet, verbose, report, timeout } = options;
  const faults = await findOutputFaults(
    task,
    report,
    outputFolders(world.cwd, task.request.root, world.env),
  );
  if (faults.length > 0) throw usageErrorOf(faults);
  const presenter = await openTerminal(options, task.request.root, world);
  const outputs = { report, timeout, style: { quiet, verbose, view: viewOf(options, report) } };
  const { exitCode, unwritten, written, ...done } = await executeTask(
    task,
    outputs,
    world,
    presenter,
  );
  const hasPatch = report.some(({ format }) => format === "patch");
  if (options.format === "pretty" && !quiet && hasPatch && !options.handoff) {
    const patches = report.filter(({ path }) => written.includes(path));
    const { patchAdvice } = await import("./patch-advice.ts");
    world.stdout.write(
      patchAdvice(patches, done.report, { cwd: world.cwd, root: task.request.root }),
    );
  }
  // `pretty` has these as alerts, which other formats keep from a person's eyes.
  const told = options.format === "pretty" ? [] : unwritten;
  for (const sentence of told) world.stderr.write(`sluice: ${terminalLine(sentence)}\n`);
  return exitCode;
}

/**
 * Returns the world of a command whose terminals show ASCII alone if they cannot show more. `hasProduct` if standard
 * output gets a product for programs, which stays as it is.
 */
function plainWorld(world: CliWorld, hasProduct: boolean): CliWorld {
  if (showsUnicode(world.env ?? {})) return world;
  const { stdout, stderr } = world;
  return { ...world, stdout: hasProduct ? stdout : plainSink(stdout), stderr: plainSink(stderr) };
}

/** Returns true if terminals show more than ASCII: the locale says so on most systems, on Windows the terminal. */
export function showsUnicode(
  env: Readonly<Record<string, string | undefined>>,
  isWindows = IS_WINDOWS,
): boolean {
  const { TERM = "", WT_SESSION = "", TERM_PROGRAM = "", ConEmuTask = "" } = env;
  if (TERM === "dumb" || TERM === "linux" || TERM.startsWith("vt1")) return false;
  if (isWindows)
    return `${WT_SESSION}${ConEmuTask}` !== "" || TERM_PROGRAM === "vscode" || TERM.includes("256");
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  return locale === "" || /utf-?8/i.test(locale);
}

function plainSink(sink: TextSink): TextSink {
  if (!sink.isTerminal) return sink;
  return { ...sink, isPlain: true, write: (text) => sink.write(asciiText(text)) };
}

/**
 * Throws a `UsageError` if a link of a tree leads the root elsewhere: `--root` out of the working directory or the
 * workspace of a runner, or the working directory itself, which a shell entered through a link of the workspace.
 */
function refuseLinkedRoot({ root }: WrittenOptions, { cwd, env = {} }: CliWorld): void {
  const { GITHUB_WORKSPACE: workspace = "", PWD: entered = "" } = env;
  // Another program may have started this one in another folder, and left `PWD` as it was.
  const isEntered = workspace !== "" && entered !== "" && realPathOf(entered) === realPathOf(cwd);
  if (isEntered && leadsOutOfTree({ cwd, trees: [workspace] }, entered))
    throw usageError(
      `The working directory ${entered} is a link, or reached through one, that leads out of the workspace.`,
      "Work in the folder by its own path.",
    );
  const folders = outputFolders(cwd, cwd, env);
  const linked = Array.isArray(root)
    ? root.find((folder) => leadsOutOfTree(folders, folder))
    : undefined;
  if (linked === undefined) return;
  throw usageError(
    `--root: ${linked} is a link, or reached through one, that leads out of the working directory.`,
    "Name the folder by its own path.",
  );
}

/** Returns the world of a command on a runner: no text that it prints is read as a command of the runner. */
function runnerWorld(world: CliWorld): CliWorld {
  if (!isRunnerLog(world.env ?? {})) return world;
  return { ...world, stdout: guardedSink(world.stdout), stderr: guardedSink(world.stderr) };
}

function guardedSink(sink: TextSink): TextSink {
  const guard = createRunnerGuard();
  return {
    ...sink,
    write: (text) => sink.write(guard(text)),
    writeCommands: (text) => sink.write(text),
  };
}
