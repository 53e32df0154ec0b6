import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error It is plain JavaScript.
import { cliReference } from "../../scripts/cli-reference.mjs";
import { loadAllCommands } from "../../src/cli/commands/all-commands.ts";
import { EXIT_CODES } from "../../src/model/exit-code.ts";
import { OPTION_KINDS } from "../../src/request/options/option-kind.ts";
import { COMMAND_NAMES } from "../../src/request/options/option-spec.ts";
import { ALL_OPTIONS, optionsOf } from "../../src/request/options/option-table.ts";

const COMMANDS = await loadAllCommands();

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/cli.md"), "utf8");

describe("docs/cli.md", () => {
  it("is made from the tables: otherwise `npm run build && node scripts/cli-reference.mjs`", () => {
    const tables = { commands: COMMANDS, optionsOf, kinds: OPTION_KINDS, exitCodes: EXIT_CODES };
    expect(PAGE).toBe(cliReference(tables));
  });

  it("has every command and every option", () => {
    for (const name of COMMAND_NAMES) expect(PAGE).toContain(`\n## sluice ${name}\n`);
    for (const { name } of ALL_OPTIONS) expect(PAGE).toMatch(new RegExp(`\`--(no-)?${name}[ \`]`));
  });

  it("has links that lead to its sections", () => {
    const anchors = [...PAGE.matchAll(/^## (.*)$/gm)].map(([, title = ""]) =>
      title.toLowerCase().replaceAll(" ", "-"),
    );
    for (const [, anchor] of PAGE.matchAll(/\]\(#([^)]*)\)/g)) expect(anchors).toContain(anchor);
  });
});
