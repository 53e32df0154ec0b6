// Writes docs/cli.md, and the text of `args` in action.yml, from the tables of the compiled sources:
// `npm run build && node scripts/cli-reference.mjs`. Tests fail if these are not what the sources make.
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns the page about the command line. */
export function cliReference({ commands, optionsOf, kinds, exitCodes }) {
  const all = commands.map(({ name }) => name);
  const isCommon = (spec) => spec.commands.length === all.length;
  const common = optionsOf("list").filter(isCommon);
  return `${[
    "# The command line",
    "",
    "This page is made from the tables that `--help` shows; `node scripts/cli-reference.mjs` writes it.",
    "",
    "| command | what it does |",
    "|---|---|",
    ...commands.map(
      ({ name, summary }) =>
        `| [\`sluice ${name}\`](#sluice-${name.replace(" ", "-")}) | ${cell(summary)} |`,
    ),
    "",
    "## Every command",
    "",
    ...optionTable(common, kinds),
    "| `--help`, `-h` | show help; so does `sluice help COMMAND` |",
    "| `--version` | show the version |",
    "",
    ...commands.flatMap((command) => [
      ...section(
        command,
        optionsOf(command.name).filter((spec) => !isCommon(spec)),
        kinds,
      ),
      "",
    ]),
    "## Exit codes",
    "",
    "| code | outcome | meaning |",
    "|---|---|---|",
    ...exitCodes.map(({ code, outcome, meaning }) => `| ${code} | ${outcome} | ${cell(meaning)} |`),
    "",
    "Where several hold, the first of 70, 130/143, 2, 3, 5, 1, 4, 0 counts.",
  ].join("\n")}\n`;
}

function section({ name, words, takesFiles, summary, examples }, own, kinds) {
  const usage = ["sluice", name, words, "[options]", ...(takesFiles ? ["[-- file..]"] : [])];
  return [
    `## sluice ${name}`,
    "",
    `${summary}.`,
    "",
    "```",
    usage.filter(Boolean).join(" "),
    "```",
    "",
    ...(own.length === 0 ? [] : [...optionTable(own, kinds), ""]),
    "```sh",
    ...examples.map(([example, what]) => `${example.padEnd(width(examples))}  # ${what}`),
    "```",
  ];
}

function width(examples) {
  return Math.max(...examples.map(([example]) => example.length));
}

function optionTable(specs, kinds) {
  return [
    "| option | meaning | default |",
    "|---|---|---|",
    ...specs.map((spec) => row(spec, kinds)),
  ];
}

function row(
  { name, alias, longAlias, kind, placeholder, summary, default: fallback, defaultNote },
  kinds,
) {
  const { arity, hasNegation } = kinds[kind];
  const value = placeholder === undefined ? "" : ` ${placeholder}`;
  const names = [
    ...(alias === undefined ? [] : [`\`-${alias}\``]),
    `\`--${hasNegation && fallback === true ? "no-" : ""}${name}${value}\``,
    ...(longAlias === undefined ? [] : [`\`--${longAlias}${value}\``]),
  ];
  const shown = typeof fallback === "string" ? `\`${fallback}\`` : (defaultNote ?? "");
  const note = arity === "many" ? "; repeatable" : "";
  return `| ${cell(names.join(", "))} | ${cell(summary)}${note} | ${cell(shown)} |`;
}

/** Returns what action.yml says of the input `args`, a sentence for each set of modes. */
export function actionArguments({ modes, argumentsOf, spellings }) {
  const all = modes.flatMap(argumentsOf);
  const specs = all.filter(({ name }, at) => all.findIndex((spec) => spec.name === name) === at);
  const bySet = new Map([["every mode", []]]);
  for (const spec of specs) {
    const own = modes.filter((mode) => argumentsOf(mode).some(({ name }) => name === spec.name));
    const named = `${own.slice(0, -1).join(", ")} and ${own.at(-1)}`;
    const several = own.length === modes.length ? "every mode" : `the modes ${named}`;
    const set = own.length === 1 ? `mode ${own[0]}` : several;
    const words = spellings(spec).map((name) => [name, spec.placeholder].filter(Boolean).join(" "));
    bySet.set(set, [...(bySet.get(set) ?? []), ...words]);
  }
  return [
    "More options, quoted as in a shell but never expanded.",
    ...[...bySet].map(([set, words]) => `In ${set}: ${words.join(", ")}.`),
  ];
}

/** Returns action.yml with these sentences, folded. */
function withArguments(text, sentences) {
  const lines = sentences.map((sentence) =>
    sentence.replace(/(.{1,113}$|.{1,112},)(?: |$)/g, "      $1\n"),
  );
  return text.replace(
    /(\n {2}args:\n {4}description: >-\n)(?: {6}.*\n)+/,
    (_all, head) => `${head}${lines.join("")}`,
  );
}

/** A pipe would end the cell. */
function cell(text) {
  return text.replaceAll("|", "\\|");
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const of = (path) => import(new URL(`../build/${path}.js`, import.meta.url).href);
  const { loadAllCommands } = await of("cli/commands/all-commands");
  const commands = await loadAllCommands();
  const { optionsOf } = await of("request/options/option-table");
  const { OPTION_KINDS: kinds } = await of("request/options/option-kind");
  const { EXIT_CODES: exitCodes } = await of("model/exit-code");
  const page = fileURLToPath(new URL("../docs/cli.md", import.meta.url));
  writeFileSync(page, cliReference({ commands, optionsOf, kinds, exitCodes }));
  const { MODES: modes } = await of("action/modes");
  const { argumentsOf, spellings } = await of("action/read-arguments");
  const action = fileURLToPath(new URL("../action.yml", import.meta.url));
  const sentences = actionArguments({ modes, argumentsOf, spellings });
  writeFileSync(action, withArguments(readFileSync(action, "utf8"), sentences));
}
