import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { git, readText, tempFolder, tempRepository } from "../support/temp-tree.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/action/main.js");
const SHIPPED = { recipes: "object-has-own", policy: "apply-all" };
const FILES = { "a.js": "Object.prototype.hasOwnProperty.call(a, b);\n" };

/** The variables of a step, with the file of its outputs. */
function environment(inputs: Readonly<Record<string, string>>) {
  const output = join(tempFolder(), "output");
  const env = Object.entries(inputs).map(([name, text]) => [
    `SLUICE_INPUT_${name.toUpperCase().replaceAll("-", "_")}`,
    text,
  ]);
  const { PATH } = process.env;
  return { output, env: { PATH, GITHUB_OUTPUT: output, ...Object.fromEntries(env) } };
}

function step(cwd: string, inputs: Readonly<Record<string, string>>) {
  const { output, env } = environment(inputs);
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], {
    cwd,
    env,
    encoding: "utf8",
    timeout: 30_000,
  });
  return { status, stdout, stderr, outputs: readFileSync(output, "utf8") };
}

describe("the built action", () => {
  it("runs a recipe that ships in each mode, and a plan names the version that made it", () => {
    const root = tempRepository(FILES);
    const plan = join(tempFolder(), "plan.json");
    expect(step(root, SHIPPED)).toMatchObject({ status: 0, stderr: "" });
    expect(step(root, { ...SHIPPED, mode: "plan", plan })).toMatchObject({ status: 0, stderr: "" });
    expect(git(root, "status", "--porcelain")).toBe("");
    const { version } = JSON.parse(readFileSync(resolve(MAIN, "../../../package.json"), "utf8"));
    expect(JSON.parse(readFileSync(plan, "utf8"))).toMatchObject({ sluice: version });
    expect(step(root, { mode: "apply", plan })).toMatchObject({ status: 0, stderr: "" });
    expect(readText(root, "a.js")).toBe("Object.hasOwn(a, b);\n");
    git(root, "checkout", "-q", "a.js");
    expect(step(root, { ...SHIPPED, mode: "run" })).toMatchObject({ status: 0, stderr: "" });
    expect(readText(root, "a.js")).toBe("Object.hasOwn(a, b);\n");
  });

  it("searches many files on the threads of the package", () => {
    const text = `${"// Some text, so that threads are worth their start.\n".repeat(200)}`;
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`f${index}.js`, text + FILES["a.js"]]),
    );
    const { status, outputs } = step(tempRepository(many), { ...SHIPPED, mode: "run" });
    expect(status).toBe(0);
    expect(outputs).toMatch(/^files-changed<<\w+\n100\n/m);
  });

  it("ends with 2 if its working directory is gone", () => {
    const folder = tempFolder();
    const script = 'cd "$1" && rmdir "$1" && exec "$2" "$3"';
    const args = ["-c", script, "sh", folder, process.execPath, MAIN];
    const { status, stdout } = spawnSync("sh", args, { encoding: "utf8", ...environment({}) });
    expect(existsSync(folder)).toBe(false);
    expect({ status, stdout }).toEqual({
      status: 2,
      stdout: "sluice: the working directory does not exist any more.\n",
    });
  });
});
