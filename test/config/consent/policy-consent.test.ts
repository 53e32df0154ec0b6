import { chmodSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliResult, cli } from "../../support/run-cli.ts";
import { git, readText, tempFolder, tempRepository, writeTree } from "../../support/temp-tree.ts";
import { USER } from "../../support/user-state.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: s, ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] } }
`;
const CHECKS = "checks: { look: { run: [sh, -c, 'echo ran >> ran.txt; rm ran.txt'] } }\n";
const POLICY = `version: 1
default: { verdict: hold, reason: No. }
${CHECKS}rules: [{ id: all, verdict: apply, reason: All., checks: [look] }]
`;
const FILES = { "recipe.yaml": RECIPE, "sluice.policy.yaml": POLICY, "src/a.js": "f(1);\n" };

/** A checkout, and a user with a home of its own. */
function checkout(files: Readonly<Record<string, string>> = FILES) {
  const root = tempRepository(files);
  const home = tempFolder();
  const world = { user: USER, env: { PATH: process.env.PATH, HOME: home } };
  const sluice = (...argv: string[]): Promise<CliResult> => cli(root, argv, world);
  return { root, home, sluice };
}

const REFUSED =
  "sluice.policy.yaml: error: The check `look` of sluice.policy.yaml is a command, and this file of the tree is not trusted with any";

describe("the checks of a policy of the tree", () => {
  it("U2 are not run without consent, and the three ways to give it are named", async () => {
    const { root, sluice } = checkout();
    const { exitCode, stderr } = await sluice("run", "recipe.yaml");
    expect(exitCode).toBe(2);
    expect(stderr).toContain(REFUSED);
    for (const way of ["`sluice trust accept sluice.policy.yaml`", "--allow-code", "--base HEAD"])
      expect(stderr).toContain(way);
    expect(readText(root, "src/a.js")).toBe("f(1);\n");
    expect((await sluice("preview", "recipe.yaml")).exitCode).toBe(0);
    expect((await sluice("run", "recipe.yaml", "--policy", "apply-all")).exitCode).toBe(0);
  });

  it.each([[["--allow-code"]], [["--trust=base", "--base=HEAD"]]])(
    "U1 are run with %s",
    async (argv) => {
      const { root, sluice } = checkout();
      expect((await sluice("run", "recipe.yaml", ...argv)).exitCode).toBe(0);
      expect(readText(root, "src/a.js")).toBe("g(1);\n");
    },
  );

  it("U1 are run once the user has accepted the policy, until it changes", async () => {
    const { root, home, sluice } = checkout();
    const accepted = await sluice("trust", "accept");
    expect(accepted).toMatchObject({ exitCode: 0, stderr: "" });
    expect(accepted.stdout).toBe(
      "Accepted sluice.policy.yaml, until it changes. It may\n" +
        "  run sh -c 'echo ran >> ran.txt; rm ran.txt', as the check look, for at most 600 s\n" +
        "What these commands run in turn, such as ./check.sh or the scripts of npm and make, comes from the tree, and may change.\n" +
        `Kept in ${home}/.config/sluice/trust.json. To take it back: sluice trust forget sluice.policy.yaml\n`,
    );
    expect((await sluice("run", "recipe.yaml")).exitCode).toBe(0);
    writeTree(root, { "src/a.js": "f(1);\n", "sluice.policy.yaml": `${POLICY}# New.\n` });
    const changed = await sluice("run", "recipe.yaml");
    expect(changed.exitCode).toBe(2);
    expect(changed.stderr).toContain(`${REFUSED}: it has changed since you accepted it.`);
    expect((await sluice("trust", "accept")).exitCode).toBe(0);
    writeTree(root, { "sluice.policy.yaml": POLICY }); // As on another branch: both stay accepted.
    expect((await sluice("run", "recipe.yaml")).exitCode).toBe(0);
    expect((await sluice("trust", "list")).stdout).toBe(`${root}  sluice.policy.yaml\n`);
    expect((await sluice("trust", "forget")).stdout).toBe("Forgotten: sluice.policy.yaml.\n");
    expect((await sluice("trust", "forget")).stdout).toBe(
      "Nothing of this was accepted. `sluice trust list` shows what is.\n",
    );
    writeTree(root, { "src/a.js": "f(1);\n" });
    expect((await sluice("run", "recipe.yaml")).exitCode).toBe(2);
  });

  it("are not those of another clone, nor of a policy that an accepted one extends and that has changed", async () => {
    const files = {
      ...FILES,
      "sluice.policy.yaml":
        "version: 1\nextends: base.yaml\nrules: [{ id: all, verdict: apply, reason: All., checks: [look] }]\n",
      "base.yaml": `version: 1\ndefault: { verdict: hold, reason: No. }\n${CHECKS}`,
    };
    const { root, sluice } = checkout(files);
    const accepted = await sluice("trust", "accept", "sluice.policy.yaml");
    expect(accepted.stdout).toContain("Accepted sluice.policy.yaml, with base.yaml, until one");
    const clone = join(tempFolder(), "clone");
    git(root, "clone", "-q", root, clone);
    expect((await sluice("run", "recipe.yaml", "--root", clone)).exitCode).toBe(2);
    expect((await sluice("run", "recipe.yaml")).exitCode).toBe(0);
    writeTree(root, { "src/a.js": "f(1);\n", "base.yaml": `${files["base.yaml"]}# New.\n` });
    expect((await sluice("run", "recipe.yaml")).stderr).toContain("it has changed since");
  });

  it("are run in a repository that the user has accepted, whatever they are, and not in one inside of it", async () => {
    const { root, sluice } = checkout();
    const accepted = await sluice("trust", "accept", "--repository");
    expect(accepted.stdout).toContain(
      `Accepted every policy of ${root}, as it is and as it will be`,
    );
    writeTree(root, { "sluice.policy.yaml": `${POLICY}# New.\n` });
    expect((await sluice("run", "recipe.yaml")).exitCode).toBe(0);
    writeTree(join(root, "inner"), FILES);
    git(join(root, "inner"), "init", "-q");
    expect((await sluice("run", "recipe.yaml", "--root", "inner")).exitCode).toBe(2);
    expect((await sluice("trust", "list")).stdout).toBe(`${root}  every policy (--repository)\n`);
  });

  it("are those of one repository alone: another one in its place, also a clone of it, is accepted by itself", async () => {
    const { root, sluice } = checkout();
    await sluice("trust", "accept", "--repository");
    expect((await sluice("run", "recipe.yaml")).exitCode).toBe(0);
    const aside = join(tempFolder(), "aside");
    renameSync(join(root, ".git"), aside);
    git(root, "init", "-q");
    const refused = await sluice("run", "recipe.yaml");
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining(": another repository was there when you accepted all of it."),
    ]);
    rmSync(join(root, ".git"), { recursive: true });
    renameSync(aside, join(root, ".git"));
    git(root, "gc", "-q");
    expect((await sluice("run", "recipe.yaml")).exitCode).toBe(0);
  });

  it("say why the folder in which acceptance is kept is not used", async () => {
    const { root, home, sluice } = checkout();
    await sluice("trust", "accept");
    chmodSync(join(home, ".config/sluice"), 0o777);
    const { exitCode, stderr } = await sluice("run", "recipe.yaml");
    expect(exitCode).toBe(2);
    const why = `${join(home, ".config/sluice")} may be written by others: make it yours alone (chmod go-w)`;
    expect(stderr.split(why)).toHaveLength(2);
    const bare = await cli(root, ["run", "recipe.yaml"], {
      user: USER,
      env: { PATH: process.env.PATH },
    });
    expect([bare.exitCode, bare.stderr]).toEqual([
      2,
      expect.stringContaining("(There is no home folder"),
    ]);
  });

  it("are not run by apply, also for a plan that is believed as it is", async () => {
    const { root, sluice } = checkout();
    expect((await sluice("plan", "recipe.yaml", "-o", "p.json")).exitCode).toBe(0);
    for (const argv of [[], ["--no-verify"]]) {
      const { exitCode, stderr } = await sluice("apply", "p.json", ...argv);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(REFUSED)]);
    }
    expect((await sluice("apply", "p.json", "--allow-code")).exitCode).toBe(0);
    expect(readText(root, "src/a.js")).toBe("g(1);\n");
  });
});

describe("the policy that is accepted and forgotten without a name", () => {
  const project = {
    "sluice.yaml": "version: 1\npolicy: ci/team.yaml\nrecipes: [recipe.yaml]\n",
    "recipe.yaml": RECIPE,
    "ci/team.yaml": POLICY,
    "src/a.js": "f(1);\n",
    "sub/deep.txt": "",
  };

  it("is the one of sluice.yaml, also from a folder below, as for a bare run", async () => {
    const { root, home } = checkout(project);
    const env = { PATH: process.env.PATH, HOME: home };
    const inSub = (...argv: string[]) => cli(join(root, "sub"), argv, { user: USER, env });
    expect((await inSub("run")).exitCode).toBe(2);
    const accepted = await inSub("trust", "accept");
    expect(accepted).toMatchObject({ exitCode: 0, stderr: "" });
    expect(accepted.stdout).toContain("Accepted ci/team.yaml, until it changes.");
    expect(accepted.stdout).toContain("sluice trust forget ../ci/team.yaml --root=..");
    expect((await inSub("run")).exitCode).toBe(0);
    expect((await inSub("trust", "forget")).stdout).toBe("Forgotten: ci/team.yaml.\n");
    expect((await cli(root, ["run"], { user: USER, env })).exitCode).toBe(2);
  });

  it("is not that of a folder above where --root says so, nor one that is built in or damaged", async () => {
    const own = { ...project, "sub/sluice.policy.yaml": POLICY };
    const { root, sluice } = checkout(own);
    const rooted = await sluice("trust", "accept", "--root", "sub");
    expect(rooted.stdout).toContain("Accepted sluice.policy.yaml, until it changes.");
    writeTree(root, { "sluice.yaml": project["sluice.yaml"].replace("ci/team.yaml", "safe") });
    expect(await sluice("trust", "accept")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("safe is no file of the tree"),
    });
    writeTree(root, { "sluice.yaml": "version: 9\n" });
    expect((await sluice("trust", "accept")).exitCode).toBe(2);
    expect((await sluice("trust", "forget")).exitCode).toBe(2);
    expect((await sluice("trust", "accept", "ci/team.yaml")).exitCode).toBe(0);
  });
});

it("a policy that needs no consent, one of the caller, and what is no policy are told apart", async () => {
  const plain = "version: 1\ndefault: { verdict: apply, reason: All. }\n";
  const { sluice } = checkout({ ...FILES, "sluice.policy.yaml": plain });
  expect((await sluice("trust", "accept")).stdout).toBe(
    "sluice.policy.yaml runs no command, allows nothing and pushes nothing: it needs no acceptance.\n",
  );
  expect(await sluice("trust", "accept", "safe")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("safe is no file of the tree"),
  });
  expect((await sluice("trust", "accept", "recipe.yaml")).exitCode).toBe(2);
  expect((await sluice("trust", "accept", "gone.yaml")).exitCode).toBe(2);
  expect((await sluice("trust", "accept", "x", "--repository")).exitCode).toBe(2);
});

it("U1 the word of an accepted policy on variables counts, and the hint says so without", async () => {
  const model = "{ provider: anthropic, name: m, apiKeyEnv: KEY }";
  const step = `{ id: s, prompt: Look., model: ${model}, tools: [] }`;
  const { sluice } = checkout({
    ...FILES,
    "recipe.yaml": `version: 1\nsteps: [${step}]\n`,
    "sluice.policy.yaml":
      "version: 1\ndefault: { verdict: apply, reason: All. }\nallow: { env: [KEY] }\n",
  });
  const refused = await sluice("preview", "recipe.yaml");
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("sluice trust accept sluice.policy.yaml");
  await sluice("trust", "accept");
  const accepted = await sluice("preview", "recipe.yaml");
  expect(accepted.stderr).not.toContain("env-not-allowed");
});
