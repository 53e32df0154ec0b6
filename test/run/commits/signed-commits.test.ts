import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AUTHOR, policyOf, RECIPE, runCommitting } from "../../support/commit-run.ts";
import { git, tempFolder, tempRepository } from "../../support/temp-tree.ts";

const FILES = {
  "recipe.yaml": RECIPE,
  "sluice.policy.yaml": policyOf("{ per: run }"),
  "src/a.ts": "f(1);\n",
};

/** A program that signs as git calls gpg: it notes its arguments, and says that it has made a signature. */
function signer(folder: string, name: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#!/bin/sh\necho "$@" > ${path}.ran\ncat > /dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\n` +
      "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nowner\\n-----END PGP SIGNATURE-----\\n'\n",
  );
  chmodSync(path, 0o755);
  return path;
}

/** Makes a commit with settings of the user and of the repository; `NAME` stands for a program that signs. */
async function commitWith(
  own: string,
  ofRepository: readonly (readonly [string, string])[],
  commits = "{ per: run }",
) {
  const folder = tempFolder();
  const programs = { own: signer(folder, "own"), strange: signer(folder, "strange") };
  const config = join(folder, "config");
  writeFileSync(config, own.replace("OWN", programs.own));
  const root = tempRepository({ ...FILES, "sluice.policy.yaml": policyOf(commits) });
  for (const [key, value] of ofRepository)
    git(root, "config", key, value.replace("STRANGE", programs.strange));
  const env = { ...AUTHOR, GIT_CONFIG_GLOBAL: config };
  const report = await runCommitting(root, {}, env);
  const isSigned = git(root, "cat-file", "commit", "HEAD").includes("\ngpgsig ");
  const ran = Object.entries(programs).filter(([, path]) => existsSync(`${path}.ran`));
  return { report, isSigned, ran: ran.map(([name]) => name) };
}

it.each<[what: string, own: string, ofRepository: readonly (readonly [string, string])[]]>([
  ["the user's settings", "[commit]\ngpgSign = true\n[gpg]\nprogram = OWN\n", []],
  ["a repository", "[gpg]\nprogram = OWN\n", [["commit.gpgSign", "true"]]],
  [
    "a repository that names a program, too",
    "[gpg]\nprogram = OWN\n",
    [
      ["commit.gpgSign", "1"],
      ["gpg.program", "STRANGE"],
      ["gpg.openpgp.program", "STRANGE"],
    ],
  ],
])("signs commits by the user's program, as %s asks for", async (_what, own, ofRepository) => {
  const { report, isSigned, ran } = await commitWith(own, ofRepository);
  expect(report.alerts.filter(({ level }) => level === "error")).toEqual([]);
  expect({ isSigned, ran }).toEqual({ isSigned: true, ran: ["own"] });
});

it.each<[what: string, own: string, ofRepository: readonly (readonly [string, string])[]]>([
  ["no setting", "[gpg]\nprogram = OWN\n", []],
  ["the repository takes it back", "[commit]\ngpgSign\n", [["commit.gpgSign", "false"]]],
])("signs nothing: %s", async (_what, own, ofRepository) => {
  const { report, isSigned, ran } = await commitWith(own, ofRepository);
  expect(report.commits).toHaveLength(1);
  expect({ isSigned, ran }).toEqual({ isSigned: false, ran: [] });
});

it("makes no commit that it cannot sign, and says so", async () => {
  const own = "[commit]\ngpgSign = true\n[gpg]\nprogram = /nowhere/gpg\n";
  const { report, ran } = await commitWith(own, [["gpg.program", "STRANGE"]]);
  expect([report.exitCode, report.commits, ran]).toEqual([1, [], []]);
  expect(report.alerts.map(({ message }) => message).join()).toMatch(/No commit .*sign/s);
});

it.each<[sign: boolean, own: string]>([
  [true, "[gpg]\nprogram = OWN\n"],
  [false, "[commit]\ngpgSign = true\n[gpg]\nprogram = OWN\n"],
])("lets a policy say if commits are signed: %s", async (sign, own) => {
  const { report, isSigned } = await commitWith(own, [], `{ sign: ${sign} }`);
  expect(report.alerts.filter(({ level }) => level === "error")).toEqual([]);
  expect(isSigned).toBe(sign);
});

it("makes no commit if the policy wants it signed, and it cannot be", async () => {
  const { report, isSigned } = await commitWith(
    "[gpg]\nprogram = /bin/false\n",
    [],
    "{ sign: true }",
  );
  const faults = report.alerts.filter(({ level }) => level === "error");
  expect(faults).toMatchObject([{ code: "not-committed" }]);
  expect(isSigned).toBe(false);
});

it("ascribes commits to whom the policy names", async () => {
  const root = tempRepository({
    ...FILES,
    "sluice.policy.yaml": policyOf('{ author: "A B <a@b.c>" }'),
  });
  const { PATH, GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM } = AUTHOR;
  await runCommitting(root, {}, { PATH, GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM });
  expect(git(root, "log", "-1", "--format=%an %ae %cn %ce")).toBe("A B a@b.c A B a@b.c\n");
});
