import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { OPTION_TABLE } from "../../../src/request/options/option-table.ts";

const SRC = resolve(import.meta.dirname, "../../../src");
const TABLE = "request/options/option-table.ts";

/** Every source file with its code: comments are left out, and so are strings, but for the names of options as keys. */
const CODE: ReadonlyMap<string, string> = new Map(
  readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path.replaceAll("\\", "/"), codeOf(readFileSync(join(SRC, path), "utf8"))]),
);

function codeOf(text: string): string {
  return text
    .replace(/^ *(?:\/\*\*|\*|\/\/).*$| \/\/ .*$/gm, "")
    .replace(/\["([a-z-]+)"\]|"([a-z-]+)":/g, (_all, key, property) => ` ${key ?? property} `)
    .replace(/"(?:[^"\\\n]|\\.)*"/g, "");
}

/** The files, below some folders, that name an option: its field, or its name as a key. A plain word is no name. */
function filesThatName(
  key: keyof typeof OPTION_TABLE,
  folders: readonly string[],
): readonly string[] {
  const row = OPTION_TABLE[key];
  const words = ["isField" in row ? key : "", row.name].filter((word) => /[A-Z-]/.test(word));
  const pattern = new RegExp(`(?<![\\w-])(?:${words.join("|")})(?![\\w-])`);
  return [...CODE]
    .filter(([path, code]) => path !== TABLE && pattern.test(code))
    .map(([path]) => path)
    .filter((path) => folders.some((folder) => path.startsWith(folder)))
    .sort();
}

/** The doors, and what they share. The settings of a session of the library's are of its own. */
const DOORS = [
  "request/",
  "command/",
  "cli/",
  "action/",
  "api/requ",
  "api/whole",
  "api/run",
  "api/past",
];

/** Where a door uses the value of an option that is a field. */
const USED: Readonly<Record<string, readonly string[]>> = {
  inputsFile: ["action/tell-forge.ts", "command/task.ts"],
  acceptedPlan: ["command/task.ts"],
  filesFrom: ["action/tell-forge.ts"],
  changedLines: ["action/tell-forge.ts"],
  allowEnv: ["cli/commands/test-command.ts"], // A test gives recipes no variables.
  allowCode: ["cli/commands/test-command.ts"],
  olderThan: ["cli/commands/runs-command.ts"],
  lockTimeout: [
    "cli/commands/fleet/fleet-merge-command.ts",
    "cli/commands/fleet/fleet-run-command.ts",
    "cli/commands/fleet/fleet-worker-command.ts",
  ],
};

describe("an option", () => {
  it("that is a field passes the doors without being named there, unless they use it", () => {
    const keys = Object.keys(OPTION_TABLE) as (keyof typeof OPTION_TABLE)[];
    // A field of one word, and `isDryRun`, are words of other things, too.
    const fields = keys.filter(
      (key) => "isField" in OPTION_TABLE[key] && /[A-Z]/.test(key) && key !== "isDryRun",
    );
    expect(fields.length).toBeGreaterThan(12);
    const used = fields.map((key) => [key, filesThatName(key, DOORS)] as const);
    const found = Object.fromEntries(used.filter(([, files]) => files.length > 0));
    expect(found).toEqual(USED);
  });

  it.each([
    ["requireClean", ["config/prepare/prepare-run.ts"]],
    [
      "maxPlanBytes",
      [
        "plan/judge/read-plan-request.ts",
        "plan/merge/read-shards.ts",
        "verify/accepted-by-plan.ts",
      ],
    ],
    ["withHeld", ["past/prune-runs.ts"]],
    ["minCoverage", ["cli/commands/policy/policy-test-command.ts"]],
    ["pullRequest", ["cli/commands/comment-command.ts"]],
    ["preCommit", ["cli/commands/init-command.ts"]],
  ] as const)("is its row and the code that uses its value: %s", (key, files) => {
    expect(filesThatName(key, [""])).toEqual(files);
  });
});
