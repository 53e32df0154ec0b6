import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fleetOf } from "../support/fleet.ts";
import { askingFor, serve, servingGit } from "../support/git-server.ts";
import { cli } from "../support/run-cli.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { git, tempFolder, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

const MATCH = { "src/a.ts": "console.log(1);\n" };

/** A bare repository below a folder, as a server has it. */
function published(folder: string, name: string, files: Readonly<Record<string, string>>) {
  const root = tempRepository(files);
  git(folder, "clone", "-q", "--bare", root, name);
  return join(folder, name);
}

describe("strange repositories of a fleet", () => {
  it("are fetched by http once a round, and not again if they are there", async () => {
    const served = tempFolder();
    published(served, "acme/app.git", MATCH);
    const host = await serve(servingGit(served));
    const fleet = fleetOf(
      {},
      { entries: [`http://${host}/acme/app.git`, `http://${host}/no.git`] },
    );
    expect((await fleet.run()).exitCode).toBe(1);
    expect(await fleet.states()).toEqual({ "acme/app": "planned", no: "failed: cannot-clone" });
    await fleet.run(["--only", "acme/app"]);
    const files = readdirSync(join(fleet.folder, "mirrors"), { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => name.endsWith(".pack"))).toHaveLength(1);
    expect(await fleet.states()).toEqual({ "acme/app": "planned" });
  });

  it("get credentials from the user's own helper, and show none", async () => {
    const served = tempFolder();
    published(served, "acme/app.git", MATCH);
    const seen: string[] = [];
    const secret = { user: "me", token: "s3cr3t-token-of-me" };
    const host = await serve(askingFor(secret, servingGit(served), seen));
    const fleet = fleetOf({}, { entries: [`http://${host}/acme/app.git`] });
    const env = { PATH: process.env.PATH, HOME: tempFolder(), MY_TOKEN: secret.token };
    const denied = await fleet.run([], { env });
    expect(await fleet.states()).toEqual({ "acme/app": "failed: cannot-clone" });
    const helper = "!f() { echo username=me; echo password=$MY_TOKEN; }; f";
    writeTree(env.HOME, { ".gitconfig": `[credential]\n\thelper = "${helper}"\n` });
    const allowed = await fleet.run([], { env });
    expect(await fleet.states()).toEqual({ "acme/app": "planned" });
    const ledger = readFileSync(join(fleet.state, "ledger.jsonl"), "utf8");
    for (const text of [denied, allowed].flatMap(({ stdout, stderr }) => [stdout, stderr]))
      expect(text + ledger + fleet.planOf("acme/app")).not.toContain(secret.token);
  });

  it("fail if they are too large, and the mirror stays within its bound", async () => {
    const random = seededRandom(1);
    const noise = Array.from({ length: 400_000 }, () => random.below(2 ** 30).toString(36)).join(
      "",
    );
    const large = { "a.txt": noise, ...MATCH };
    const fleet = fleetOf({ large, small: MATCH });
    await fleet.run(["--max-repository-size", "1MB"]);
    expect(await fleet.states()).toEqual({ large: "failed: too-large", small: "planned" });
  });

  it("send refs for ever, and no process of git outlives the time limit", async () => {
    let closed = 0;
    const host = await serve((_, response) => {
      const type = "application/x-git-upload-pack-advertisement";
      response.writeHead(200, { "content-type": type }).on("close", () => (closed += 1));
      response.write("001e# service=git-upload-pack\n0000");
      const send = (from: number): void => {
        if (response.destroyed) return;
        const refs = Array.from({ length: 500 }, (_, at) => {
          const line = `${(from + at).toString(16).padStart(40, "0")} refs/heads/b${from + at}\n`;
          return `${(line.length + 4).toString(16).padStart(4, "0")}${line}`;
        });
        response.write(refs.join(""), () => setTimeout(send, 1, from + 500));
      };
      send(1);
    });
    const fleet = fleetOf({}, { entries: [`http://${host}/acme/app.git`] });
    await fleet.run(["--repository-timeout", "1s"]);
    expect(await fleet.states()).toEqual({ "acme/app": "failed: timeout" });
    await expect.poll(() => closed, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it("do not have the branch, or are at a tag or a commit", async () => {
    const fleet = fleetOf(
      { app: MATCH, b: MATCH, c: MATCH },
      { entries: ["{ path: app, ref: next }", "{ path: b, ref: v1 }", "c"] },
    );
    git(join(fleet.folder, "b"), "tag", "-a", "-m", "One", "v1");
    git(join(fleet.folder, "c"), "checkout", "-q", "--detach");
    await fleet.run();
    expect(await fleet.states()).toEqual({ app: "failed: no-ref", b: "planned", c: "planned" });
  });

  it("bring submodules and files of LFS, and nothing of them is fetched or run", async () => {
    const canary = join(tempFolder(), "ran");
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    const fleet = fleetOf({
      app: {
        ...MATCH,
        "big.ts": pointer,
        ".gitattributes": "*.ts filter=lfs diff=evil merge=evil\n* filter=evil\n",
        ".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ../none\n',
      },
    });
    const root = join(fleet.folder, "app");
    const commit = git(root, "rev-parse", "HEAD").trim();
    git(root, "update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
    git(root, "commit", "-q", "-m", "Submodule");
    for (const [name, value] of [
      ["filter.evil.smudge", `touch ${canary}; cat`],
      ["filter.lfs.smudge", `touch ${canary}; cat`],
      ["core.fsmonitor", `touch ${canary}`],
      ["uploadpack.packObjectsHook", `touch ${canary}; exec "$@"`],
      ["core.sshCommand", `touch ${canary}`],
    ])
      git(root, "config", name ?? "", value ?? "");
    writeTree(join(root, ".git/hooks"), { "post-checkout": `#!/bin/sh\ntouch ${canary}\n` });
    const home = tempTree({
      ".gitconfig": `[filter "lfs"]\n\tsmudge = "touch ${canary}; cat"\n\tprocess = touch ${canary}\n\trequired = true\n`,
    });
    const { stderr } = await fleet.run([], { env: { PATH: process.env.PATH, HOME: home } });
    expect({ stderr, states: await fleet.states() }).toEqual({
      stderr: "",
      states: { app: "planned" },
    });
    expect(existsSync(canary)).toBe(false);
    expect(JSON.parse(fleet.planOf("app")).actions).toHaveLength(1);
  });

  it("fail if git takes their files for an attack", async () => {
    const modules = '[submodule "sub"]\n\tpath = sub\n\turl = ../none\n\tupdate = !touch x\n';
    const fleet = fleetOf({ app: { ...MATCH, ".gitmodules": modules } });
    await fleet.run();
    expect(await fleet.states()).toEqual({ app: "failed: cannot-clone" });
  });

  it("lead nowhere by links, and configure nothing", async () => {
    const outside = tempTree({ "x.ts": "console.log(1);\n" });
    const fleet = fleetOf({ app: { "a.ts": "// console.log\n" } });
    const root = join(fleet.folder, "app");
    writeFileSync(join(root, "to"), join(outside, "x.ts"));
    const id = git(root, "hash-object", "-w", "to").trim();
    git(root, "update-index", "--add", "--cacheinfo", `120000,${id},l.ts`);
    git(root, "commit", "-q", "-m", "Link");
    await fleet.run();
    expect(await fleet.states()).toEqual({ app: "previewed" });
    expect(readFileSync(join(outside, "x.ts"), "utf8")).toBe("console.log(1);\n");
  });

  it("are 20,000 in one file, which is read and listed in seconds", async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, at) => `  - https://example.com/acme/r${at}.git\n`,
    );
    const folder = tempTree({
      "fleet.yaml": `version: 1\nrecipes: [a]\npolicy: safe\nrepositories:\n${lines.join("")}`,
    });
    const started = performance.now();
    const { stdout, exitCode } = await cli(folder, [
      "fleet",
      "list",
      "fleet.yaml",
      "--format",
      "json",
    ]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).include).toHaveLength(20_000);
    expect(performance.now() - started).toBeLessThan(15_000); // 1.5 s on a machine that does nothing else.
  });
});
