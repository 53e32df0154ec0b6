// Isolated: it needs the real `string-width`, for which vitest.config.ts puts the replacement of the build elsewhere.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
// @ts-expect-error It is plain JavaScript.
import terminalWidth from "../../scripts/terminal-width.mjs";
import { COMMAND_NAMES } from "../../src/request/options/option-spec.ts";
import { cli } from "../support/run-cli.ts";

const PROJECT = resolve(import.meta.dirname, "../..");
const MAIN = resolve(PROJECT, "dist/main.js");

/** The help as the library lays it out. */
async function helpOf(argv: readonly string[]): Promise<string> {
  let help = "";
  const write = (text: string) => {
    help += text;
  };
  await cli(PROJECT, argv, { stdout: { write, isTerminal: false, columns: 80 } });
  return help;
}

describe("the built command", () => {
  it.each([[["--help"]], [["run", "--help"]]])(
    "lays its help out as the library does whose measure of a text's width it replaces: %j",
    async (argv) => {
      const { stdout } = spawnSync(process.execPath, [MAIN, ...argv], {
        cwd: PROJECT,
        encoding: "utf8",
      });
      expect(stdout).toBe(await helpOf(argv));
    },
  );

  it("measures every text of every command's help as that library does", async () => {
    const yargs = createRequire(fileURLToPath(import.meta.resolve("yargs")));
    const { default: stringWidth } = await import(
      pathToFileURL(yargs.resolve("string-width")).href
    );
    for (const argv of [
      ["--help"],
      ...COMMAND_NAMES.map((command) => [...command.split(" "), "--help"]),
    ]) {
      const help = await helpOf(argv);
      expect(help).toContain("Options");
      for (const text of [...help.split("\n"), ...help.split(/\s+/)])
        expect([text, terminalWidth(text)]).toEqual([text, stringWidth(text)]);
    }
  });
});
