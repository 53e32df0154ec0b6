import { describe, expect, it } from "vitest";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { per: file, ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

/** Names that are commands for a shell, options for a program, or lines of a log. The canary is beside the checkout. */
const NAMES = [
  "$(cd ..;touch canary).js",
  "`cd ..;touch canary`.js",
  ";cd ..;touch canary;.js",
  "|cd ..|touch canary|.js",
  "&& cd .. && touch canary && .js",
  "a\n::set-output name=x::y\n.js",
  "a\n::error::fake.js",
  "\u001b]0;fake\u0007.js",
  "--output=x.js",
  "-rf.js",
  "--upload-pack=touch canary.js",
  "a'\"; touch canary #.js",
  "%SYSTEMROOT%.js",
  "\u202Egnp.js",
  " .js",
  ".js",
];

describe("names of files that are commands", () => {
  it.each(["preview", "run", "plan"] as const)("are names (%s)", async (mode) => {
    const request = await openPullRequest({
      base: { "recipe.yaml": RECIPE, "src/a.js": "f(1);\n" },
      head: () => Object.fromEntries(NAMES.map((name) => [`src/${name}`, "f(2);\n"])),
    });
    const check = { mode, recipes: ["recipe.yaml"], policy: "apply-all", args: ["--verbose"] };
    const attempts = await checkSafely(request, check);
    for (const { way, exitCode, report, output } of attempts) {
      expect(exitCode).toBe(0);
      const isWritten = mode === "run" && way === "action"; // The command came first.
      const found = report?.actions.flatMap(({ facts }) => facts.files).sort();
      const all = ["src/a.js", ...NAMES.map((name) => `src/${name}`)].sort();
      // `.js` is a name without an extension, and so without a language.
      if (!isWritten) expect(found).toEqual(all.filter((name) => name !== "src/.js"));
      expect(output).not.toMatch(/^\s*::(set-output|error::fake)/m);
      expect(output.includes("\u001b]0;fake")).toBe(false);
    }
  });
});
