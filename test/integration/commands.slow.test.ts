import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { signalAfter } from "../../src/shared/process/signal-after.ts";
import { RENAME, recipeOf, runCommand, scriptRecipe } from "../support/command-run.ts";
import { readText, snapshot, tempFolder } from "../support/temp-tree.ts";

const SRC = { paths: ["src"] };
const QUIET = { facts: "asked" } as const;

/** Waits until the process whose id is in a file has ended. */
function isEnded(note: string): Promise<void> {
  const pid = Number(readFileSync(note, "utf8"));
  return vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 5000 });
}

describe("a command that fails", () => {
  it.each([
    [
      "ends with another exit code",
      "console.error('no such rule'); process.exit(2)",
      "exit code 2: no such rule",
    ],
    ["is ended by a signal", "process.kill(process.pid, 'SIGTERM')", "was ended by SIGTERM"],
    [
      "changes what its paths do not name",
      "fs.writeFileSync('other.txt', ''); fs.writeFileSync('top.txt', '');",
      "what it may not: other.txt, top.txt.",
    ],
    [
      "deletes everything",
      "for (const f of fs.readdirSync('.')) fs.rmSync(f, { recursive: true })",
      "what it may not: .gitignore, other.txt",
    ],
    [
      "makes a folder of a file",
      "fs.rmSync('src/a.ts'); fs.mkdirSync('src/a.ts'); fs.writeFileSync('src/a.ts/x', '')",
      "src/a.ts",
    ],
  ])("%s: nothing is queued", async (_name, fault, message) => {
    const { report, alerts, root, before } = await runCommand(
      { "recipe.yaml": scriptRecipe(`${RENAME}\n${fault};`, SRC) },
      QUIET,
    );
    expect(alerts).toContain(message);
    expect([report.exitCode, report.actions]).toEqual([1, []]);
    expect(snapshot(root)).toEqual(before);
  });

  it.each([
    ["is missing", { command: ["no-such-program", "{files}"] }, "`no-such-program` was not found"],
    [
      "works in a folder that is missing",
      { command: ["node", "-v"], cwd: "lib" },
      "no folder `lib`",
    ],
    [
      "links what is missing",
      { command: ["node", "-v"], link: ["node_modules"] },
      "`node_modules` does not exist",
    ],
  ])("%s", async (_name, step, message) => {
    const { report, alerts } = await runCommand({ "recipe.yaml": recipeOf({ ...step, ...SRC }) });
    expect(alerts).toContain(message);
    expect(report.exitCode).toBe(1);
  });

  it("takes too long: it is ended with the children that it started", async () => {
    const note = join(tempFolder(), "pid");
    const script = `const { spawn } = require("node:child_process");
const child = spawn("sleep", ["60"], { stdio: "inherit" });
fs.writeFileSync(${JSON.stringify(note)}, String(child.pid)); setInterval(() => {}, 1000);`;
    const tree = { "recipe.yaml": scriptRecipe(script, { ...SRC, timeout: "1s" }) };
    const { alerts } = await runCommand(tree, QUIET, { after: signalAfter });
    expect(alerts).toContain("took longer than 1 s, and was ended");
    await isEnded(note);
  });

  it("leaves children behind: they are ended, and its result counts", async () => {
    const note = join(tempFolder(), "pid");
    const script = `${RENAME}\nconst { spawn } = require("node:child_process");
const child = spawn("sleep", ["60"], { stdio: "inherit" }); child.unref();
fs.writeFileSync(${JSON.stringify(note)}, String(child.pid)); process.exit();`;
    const { states } = await runCommand({ "recipe.yaml": scriptRecipe(script, SRC) }, QUIET);
    expect(states).toEqual(["applied"]);
    await isEnded(note);
  });

  it("prints without end: only the end of it is told", async () => {
    const command = ["sh", "-c", "head -c 100000000 /dev/zero; echo; echo the end; exit 3"];
    const { alerts } = await runCommand({ "recipe.yaml": recipeOf({ command, ...SRC }) }, QUIET);
    expect(alerts).toMatch(/exit code 3: .*the end/);
  });
});

describe("the result of a command", () => {
  it("is refused where it is no text or a link: these are named, the others go on", async () => {
    const script = `${RENAME}
fs.writeFileSync("src/b.ts", Buffer.from([0xff, 0xfe, 0]));
fs.symlinkSync("a.ts", "src/link.ts"); fs.utimesSync("src/logo.png", 0, 0);`;
    const { alerts, root } = await runCommand(
      {
        "recipe.yaml": scriptRecipe(script, SRC),
        "src/logo.png": new Uint8Array([0, 1, 2]),
      },
      QUIET,
    );
    expect(alerts.split("\n")).toEqual([
      "src/b.ts: the result is no text (not-utf8).",
      "src/link.ts: the result is new, and is no file.",
    ]);
    expect(readText(root, "src/a.ts")).toBe("bar(1);\n");
  });

  it("is not the same after a second start: the action says so", async () => {
    const script = 'for (const f of files) fs.appendFileSync(f, "//\\n");';
    const { report } = await runCommand({
      "recipe.yaml": scriptRecipe(script, { ...SRC, per: "file" }),
    });
    expect(report.actions.map(({ facts }) => facts.idempotent)).toEqual([false, false]);
  });

  it("may end with an exit code that the recipe names", async () => {
    const script = `${RENAME}\nprocess.exitCode = 1;`;
    const { states } = await runCommand({
      "recipe.yaml": scriptRecipe(script, { ...SRC, ok: [0, 1] }),
    });
    expect(states).toEqual(["applied"]);
  });

  it("leaves files alone of which an earlier action was held", async () => {
    const policy = `version: 1
default: { verdict: apply, reason: Applied. }
guards: [{ id: first, when: { step: [first] }, verdict: hold, reason: Held. }]
`;
    const steps = [
      { id: "first", ast_edit: { paths: ["src/a.ts"], ops: [{ pat: "foo(1)", out: "x()" }] } },
      JSON.parse(
        scriptRecipe(
          'for (const f of ["a", "b"]) fs.writeFileSync(`src/${f}.ts`, "y;\\n");',
          SRC,
          [],
        ),
      ).steps[0],
    ];
    const { root, states } = await runCommand(
      { "recipe.yaml": recipeOf(...steps), "sluice.policy.yaml": policy },
      QUIET,
    );
    expect(states).toEqual(["held", "applied"]);
    expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual(["foo(1);\n", "y;\n"]);
  });
});

describe("the surroundings of a command", () => {
  const install = (at: string) => {
    mkdirSync(join(at, "ignored/own"), { recursive: true });
    writeFileSync(join(at, "ignored/own/index.js"), "module.exports = 'linked';");
  };

  it("have what a recipe links, for reading", async () => {
    const script = "fs.writeFileSync(files[0], require(`${process.cwd()}/ignored/own`));";
    const tree = { "recipe.yaml": scriptRecipe(script, { ...SRC, link: ["ignored"] }) };
    const { root, alerts } = await runCommand(tree, QUIET, {}, install);
    expect([alerts, readText(root, "src/a.ts")]).toEqual(["", "linked"]);
    const writing = `${script}\nfs.writeFileSync("ignored/own/new.js", "");`;
    const wrote = { "recipe.yaml": scriptRecipe(writing, { ...SRC, link: ["ignored"] }) };
    const second = await runCommand(wrote, QUIET, {}, install);
    expect(second.alerts).toContain(
      "wrote through `link`, which is for reading: ignored/own, ignored/own/new.js",
    );
    expect(second.states).toEqual([]);
  });

  it("have no variables but those without secrets and those that were allowed", async () => {
    const script = "fs.writeFileSync(files[0], Object.keys(process.env).sort().join());";
    const env = {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      GITHUB_TOKEN: "t",
      EXTRA: "e",
      NODE_ENV: "x",
    };
    const keys = { paths: ["src/a.ts"], env: ["EXTRA"] };
    const tree = { "recipe.yaml": scriptRecipe(script, keys) };
    const { root } = await runCommand(tree, { ...QUIET, allowEnv: ["EXTRA"] }, { env });
    expect(readText(root, "src/a.ts")).toBe("EXTRA,HOME,PATH,SLUICE_STARTED,npm_config_yes");
  });

  it("find writes into the root itself: they are named, and nothing stands", async () => {
    const { states, alerts } = await runCommand({ "recipe.yaml": "" }, QUIET, {}, (at) => {
      const script = `${RENAME}\nfs.writeFileSync(${JSON.stringify(join(at, "own.txt"))}, "");`;
      writeFileSync(join(at, "recipe.yaml"), scriptRecipe(script, SRC));
    });
    expect(alerts).toContain("own.txt");
    expect(states).toEqual(["discarded"]);
  });

  it("do not lead into the root by links, and keep modes", async () => {
    const script =
      'fs.writeFileSync(files[0], [fs.existsSync("src/in"), fs.existsSync("src/out"), fs.statSync("src/run.sh").mode & 0o111].join());';
    const { root, alerts } = await runCommand(
      { "recipe.yaml": scriptRecipe(script, { paths: ["src/a.ts"] }), "src/run.sh": "" },
      QUIET,
      {},
      (at) => {
        symlinkSync("b.ts", join(at, "src/in"));
        symlinkSync(join(at, "src/b.ts"), join(at, "src/out"));
        chmodSync(join(at, "src/run.sh"), 0o755);
      },
    );
    expect([alerts, readText(root, "src/a.ts")]).toEqual(["", "true,false,73"]);
  });

  it("propose the modes that the program sets, also of a file that it moves", async () => {
    const script =
      'fs.chmodSync("src/b.ts", 0o755); fs.renameSync("src/run.sh", "src/moved.sh"); fs.chmodSync(files[0], 0o600);';
    const { root, alerts, report } = await runCommand(
      { "recipe.yaml": scriptRecipe(script, { paths: ["src/**"] }), "src/run.sh": "run\n" },
      { policy: "apply-all" },
      {},
      (at) => chmodSync(join(at, "src/run.sh"), 0o755),
    );
    expect([alerts, report.actions.map(({ facts }) => facts.modesChanged)]).toEqual([
      "",
      [["src/b.ts", "src/moved.sh"]],
    ]);
    expect(snapshot(root)).toMatchObject({ "src/moved.sh": "755 run\n" });
    expect(snapshot(root)["src/b.ts"]).toMatch(/^755 /);
  });

  it("have to be trusted as a whole: the base alone is not enough", async () => {
    const request = { trust: "base", base: "HEAD", policy: "apply-all" } as const;
    const { report } = await runCommand({ "recipe.yaml": scriptRecipe(RENAME, SRC) }, request);
    expect(report.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["not-trusted", expect.stringContaining("only the base is trusted")],
    ]);
  });
});
