import { expect, it } from "vitest";
import { gitEnvironment } from "../../src/git/git-environment.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { git, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

it("has no secret, whatever the prefix of its name, and the user's settings", () => {
  const secrets = ["GIT_TOKEN", "GIT_PASSWORD", "git_api_key", "GITHUB_TOKEN", "NPM_SECRET"];
  const settings = { GIT_CONFIG_GLOBAL: "c", GIT_CONFIG_KEY_0: "k", GIT_SSH: "s", HOME: "/h" };
  const variables = gitEnvironment({
    ...Object.fromEntries(secrets.map((name) => [name, "x"])),
    ...settings,
    LC_ALL: "fr_FR.UTF-8",
  });
  expect(variables).toMatchObject({ ...settings, LC_ALL: "C" });
  for (const name of secrets) expect(variables).not.toHaveProperty(name);
});

it("keeps replaced objects and grafts from changing what git says of a commit", async () => {
  const root = tempRepository({ "policy.yaml": "strict\n" });
  writeTree(root, { "b.ts": "" });
  git(root, "add", ".");
  git(root, "commit", "-qm", "Second");
  const run = gitIn(root, { ...process.env, GIT_GRAFT_FILE: tempTree({ grafts: "" }) });
  const questions = [
    ["ls-tree", "-r", "HEAD"],
    ["cat-file", "blob", "HEAD:policy.yaml"],
    ["rev-list", "HEAD"],
  ];
  const before = await Promise.all(questions.map(run));
  const [strict, tree, second] = ["HEAD:policy.yaml", "HEAD^{tree}", "HEAD"].map((name) =>
    git(root, "rev-parse", name).trim(),
  );
  writeTree(root, { loose: "loose\n" });
  git(root, "replace", strict ?? "", git(root, "hash-object", "-w", "loose").trim());
  git(root, "replace", tree ?? "", git(root, "rev-parse", "HEAD~1^{tree}").trim());
  writeTree(root, { ".git/info/grafts": `${second}\n` });
  const plain = questions.map((question) => git(root, ...question));
  expect(plain.map((answer, index) => answer === before[index])).toEqual([false, false, false]);
  const warnings: string[] = [];
  const after = gitIn(root, process.env, { onWarning: (text) => warnings.push(text) });
  expect(await Promise.all(questions.map(after))).toEqual(before);
  expect(warnings).toEqual([]);
});
