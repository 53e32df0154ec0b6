import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { tempTree } from "../support/temp-tree.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

function startTool(body: string, timeout = "5s") {
  const root = tempTree({
    "recipe.yaml": `version: 1\ntools: [t.mjs]\nsteps: [{ id: t, tool: t, timeout: ${timeout} }]\n`,
    "t.mjs": `export default (pi) => ({ name: "t", description: "d", parameters: pi.zod.object({}), async execute() { ${body} } });\n`,
  });
  const argv = ["run", "recipe.yaml", "--policy", "apply-all", "--allow-custom-tools"];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [MAIN, ...argv, "--format", "json"],
    { cwd: root, encoding: "utf8", timeout: 30_000 },
  );
  return { status, stderr, stdout };
}

function runTool(body: string, timeout?: string) {
  const { stdout, ...rest } = startTool(body, timeout);
  return { ...rest, report: JSON.parse(stdout) };
}

describe("the built command with code of a recipe", () => {
  it("ends although a tool never does, and leaves a timer and a command behind", () => {
    const { status, report } = runTool(
      'setInterval(() => {}, 100); await pi.exec("sleep", ["60"]); await new Promise(() => {});',
      "300ms",
    );
    expect({ status, alerts: report.alerts }).toMatchObject({
      status: 1,
      alerts: [{ code: "tool-failed", message: "`t` did not end: It took longer than 300 ms." }],
    });
  });

  it.each([
    ["a factory that never settles", "export default () => new Promise(() => {});\n"],
    ["a module that never loads", "setInterval(() => {}, 100); await new Promise(() => {});\n"],
  ])("ends on a signal and at its time limit with %s", async (_what, source) => {
    const root = tempTree({
      "recipe.yaml": "version: 1\ntools: [t.mjs]\nsteps: [{ id: t, tool: t }]\n",
      "t.mjs": source,
    });
    const argv = [MAIN, "run", "recipe.yaml", "--policy", "apply-all", "--allow-custom-tools"];
    const limited = spawnSync(process.execPath, [...argv, "--timeout", "500ms"], {
      cwd: root,
      timeout: 20_000,
    });
    expect(limited.status).toBe(5);
    const child = spawn(process.execPath, argv, { cwd: root, stdio: "ignore" });
    setTimeout(() => child.kill("SIGTERM"), 1000);
    expect(await new Promise((done) => child.on("exit", done))).toBe(143);
  });

  it.each([
    ["a call", "process.exit(0);"],
    [
      "an apply",
      'pi.pushPendingAction({ label: "L", details: { files: ["a"] }, apply() { process.exit(0); } });',
    ],
  ])("does not end as if all were done where %s ends the process", (_what, body) => {
    const { status, stderr } = startTool(body);
    expect(status).toBe(70);
    expect(stderr).toContain("ended before its work was done");
  });

  it("keeps what a tool prints out of the report", () => {
    const { report, stderr } = runTool('console.log("PRINTED"); return "fine";');
    expect(report.calls).toMatchObject([{ text: "fine" }]);
    expect(stderr).toContain("PRINTED");
  });

  it("keeps what the processes of a transform print out of the report", () => {
    const root = tempTree({
      "recipe.yaml": "version: 1\nsteps: [{ transform: ./t.mjs, api: sluice, paths: [a.txt] }]\n",
      "a.txt": "a\n",
      "t.mjs": `import childProcess, { execFileSync, execSync, fork, spawn } from "node:child_process";
        const ended = (child) => new Promise((done) => child.on("close", done));
        export default async ({ path }) => {
          execSync("echo FIRST", { stdio: "inherit" });
          execFileSync("echo", ["SECOND"], { stdio: [0, 1, 2] });
          childProcess.spawnSync("echo", ["THIRD"], { stdio: ["ignore", "inherit", "ignore"] });
          await ended(spawn("sh", ["-c", "echo FOURTH >&2"], { stdio: ["ignore", "pipe", 1] }));
          await ended(spawn("sh", ["-c", "echo FIFTH; echo SIXTH >&2"], { stdio: "inherit" }));
          await ended(fork(new URL("./forked.mjs", import.meta.url)));
          return execSync("echo READ").toString();
        };\n`,
      "forked.mjs": 'console.log("SEVENTH");\n',
    });
    const argv = [MAIN, "preview", "recipe.yaml", "--allow-code", "--format", "json"];
    const { stdout, stderr } = spawnSync(process.execPath, argv, {
      cwd: root,
      encoding: "utf8",
      timeout: 30_000,
    });
    expect(JSON.stringify(JSON.parse(stdout).actions)).toContain("+READ");
    for (const word of ["FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH"])
      expect(stderr).toContain(word);
  });

  it("tells what a tool throws when the run is over, too", () => {
    const { status, stderr } = runTool(
      'setTimeout(() => { throw new Error("late"); }, 500); return "fine";',
    );
    expect(stderr).toContain("late");
    expect(status).toBe(1);
  });

  it("reports what a tool throws outside of its call, and the run still ends by itself", () => {
    const { status, stderr, report } = runTool(
      'setTimeout(() => { throw new Error("stray"); }, 10); await new Promise((done) => setTimeout(done, 100)); return "fine";',
    );
    expect(stderr).toContain("sluice: unhandled error: Error: stray");
    expect({ status, outcome: report.outcome, calls: report.calls }).toMatchObject({
      status: 1,
      outcome: "ok",
      calls: [{ text: "fine" }],
    });
  });

  it("shares its classes with a tool that imports the library", () => {
    const root = tempTree({
      "recipe.yaml": "version: 1\ntools: [t.ts]\nsteps: [{ id: t, tool: t }]\n",
      "t.ts": `import { ToolError } from "sluice";
        export default (pi) => ({ name: "t", description: "d", parameters: pi.zod.object({}),
          async execute() { throw new ToolError("No such order.") } });\n`,
      ".gitignore": "node_modules\n",
    });
    mkdirSync(join(root, "node_modules"));
    symlinkSync(resolve(MAIN, "../.."), join(root, "node_modules/sluice"), "dir");
    const argv = [MAIN, "preview", "recipe.yaml", "--allow-code", "--format", "json"];
    const { stdout } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
    expect(JSON.parse(stdout).calls).toMatchObject([{ text: "No such order." }]);
  });

  it("T19 loads TypeScript from the package as it is published", () => {
    const { status, report } = runTool(
      'return pi.typebox.Type.String().type + " " + typeof pi.zod.string;',
    );
    expect({ status, calls: report.calls }).toMatchObject({
      status: 0,
      calls: [{ text: "string function" }],
    });
  });
});
