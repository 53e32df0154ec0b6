import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder, tempRepository } from "../support/temp-tree.ts";

const HOME = resolve(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(HOME, "package.json"), "utf8"));
const RECIPE =
  'version: 1\nsteps: [{ id: s, ast_edit: { paths: ["*.ts"], ops: [{ pat: "f($A)", out: "g($A)" }] } }]\n';

const PACKS = ["packed", "packed-library", "packed-rest"];

function preview(main: string, root: string, env: NodeJS.ProcessEnv = process.env) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [main, "preview", "recipe.yaml", "--format", "json"],
    { cwd: root, env, encoding: "utf8", timeout: 30_000 },
  );
  const { run: _ofThisRun, ...report } = JSON.parse(stdout);
  return { status, stderr, report };
}

/** Copies the built package, and returns its main file and the files with compiled code. */
function installation() {
  const home = tempFolder();
  for (const name of ["dist", "package.json", "recipes"])
    cpSync(join(HOME, name), join(home, name), { recursive: true });
  symlinkSync(join(HOME, "node_modules"), join(home, "node_modules"), "dir");
  return { main: join(home, "dist/main.js"), codes: codesIn(join(home, "dist")) };
}

/** The files with the compiled code of the packs, that of a small run first. */
function codesIn(dist: string) {
  const names = readdirSync(dist).filter((name) => name.endsWith(".code"));
  return names.sort().map((name) => join(dist, name)) as [string, string, string];
}

describe("the packed command", () => {
  it.each(PACKS)("brings compiled code that this Node accepts: %s", (pack) => {
    const dist = join(HOME, "dist");
    const code = codesIn(dist)[PACKS.indexOf(pack)] ?? "";
    const script = `import { Script } from "node:vm"; import { readFileSync } from "node:fs";
      const { tuneForCommand } = (await import(${JSON.stringify(`file://${dist}/load-packed.cjs`)})).default;
      tuneForCommand();
      const text = readFileSync(${JSON.stringify(join(dist, `${pack}.cjs`))}, "latin1");
      const cachedData = readFileSync(${JSON.stringify(code)}).subarray(32);
      process.stdout.write(String(new Script(text, { cachedData }).cachedDataRejected));`;
    const args = ["--input-type=module", "-e", script];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("false");
  });

  it("gives the same report without its compiled code, and with damaged code", () => {
    const { main, codes } = installation();
    const [code, ...others] = codes;
    const root = tempRepository({ "a.ts": "f(1);\n", "recipe.yaml": RECIPE });
    const whole = preview(main, root);
    expect(whole).toMatchObject({ status: 0, stderr: "" });
    const bytes = readFileSync(code);
    const flipped = Buffer.from(
      bytes.map((byte, at) => (at > 100 && at % 50_000 === 0 ? byte ^ 255 : byte)),
    );
    for (const damaged of [bytes.subarray(0, 1000), flipped]) {
      writeFileSync(code, damaged);
      expect(preview(main, root)).toEqual(whole);
    }
    for (const each of [code, ...others]) rmSync(each);
    expect(preview(main, root)).toEqual(whole);
  });

  it("notes beside compiled code which file was written, so that no digest is made at a start", async () => {
    const dist = join(HOME, "dist");
    const { identityOf } = (await import(join(dist, "load-packed.cjs"))).default;
    for (const code of codesIn(dist))
      expect(readFileSync(`${code}.seen`, "utf8")).toBe(
        identityOf(lstatSync(code, { bigint: true })),
      );
  });

  it("tells its version without the bundles", () => {
    const { main } = installation();
    for (const pack of PACKS) rmSync(join(dirname(main), `${pack}.cjs`));
    const { status, stdout } = spawnSync(process.execPath, [main, "--version"], {
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${version}\n` });
  });

  it("starts git six times for a preview with a match", () => {
    const root = tempRepository({ "a.ts": "f(1);\n", "recipe.yaml": RECIPE });
    const folder = tempFolder();
    const git = execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    writeFileSync(
      join(folder, "git"),
      `#!/bin/sh\necho call >> ${folder}/calls\nexec ${git} "$@"\n`,
    );
    chmodSync(join(folder, "git"), 0o755);
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
    expect(preview(join(HOME, "dist/main.js"), root, env).status).toBe(0);
    expect(readFileSync(join(folder, "calls"), "utf8").match(/call/g)?.length).toBeLessThanOrEqual(
      6,
    );
  });
});
