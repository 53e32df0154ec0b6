import { resolve } from "node:path";
import { exitOf } from "../../model/exit-code.ts";
import { terminalBlock, terminalLine } from "../../report/terminal-text.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { showDiagnostics } from "../show-diagnostics.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { usageError } from "../usage-error.ts";
import { productCommand } from "./command.ts";

/** `sluice init`: the files of a project that works at once. */
export const initCommand = productCommand({
  name: "init",
  words: "",
  summary: "Make a recipe, a policy and sluice.yaml that work at once; overwrites nothing",
  examples: [
    ["sluice init", "A recipe, a policy and sluice.yaml"],
    ["sluice init --github --pre-commit", "And a workflow of GitHub, and hooks for pre-commit"],
    ["sluice init --from ast-grep", "Recipes for the rules that sgconfig.yml names"],
  ],
  async run(options, _words, world) {
    const { format, color, quiet, root = ".", github, gitlab, from, timeout } = options;
    const { initProject } = await import("../../author/init-project.ts");
    const { findRootFault } = await import("../../tree/find-root-fault.ts");
    const limit = timeLimitOf(timeout, world);
    const preCommit = options["pre-commit"];
    const request = { root: resolve(world.cwd, root), github, gitlab, preCommit, from };
    const fault = await findRootFault(request.root);
    if (fault !== undefined) throw usageError(fault.message, fault.hint);
    const outcome = await initProject(request, world, limit.signal);
    const made = outcome.kind === "done" ? outcome : { files: [], notes: [] };
    const diagnostics = outcome.kind === "refused" ? outcome.diagnostics : [];
    const exit = exitOf({
      invalid: outcome.kind === "refused",
      failed: made.files.some(({ state }) => state === "failed"),
      ...(outcome.kind === "stopped" ? limit.findings() : {}),
    });
    showDiagnostics(diagnostics, color, world);
    if (outcome.kind === "stopped") world.stderr.write("sluice: ended before anything was made.\n");
    if (format === "json") {
      const product = { formatVersion: "1.0", ...exit, ...made, diagnostics };
      world.stdout.write(`${jsonText(product, 2)}\n`);
      return exit.exitCode;
    }
    for (const file of made.files) {
      const why = file.state === "failed" ? `: ${file.reason}` : file.state === "kept" ? KEPT : "";
      const line = terminalLine(`${file.state.padEnd(6)}  ${file.path}${why}`);
      if (!quiet || file.state === "failed") world.stdout.write(`${line}\n`);
    }
    for (const note of made.notes) world.stdout.write(`${terminalBlock(note)}\n`);
    if (exit.exitCode === 0 && !quiet) world.stdout.write("Next: sluice preview\n");
    return exit.exitCode;
  },
});

const KEPT = " (it is there already, and stays as it is)";
