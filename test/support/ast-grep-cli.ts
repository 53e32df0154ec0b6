import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
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
    ...[`--pattern=${edit.pat}`, `--rewrite=${edit.out}`, "-U"], // may begin with a dash
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

/** Returns what `ast-grep scan` finds in a folder by the text of a rule file. */
export function findingsOfCli(folder: string, rules: string): readonly ScannedMatch[] {
  const args = ["scan", "--inline-rules", rules, "--json=compact", "."];
  return JSON.parse(
    execFileSync(findAstGrepCli(), args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
}

/** A finding of ast-grep; lines and columns count from 0. */
interface ScannedMatch {
  readonly ruleId: string;
  readonly message: string;
  readonly range: Readonly<
    Record<"start" | "end", { readonly line: number; readonly column: number }>
  >;
}

/** Runs `ast-grep scan -U` over a folder that has an sgconfig.yml, with the rules of its project. */
export function scanProjectWithCli(folder: string): void {
  runAstGrep(["scan", "-U", "."], folder);
}

/** The files that hold `a`, by the language that ast-grep takes them for; relative to the folder, sorted. */
export function filesByLanguageOfCli(
  folder: string,
  languages: readonly string[],
  languageGlobs: Readonly<Record<string, readonly string[]>> = {},
): ReadonlyMap<string, readonly string[]> {
  const config = path.join(folder, "sgconfig.yml");
  writeFileSync(config, JSON.stringify({ ruleDirs: [], languageGlobs }));
  const rule = { any: [{ pattern: "a" }, { kind: "ERROR" }] };
  const rules = languages.map((language) => JSON.stringify({ id: language, language, rule }));
  const options = ["scan", "--json=stream", "--no-ignore=hidden", "--config", config];
  const output = runAstGrep([...options, "--inline-rules", rules.join("\n---\n"), "."], folder);
  const matches = output.split("\n").filter((line) => line !== "");
  const found = new Map(languages.map((language) => [language, new Set<string>()]));
  for (const match of matches) {
    const { ruleId, file } = JSON.parse(match) as { ruleId: string; file: string };
    const name = path.posix.normalize(file);
    if (name !== "sgconfig.yml") found.get(ruleId)?.add(name);
  }
  return new Map([...found].map(([language, files]) => [language, [...files].sort()]));
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

/** Returns what the CLI writes with the line ends of the file: Sluice writes no others if all of them are CRLF. */
export function withLineEndsOf(before: string, byCli: string): string {
  const isCrlf = before.includes("\r\n") && !/(?<!\r)\n/.test(before);
  return isCrlf ? byCli.replace(/\r?\n/g, "\r\n") : byCli;
}
