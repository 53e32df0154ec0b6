import { describe, expect, it } from "vitest";
import { type CommandOptions, runCommand } from "../../../src/shared/process/run-command.ts";
import { tempFolder } from "../../support/temp-tree.ts";

/** Runs a script of node in a folder of its own. */
const node = (script: string, options: Partial<CommandOptions> = {}) =>
  runCommand([process.execPath, "-e", script], { cwd: tempFolder(), ...options });

const FOREVER = "setInterval(() => {}, 1000);";

describe("runCommand", () => {
  it("answers the exit code and both outputs, and hands over the input", async () => {
    const script = "process.stdin.pipe(process.stdout); console.error('e'); process.exitCode = 3;";
    const result = await node(script, { input: "in" });
    expect(result).toEqual({ code: 3, stdout: "in", stderr: "e\n" });
  });

  it.each<[what: string, command: readonly string[]]>([
    ["a program that is not there", ["no-such-program"]],
    ["no command", []],
    ["an empty name", [""]],
    ["a NUL in the name", ["a\0b"]],
    ["a NUL in an argument", ["node", "a\0b"]],
    ["an argument that is too long", ["node", "x".repeat(8_000_000)]],
  ])("says why it cannot start %s, and does not reject", async (_what, command) => {
    const result = await runCommand(command, { cwd: tempFolder() });
    expect(result).toEqual({ code: null, stdout: "", stderr: "", startError: expect.any(String) });
  });

  it("names the signal that ended the command", async () => {
    const result = await node("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);");
    expect(result).toEqual({ code: null, stdout: "", stderr: "", signal: "SIGTERM" });
  });

  it("ends what takes too long", async () => {
    const result = await node(FOREVER, { timeout: 50 });
    expect(result).toEqual({ code: null, stdout: "", stderr: "", stopped: "timeout" });
  });

  it("ends what prints too much, and answers what there was room for", async () => {
    const result = await node(`console.log("x".repeat(100)); ${FOREVER}`, { maxOutput: 10 });
    expect(result).toEqual({ code: null, stdout: "x".repeat(10), stderr: "", stopped: "output" });
  });

  it("ends what runs when the signal fires", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await node(FOREVER, { signal: stop.signal })).toMatchObject({ stopped: "aborted" });
  });

  it("starts nothing once the signal has fired", async () => {
    const options = { cwd: tempFolder(), signal: AbortSignal.abort() };
    const result = await runCommand(["no-such-program"], options);
    expect(result).toEqual({ code: null, stdout: "", stderr: "", stopped: "aborted" });
  });

  it("waits for no grandchild that holds the outputs open in a group of its own", async () => {
    const escaped = "setTimeout(() => {}, 20000)";
    const spawn = `require('child_process').spawn(process.execPath, ['-e', "${escaped}"], { detached: true, stdio: 'inherit' })`;
    const script = `console.log(${spawn}.pid); ${FOREVER}`;
    const result = await node(script, { timeout: 1000 });
    expect(result).toMatchObject({ code: null, stopped: "timeout" });
    process.kill(Number(result.stdout), "SIGKILL"); // Fails where none escaped.
  });
});
