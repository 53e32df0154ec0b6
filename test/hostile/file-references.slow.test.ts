import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest, TOKEN } from "./pull-request.ts";

const PATHS = [
  "../outside/notes.txt",
  "src/../../outside/notes.txt",
  "/etc/passwd",
  "..\\outside\\notes.txt",
  "link.txt",
  "folder/notes.txt",
  "loop/x.txt",
  ".git/config",
  ".GIT/config",
  "./git~1/config",
  ".git./config",
  ".sluice/lock",
  "/proc/self/environ",
  "/dev/stdin",
];

/** A recipe whose prompt and list of files name every path. */
const RECIPE = `version: 1
name: ask
steps:
  - id: ask
    prompt: |
${PATHS.map((path) => `      See @${path}\n`).join("")}
`;

describe("paths of a prompt that lead out of the tree, or into .git", () => {
  it.each(["base", "all"])("attach nothing, and each is told (--trust %s)", async (trust) => {
    const request = await openPullRequest({
      base: { "recipe.yaml": RECIPE, "link.txt": "a note\n", "folder/notes.txt": "a note\n" },
      outside: { "notes.txt": `${TOKEN}\n` },
      prepare(root, outside) {
        git(root, "config", "http.extraheader", `Authorization: ${TOKEN}`);
        git(root, "rm", "-q", "-r", "link.txt", "folder");
        symlinkSync(join(outside, "notes.txt"), join(root, "link.txt"));
        symlinkSync(outside, join(root, "folder"));
        symlinkSync("loop", join(root, "loop"));
      },
    });
    const check = { recipes: ["recipe.yaml"], args: [`--trust=${trust}`] };
    for (const { exitCode, report } of await checkSafely(request, check)) {
      expect(exitCode).toBe(0);
      const items = report?.transcripts.flatMap((transcript) => transcript.items) ?? [];
      const text = items.map((item) => ("text" in item ? item.text : "")).join("\n");
      const refused = PATHS.filter((path) => text.includes(`[unresolved file ref: ${path}]`));
      const told = report?.alerts.length ?? 0;
      // With the base, its own two files are attached in the place of the links, and that is told.
      expect(refused.length).toBe(PATHS.length - (trust === "base" ? 2 : 0));
      expect(told).toBe(PATHS.length);
      expect(text).not.toContain("root:x:");
    }
  });
});
