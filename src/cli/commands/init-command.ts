import { resolve } from "node:path";
import type { InitOutcome, InitRequest } from "../../author/init-project.ts";
import type { EntriesRequest, WrittenEntry } from "../../hook/entries/write-entries.ts";
import { exitOf } from "../../model/exit-code.ts";
import { terminalBlock, terminalLine } from "../../report/terminal-text.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { showDiagnostics } from "../show-diagnostics.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { usageError } from "../usage-error.ts";
import { productCommand } from "./command.ts";

/** Makes `sluice init`: the files of a project that works at once, and the entries of agents. */
export const initCommand = (loadRun: EntriesRequest["loadRun"]) =>
  productCommand({
    name: "init",
    words: "",
    summary: "Make a recipe, a policy and sluice.yaml that work at once; overwrites nothing",
    examples: [
      ["sluice init", "A recipe, a policy and sluice.yaml"],
      ["sluice init --github --pre-commit", "And a workflow of GitHub, and hooks for pre-commit"],
      ["sluice init --from ast-grep", "Recipes for the rules that sgconfig.yml names"],
      [
        "sluice init --agents",
        "And entries that make agents ask; --agents --remove takes them out",
      ],
    ],
    async run(options, _words, world) {
      const { format, color, quiet, root = ".", github, gitlab, agents, remove, from } = options;
      if (remove && !agents)
        throw usageError("--remove says nothing without --agents.", "Use both.");
      const { findRootFault } = await import("../../tree/find-root-fault.ts");
      const limit = timeLimitOf(options.timeout, world);
      const preCommit = options["pre-commit"];
      const request = { root: resolve(world.cwd, root), github, gitlab, preCommit, agents, from };
      const fault = await findRootFault(request.root);
      if (fault !== undefined) throw usageError(fault.message, fault.hint);
      const outcome = remove ? NOTHING : await initialize(request, world, limit.signal);
      const asked = { root: request.root, remove, loadRun };
      const made = await withEntries(outcome, agents ? asked : undefined, world, limit.signal);
      const diagnostics = outcome.kind === "refused" ? outcome.diagnostics : [];
      const exit = exitOf({
        invalid: outcome.kind === "refused",
        failed: made.files.some(({ state }) => state === "failed"),
        ...(outcome.kind === "stopped" ? limit.findings() : {}),
      });
      showDiagnostics(diagnostics, color, world);
      if (outcome.kind === "stopped")
        world.stderr.write("sluice: ended before anything was made.\n");
      if (format === "json") {
        const product = { formatVersion: "1.0", ...exit, ...made, diagnostics };
        world.stdout.write(`${jsonText(product, 2)}\n`);
        return exit.exitCode;
      }
      showMade(made, quiet, world);
      if (exit.exitCode === 0 && !quiet && !remove) world.stdout.write("Next: sluice preview\n");
      return exit.exitCode;
    },
  });

const NOTHING: InitOutcome = { kind: "done", files: [], notes: [] };

async function initialize(request: InitRequest, world: CliWorld, signal: AbortSignal) {
  const { initProject } = await import("../../author/init-project.ts");
  return initProject(request, world, signal);
}

/** What was made, for people and programs. */
interface Made {
  readonly files: readonly WrittenEntry[];
  readonly notes: readonly string[];
}

/** Adds the entries of agents to what was made, or takes them out. */
async function withEntries(
  outcome: InitOutcome,
  request: EntriesRequest | undefined,
  world: CliWorld,
  signal: AbortSignal,
): Promise<Made> {
  if (outcome.kind !== "done") return { files: [], notes: [] };
  if (request === undefined) return outcome;
  const { notesOnEntries, writeEntries } = await import("../../hook/entries/write-entries.ts");
  const entries = await writeEntries(request, world, signal);
  const notes = [...outcome.notes, ...notesOnEntries(entries, request)];
  return { files: [...outcome.files, ...entries], notes };
}

function showMade({ files, notes }: Made, quiet: boolean, { stdout }: CliWorld): void {
  for (const { path, state, reason } of files) {
    const why = state === "failed" ? `: ${reason}` : state === "kept" ? KEPT : "";
    const line = terminalLine(`${state.padEnd(6)}  ${path}${why}`);
    if (!quiet || state === "failed") stdout.write(`${line}\n`);
  }
  for (const note of notes) stdout.write(`${terminalBlock(note)}\n`);
}

const KEPT = " (it is there already, and stays as it is)";
