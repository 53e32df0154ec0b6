import { expect, it } from "vitest";
import { OwnershipError } from "../../src/git/ownership-error.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { tempRepository } from "../support/temp-tree.ts";

it("tells in one line of a repository of another user, with the command that accepts it", async () => {
  const root = tempRepository({ a: "" });
  const env = { PATH: process.env.PATH, HOME: root, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
  const asked = gitIn(root, env)(["rev-parse", "HEAD"]);
  await expect(asked).rejects.toThrow(OwnershipError);
  await expect(asked).rejects.toThrow(
    `git refuses ${root}: it belongs to another user. ` +
      `\`git config --global --add safe.directory ${root}\` accepts it`,
  );
});

it("knows the message in each language, and of a git that names no command", () => {
  const printed =
    "Schwerwiegend: …\nHinweis:\n\n\tgit config --global --add safe.directory '/a b'\n";
  expect(new OwnershipError(printed).message).toBe(
    "git refuses '/a b': it belongs to another user. " +
      "`git config --global --add safe.directory '/a b'` accepts it",
  );
  expect(new OwnershipError("see safe.directory").message).toContain("safe.directory FOLDER");
});
