import { resolve } from "node:path";
import { realPathOf } from "../files/real-path.ts";
import type { RunOptions } from "../request/options/read-options.ts";
import type { RunRequest } from "../request/request.ts";
import { pathInside } from "../shared/paths/posix-path.ts";

/** The name of the recipe of a command line, in messages and in reports. */
const COMMAND_LINE = "<command line>";
/** The name that policies and reports know the recipe by. */
const NAME = "inline";
/** The most matches of a search that are shown. */
const MOST_MATCHES = 1000;

/** A recipe in one line: the options that write it, and the words after them, which are paths. */
export interface InlineWords
  extends Pick<RunOptions, "pat" | "out" | "lang" | "root">,
    Partial<Pick<RunOptions, "parens">> {
  readonly paths: readonly string[];
}

/** The parts of a request for such a recipe, or the reason why the line means no recipe. */
export type InlineRecipe =
  | Required<Pick<RunRequest, "recipes" | "objects">>
  | { readonly problem: string; readonly hint: string };

/** True if a command line writes a recipe itself. */
export function isInline({ pat, out, lang, parens }: Omit<InlineWords, "paths" | "root">): boolean {
  return pat.length > 0 || out.length > 0 || (lang ?? parens) !== undefined;
}

/** Makes the recipe that the options of a command line write. Its paths become relative to the root. */
export function inlineRecipe(
  command: RunRequest["command"],
  words: InlineWords,
  cwd: string,
): InlineRecipe {
  const problem = problemOf(command, words);
  if (problem !== undefined) return problem;
  const root = resolve(cwd, words.root ?? ".");
  const paths = words.paths.map((path) => pathBelow(root, resolve(cwd, path)));
  const outside = paths.indexOf(undefined);
  if (outside !== -1)
    return {
      problem: `The path \`${words.paths[outside]}\` lies outside of the root.`,
      hint: "The root is the working directory; --root DIR names another one.",
    };
  const inside = paths.filter((path) => path !== undefined);
  const text = textOf({ ...words, paths: inside.includes("") ? [] : inside });
  return { recipes: [COMMAND_LINE], objects: new Map([[COMMAND_LINE, text]]) };
}

type Problem = Extract<InlineRecipe, { readonly problem: unknown }>;

function problemOf(
  command: RunRequest["command"],
  { pat, out, lang, parens, paths }: InlineWords,
): Problem | undefined {
  if (pat.length === 0) {
    const given = { out: out.length > 0, lang: lang !== undefined, parens: parens !== undefined };
    const [option] = Object.entries(given).find(([, isGiven]) => isGiven) ?? [];
    if (option !== undefined)
      return {
        problem: `--${option} needs --pat.`,
        hint: "A recipe in one line is -p CODE -r CODE [-l LANGUAGE] [path..].",
      };
  }
  if (out.length === 0 && command !== "preview")
    return {
      problem: `--pat needs --out in \`${command}\`.`,
      hint: "Add -r CODE; -r '' removes what matches. `sluice preview` searches without it.",
    };
  if (out.length > 0 && out.length !== pat.length)
    return {
      problem: `${pat.length} --pat and ${out.length} --out do not make pairs.`,
      hint: "Each -p CODE needs its -r CODE; -r '' removes what matches.",
    };
  if (paths.includes(""))
    return { problem: "A path is empty.", hint: "Name a file, a folder or a glob." };
  if (paths.includes("-"))
    return {
      problem: "`-` has no meaning beside --pat, where words are paths.",
      hint: "For a list of files on standard input, use --files-from -.",
    };
  return undefined;
}

/** Returns a path relative to the root, which may be named by a link; undefined outside of it. */
function pathBelow(root: string, absolute: string): string | undefined {
  const roots = [root, realPathOf(root) ?? root];
  return roots.map((each) => pathInside(each, absolute)).find((path) => path !== undefined);
}

/** Returns the recipe as a person would write it into a file: faults are shown in it. */
function textOf({ pat, out, lang, parens, paths }: Omit<InlineWords, "root">): string {
  const inputs: string[] = [];
  const value = (code: string): string => {
    if (!code.includes("${{")) return JSON.stringify(code);
    inputs.push(JSON.stringify(code)); // An inserted text is not expanded again.
    return JSON.stringify(`\${{ inputs.code${inputs.length} }}`);
  };
  const settings = [
    ...(lang === undefined ? [] : [`lang: ${value(lang)}`]),
    ...(paths.length === 0 ? [] : [`paths: [${paths.map(value).join(", ")}]`]),
  ];
  const parenthesized = parens === undefined ? [] : [`parens: ${parens}`];
  const steps =
    out.length === 0
      ? pat.map((code) => {
          const params = [`pat: ${value(code)}`, ...settings, `limit: ${MOST_MATCHES}`];
          return `  - tool: ast_grep\n    with:\n${lines(params, 6)}`;
        })
      : [
          `  - ast_edit:\n${lines([...settings, ...parenthesized, "ops:"], 6)}${pat
            .map(
              (code, at) =>
                `        - pat: ${value(code)}\n          out: ${value(out[at] ?? "")}\n`,
            )
            .join("")}`,
        ];
  const declared = inputs.map((code, at) => `  code${at + 1}: { default: ${code} }\n`).join("");
  const head = `version: 1\nname: ${NAME}\n`;
  return `${head}${declared === "" ? "" : `inputs:\n${declared}`}steps:\n${steps.join("")}`;
}

function lines(list: readonly string[], indent: number): string {
  return list.map((line) => `${" ".repeat(indent)}${line}\n`).join("");
}
