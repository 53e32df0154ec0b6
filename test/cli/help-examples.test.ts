import { describe, expect, it } from "vitest";
import { splitArguments } from "../../src/action/read-arguments.ts";
import type { CliWorld } from "../../src/cli/cli-world.ts";
import { loadAllCommands } from "../../src/cli/commands/all-commands.ts";
import { addCommands, createParser, parseWords } from "../../src/cli/create-parser.ts";
import { withoutDashes } from "../../src/cli/dash-word.ts";
import { wordsOf, writtenOptions } from "../../src/cli/yargs-options.ts";
import { optionsOf } from "../../src/request/options/option-table.ts";
import { readOptions } from "../../src/request/options/read-options.ts";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const COMMANDS = await loadAllCommands();

const EXAMPLES = COMMANDS.flatMap(({ name, examples }) =>
  examples.map(([example]) => ({ name, example })),
);

/** The words of the `sluice` in an example, without what its shell does with files. */
function wordsIn(example: string): readonly string[] {
  const line = /\bsluice .*/.exec(example)?.[0].replace(/ [<>|] .*|\)$/, "") ?? "";
  const split = splitArguments(line);
  if (!("words" in split)) throw new Error(`Not a command line: ${example}`);
  return split.words.slice(1);
}

describe("the help", () => {
  it.each(COMMANDS)("of every command has examples (sluice $name)", async ({ name, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    const { exitCode, stdout } = await cli(tempTree({}), [...name.split(" "), "--help"]);
    expect(exitCode).toBe(0);
    const shown = stdout.split("Examples:")[1] ?? "";
    // Long lines are broken.
    for (const word of examples.flat().flatMap((text) => text.split(" ")))
      expect(shown).toContain(word);
  });

  it.each(EXAMPLES)("has only examples that are valid: $example", async ({ name, example }) => {
    const argv = wordsIn(example);
    const sink = { write: () => undefined, isTerminal: false, columns: 100 };
    // The parser uses nothing else of a world.
    const world = { version: "0", stdout: sink } as Partial<CliWorld> as CliWorld;
    const parser = createParser(argv, world);
    addCommands(parser, COMMANDS);
    const parsed = await parseWords(parser, withoutDashes(argv), () => undefined);
    if (parsed === undefined) throw new Error("It only asks for help.");
    expect(parsed.command.name).toBe(name);
    const written = writtenOptions(optionsOf(name), parsed.raw, argv);
    expect(readOptions(name, written)).toMatchObject({ kind: "options" });
    wordsOf(parsed.command, parsed.raw, argv);
  });
});
