// Writes docs/cli.md from the tables of the compiled sources: `npm run build && node scripts/cli-reference.mjs`.
// test/docs/cli.test.ts fails if the page is not that of the sources.
import { realpathSync, writeFileSync } from "node:fs";
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

/** A pipe would end the cell. */
function cell(text) {
  return text.replaceAll("|", "\\|");
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const of = (path) => import(new URL(`../dist/${path}.js`, import.meta.url).href);
  const { COMMANDS: commands } = await of("cli/commands/all-commands");
  const { optionsOf } = await of("request/options/option-table");
  const { OPTION_KINDS: kinds } = await of("request/options/option-kind");
  const { EXIT_CODES: exitCodes } = await of("model/exit-code");
  const page = fileURLToPath(new URL("../docs/cli.md", import.meta.url));
  writeFileSync(page, cliReference({ commands, optionsOf, kinds, exitCodes }));
}
