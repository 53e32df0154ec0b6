import { join } from "node:path";
import { expect, it } from "vitest";
import { wordsFor } from "../../../src/config/consent/words-for.ts";
import { prettyAcceptance } from "../../../src/report/trust/pretty-acceptance.ts";
import { type CliResult, cli } from "../../support/run-cli.ts";
import { tempFolder, tempRepository, writeTree } from "../../support/temp-tree.ts";
import { USER } from "../../support/user-state.ts";

it.each([
  ["p.yaml", "/r", "/r", "p.yaml"],
  ["-p.yaml", "/r", "/r", "./-p.yaml"],
  ["p.yaml", "/r", "/r/sub", "../p.yaml --root=.."],
  ["p.yaml", "/r/pkg", "/r", "pkg/p.yaml --root=pkg"],
  ["/r/p.yaml", "/r/pkg", "/r/pkg", "../p.yaml"],
])("%s of the root %s is named from %s as %s", (path, root, cwd, words) => {
  expect(wordsFor(path, root, cwd)).toBe(words);
});

it("what a hint says from another folder accepts the policy of the root, and forgets it, also above the root", async () => {
  const policy =
    "version: 1\ndefault: { verdict: hold, reason: No. }\nallow: { env: [KEY] }\nrules: []\n";
  const top = tempRepository({ "sluice.policy.yaml": policy, "pkg/sluice.policy.yaml": policy });
  const world = { user: USER, env: { PATH: process.env.PATH, HOME: tempFolder() } };
  const sluice = (folder: string, ...argv: string[]): Promise<CliResult> =>
    cli(join(top, folder), ["trust", ...argv], world);
  const accepted = await sluice(".", "accept", "pkg/sluice.policy.yaml", "--root=pkg");
  expect(accepted.stdout).toContain("sluice trust forget pkg/sluice.policy.yaml --root=pkg\n");
  expect((await sluice(".", "forget")).stdout).toContain("Nothing of this was accepted.");
  const forgotten = await sluice(".", "forget", "pkg/sluice.policy.yaml", "--root=pkg");
  expect(forgotten.stdout).toBe("Forgotten: sluice.policy.yaml.\n");
  const above = await sluice("pkg", "accept", "../sluice.policy.yaml");
  expect(above.stdout).toContain("sluice trust forget ../sluice.policy.yaml\n");
  expect((await sluice("pkg", "forget", "../sluice.policy.yaml")).stdout).toContain("Forgotten: /");
});

it("shows what a command hides, where it runs, and for how long", () => {
  const check = { name: "c", shell: true, timeout: 90_000, cwd: "src", env: [] };
  const shownAs = (...run: string[]) =>
    prettyAcceptance({
      files: ["p.yaml"],
      checks: [{ ...check, run, shell: run.length === 1 }],
      env: [],
      hosts: [],
      landing: {},
      keptIn: "t",
      words: "p.yaml",
    }).split("\n")[1];
  const end = ", as the check c, in src, for at most 90 s";
  expect(shownAs(`npm test${" ".repeat(6000)}; evil`)).toBe(
    `  run in a shell: npm test [6000 blanks] ; evil${end}`,
  );
  expect(shownAs("a\nb\t\u00a0\u3164\u2800\ufe0f\u{e0101}\u202e\n\n")).toBe(
    `  run in a shell: a\\nb\\t\\u{a0}\\u{3164}\\u{2800}\\u{fe0f}\\u{e0101}\\u202e\\n\\n${end}`,
  );
  expect(shownAs("sh", "npm test; rm -rf /")).toBe(`  run sh 'npm test; rm -rf /'${end}`);
});

it("accepts a policy that extends one of a package in a folder of the caller", async () => {
  const base = "version: 1\ndefault: { verdict: hold, reason: No. }\n";
  const packages = tempFolder();
  writeTree(packages, { "node_modules/@acme/p/sluice.policy.yaml": base });
  const policy = 'version: 1\nextends: "@acme/p"\nallow: { env: [KEY] }\n';
  const root = tempRepository({ "sluice.policy.yaml": policy });
  const world = { user: USER, env: { PATH: process.env.PATH, HOME: tempFolder() } };
  const accept = ["trust", "accept", `--packages=${packages}`];
  const { exitCode, stdout } = await cli(root, accept, world);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("send the variables KEY")]);
});
