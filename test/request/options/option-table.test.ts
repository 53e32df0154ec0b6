import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error It is plain JavaScript.
import { actionArguments } from "../../../scripts/cli-reference.mjs";
import { MODES } from "../../../src/action/modes.ts";
import { argumentsOf, spellings } from "../../../src/action/read-arguments.ts";
import { OPTION_KINDS } from "../../../src/request/options/option-kind.ts";
import { COMMAND_NAMES } from "../../../src/request/options/option-spec.ts";
import { ALL_OPTIONS, optionsOf } from "../../../src/request/options/option-table.ts";
import { readAction } from "../../action/composite-action.ts";
import { cli } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const CHECKOUT = resolve(import.meta.dirname, "../../..");

/** The text of `--help`, without its line ends. */
async function helpOf(command: string): Promise<string> {
  const { stdout } = await cli(tempTree({}), [...command.split(" "), "--help"]);
  return stdout.replace(/\s+/g, " ");
}

describe("the table of options", () => {
  it("has one entry for each option of a command", () => {
    for (const command of COMMAND_NAMES) {
      const names = optionsOf(command).map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it.each(COMMAND_NAMES)("is what `%s --help` says", async (command) => {
    const help = await helpOf(command);
    for (const { name, summary, default: fallback, defaultNote } of optionsOf(command)) {
      expect(help).toContain(` --${name} ${summary}`);
      const shown = typeof fallback === "string" ? fallback : defaultNote;
      if (shown !== undefined) expect(help).toContain(`default: ${shown})`);
    }
    const listed = [...help.matchAll(/ --([\w-]+) (?=[A-Z]|auto|pretty)/g)].map(([, name]) => name);
    const known = [...optionsOf(command).map(({ name }) => name), "version", "help"];
    expect(listed.filter((name) => !known.includes(name ?? ""))).toEqual([]);
  });

  it("names a placeholder for every value, and none for a flag", () => {
    for (const { name, kind, placeholder } of ALL_OPTIONS)
      expect({ name, hasPlaceholder: placeholder !== undefined }).toEqual({
        name,
        hasPlaceholder: OPTION_KINDS[kind].arity !== "flag",
      });
  });

  it("is what action.yml says of `args`: otherwise `npm run build && node scripts/cli-reference.mjs`", async () => {
    const { inputs } = await readAction(CHECKOUT);
    const sentences = actionArguments({ modes: MODES, argumentsOf, spellings });
    expect(inputs.args?.description).toBe(sentences.join(" "));
  });

  it("is what the page on the Action says: options of `args`, and what to use for the others", () => {
    const page = readFileSync(resolve(CHECKOUT, "docs/github-action.md"), "utf8");
    for (const mode of MODES)
      for (const spec of optionsOf(mode)) {
        const names = spec.adviceInAction === undefined ? spellings(spec) : [`--${spec.name}`];
        for (const name of names) expect(page).toContain(`\`${name}`);
      }
  });
});
