import { describe, expect, it } from "vitest";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

/** Commands for a runner, each in a text right before code that is edited, so that diffs show them. */
const SOURCE = [
  "::set-output name=stolen::yes",
  "  ::add-path::/tmp/stolen",
  "\t::add-mask::e",
  "::error::forged\r",
  "\u001b[31m::warning::forged",
  "\u00a0::notice::forged",
  "text ##[add-path]/tmp/stolen",
  "##vso[task.setvariable variable=stolen]yes",
]
  .map((line) => `\`\n${line}\n\`;f(1);\n`)
  .join("");

/** Returns the lines that a runner takes for commands: none between \`stop-commands\` and its token. */
function commandsIn(output: string): readonly string[] {
  let token: string | undefined;
  const commands: string[] = [];
  for (const line of output.split(/\r\n|\r|\n/)) {
    const isCommand = line.trimStart().startsWith("::") || /##(vso)?\[/.test(line);
    const stop = /^::stop-commands::(.*)$/.exec(line)?.[1];
    if (token === undefined && stop !== undefined) token = stop;
    else if (line === `::${token}::`) token = undefined;
    else if (isCommand && token === undefined) commands.push(line);
  }
  return commands;
}

describe("text of a pull request that is a command for a runner", () => {
  it("is none in the log", async () => {
    const request = await openPullRequest({
      base: { "recipe.yaml": RECIPE, "src/a.js": "f(1);\n" },
      head: () => ({
        "src/a.js": SOURCE,
        "src/::error::x.js": SOURCE,
        "src/\n::error::y.js": SOURCE,
      }),
    });
    const [command, action] = await checkSafely(request, {
      recipes: ["recipe.yaml"],
    });
    for (const attempt of [command, action]) {
      expect(attempt?.exitCode).toBe(0);
      expect(attempt?.report?.actions[0]?.facts.replacements).toBe(24);
      expect(attempt?.printed).toContain("stolen");
    }
    expect(commandsIn(command?.printed ?? "::")).toEqual([]);
    expect(commandsIn(action?.printed ?? "::")).toEqual([]);
  });
});
