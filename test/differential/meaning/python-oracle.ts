import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Oracle } from "./oracle.ts";
import { HOLE, type RandomCase, textBefore } from "./random-case.ts";

/** Python by its own `ast`, in one process that answers a line with a line. */
export function pythonOracle(): Oracle {
  let ask: ((line: string) => Promise<string>) | undefined;
  return {
    async areRight(drawn, texts) {
      ask ??= startPython();
      const answer = await ask(JSON.stringify({ ...questionOf(drawn), texts }));
      return (JSON.parse(answer) as boolean[] | null) ?? undefined;
    },
  };
}

function questionOf({ out, captures, ...drawn }: RandomCase) {
  const slots: Record<string, { code: string; isMany: boolean }> = {};
  let template = out;
  for (const [index, [name, code]] of Object.entries(captures).entries()) {
    slots[`zz${index}`] = { code, isMany: name.startsWith("$$$") };
    template = template.replaceAll(name, `zz${index}`);
  }
  return {
    ...{
      hole: HOLE,
      place: drawn.place,
      match: drawn.match,
      before: textBefore({ ...drawn, out, captures }),
    },
    ...{ template, slots },
  };
}

function startPython(): (line: string) => Promise<string> {
  const script = join(import.meta.dirname, "python_oracle.py");
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn("python3", [script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.unref();
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(line));
  child.on("error", (cause) => {
    for (const each of waiting) each.reject(new Error("No python3 to compare with.", { cause }));
  });
  return (line) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin.write(`${line}\n`);
    });
}
