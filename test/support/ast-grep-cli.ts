import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

/** An edit in the words of the ast-grep CLI. */
export interface CliEdit {
  readonly pat: string;
  readonly out: string;
  readonly selector?: string;
  readonly strictness?: string;
  /** Without it, each file is edited in the language of its extension. */
  readonly language?: string;
}

/**
 * The ast-grep binary of this platform. It is looked for in the platform's own package: the `bin` of
 * `@ast-grep/cli` is put in place by an install script, which may be blocked.
 */
function findAstGrepCli(): string {
  const suffix = { linux: "-gnu", win32: "-msvc" }[process.platform as string] ?? "";
  const name = `@ast-grep/cli-${process.platform}-${process.arch}${suffix}`;
  const require = createRequire(
    createRequire(import.meta.url).resolve("@ast-grep/cli/package.json"),
  );
  const binary = process.platform === "win32" ? "ast-grep.exe" : "ast-grep";
  return path.join(path.dirname(require.resolve(`${name}/package.json`)), binary);
}

/** Runs `ast-grep run -U` over a folder. No match is no error; every other failure throws. */
export function updateWithCli(folder: string, edit: CliEdit): void {
  const options = [
    ...["-p", edit.pat, "-r", edit.out, "-U"],
    ...(edit.selector === undefined ? [] : ["--selector", edit.selector]),
    ...(edit.strictness === undefined ? [] : ["--strictness", edit.strictness]),
    ...(edit.language === undefined ? [] : ["-l", edit.language]),
  ];
  runAstGrep(["run", ...options, "."], folder);
}

/**
 * Runs `ast-grep scan -U` over a folder with the text of a rule file. A rule that the CLI refuses throws.
 * A worker of the CLI that dies leaves its file alone without a word.
 */
export function scanWithCli(folder: string, rules: string): void {
  runAstGrep(["scan", "--inline-rules", rules, "-U", "."], folder);
}

/** Runs `ast-grep scan -U` over a folder that has an sgconfig.yml, with the rules of its project. */
export function scanProjectWithCli(folder: string): void {
  runAstGrep(["scan", "-U", "."], folder);
}

/** The files of a folder that ast-grep takes for a language, relative to the folder and sorted. */
export function filesOfLanguageByCli(folder: string, language: string): readonly string[] {
  const output = runAstGrep(["run", "-p", "$A", "-l", language, "--json=stream", "."], folder);
  const lines = output.split("\n").filter((line) => line !== "");
  const files = lines.map((line) => (JSON.parse(line) as { file: string }).file);
  return [...new Set(files.map((file) => path.posix.normalize(file)))].sort();
}

function runAstGrep(options: readonly string[], folder: string): string {
  try {
    return execFileSync(findAstGrepCli(), options, {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const { status, stderr } = error as { status?: number; stderr?: string };
    if (status === 1 && !stderr?.includes("Error:")) return "";
    throw new Error(`ast-grep failed: ${stderr}`, { cause: error });
  }
}
