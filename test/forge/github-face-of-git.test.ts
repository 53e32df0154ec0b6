import { join } from "node:path";
import { expect, it } from "vitest";
import { openGithubPulls } from "../../src/forge/github/open-pulls.ts";
import { bindToBare } from "../support/forge/bind-to-bare.ts";
import { startGithub } from "../support/forge/hasty-port.ts";
import { git, tempFolder, tempRepository, writeTree } from "../support/temp-tree.ts";

const NEW = { title: "Rename", body: "<!-- x -->", base: "main", branch: "topic", isDraft: false };

it("shows the branches of a bare repository: pushed, moved and deleted", async () => {
  const root = tempRepository({ "a.ts": "a;\n" });
  const bare = join(tempFolder(), "demo.git");
  git(root, "clone", "-q", "--bare", ".", bare);
  const { demo, port } = await startGithub();
  bindToBare(demo, bare);
  const pulls = openGithubPulls({ owner: "octo", repository: "demo" }, port);
  const push = () => git(root, "push", "-q", bare, "HEAD:topic");
  await expect(pulls.open(NEW)).rejects.toThrow(/head invalid/);
  push();
  await expect(pulls.open(NEW)).rejects.toThrow(/No commits between main and topic/);
  writeTree(root, { "a.ts": "b;\n" });
  git(root, "commit", "-qam", "Rename a\n\nSluice-Publish: x");
  push();
  const pull = await pulls.open(NEW);
  expect(pull.head).toBe(git(root, "rev-parse", "HEAD").trim());
  git(root, "commit", "-q", "--allow-empty", "-m", "By hand");
  push();
  expect((await pulls.findOpen("<!-- x"))[0]?.head).toBe(git(root, "rev-parse", "HEAD").trim());
  const read = await pulls.readCommit(pull.head);
  expect(read).toMatchObject({ message: "Rename a\n\nSluice-Publish: x", parents: 1 });
  git(root, "push", "-q", bare, ":topic");
  expect(await pulls.findOpen("<!-- x")).toEqual([]);
  expect((await pulls.findOfBranch("topic", "main"))[0]?.state).toBe("closed");
});
