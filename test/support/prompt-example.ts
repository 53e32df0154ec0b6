import { cpSync } from "node:fs";
import { resolve } from "node:path";
import { CASSETTE_HEADER, cassetteLine } from "../../src/agent/cassette/cassette-lines.ts";
import type { Scripted } from "./openai-server.ts";
import { commitAll, readText, tempFolder } from "./temp-tree.ts";
import { initRepository } from "./write-repository.ts";

/** The folder of the example. */
export const PROMPT_EXAMPLE = resolve(import.meta.dirname, "../../examples/prompt-step");

/** A copy of the example, committed. */
export function promptExample(): string {
  const root = tempFolder();
  cpSync(PROMPT_EXAMPLE, root, { recursive: true });
  initRepository(root);
  commitAll(root);
  return root;
}

/** The recording of the example in lines, as `--record` writes it now. */
export function exampleInLines(): string {
  const cassette = JSON.parse(readText(PROMPT_EXAMPLE, "cassette.json"));
  return CASSETTE_HEADER + cassette.entries.map(cassetteLine).join("");
}

/** What the model of the example answers, turn by turn: what its cassette was recorded from. */
export const EXAMPLE_ANSWERS: readonly Scripted[] = [
  {
    text: "I look for the calls first.",
    calls: [
      {
        id: "call_0",
        name: "ast_grep",
        arguments: { pat: "users.getUser($$$ARGS)", paths: ["src/**/*.ts"] },
      },
    ],
    usage: { input: 900, output: 40 },
  },
  {
    calls: [
      {
        id: "call_1",
        name: "replace_text",
        arguments: {
          path: "src/billing/invoice.ts",
          old: `export function addressee(id: string, done: (name: string) => void): void {
  users.getUser(id, (error, user) => {
    if (error) throw error;
    done(user.name);
  });
}`,
          new: `export async function addressee(id: string, done: (name: string) => void): Promise<void> {
  const user = await users.fetchUser(id);
  done(user.name);
}`,
        },
      },
      {
        id: "call_2",
        name: "replace_text",
        arguments: {
          path: "src/billing/reminder.ts",
          old: `export function remind(id: string): void {
  users.getUser(id, (error, user) => {
    if (error) throw error;
    console.log(\`Dear \${user.name}, please pay.\`);
  });
}`,
          new: `export async function remind(id: string): Promise<void> {
  const user = await users.fetchUser(id);
  console.log(\`Dear \${user.name}, please pay.\`);
}`,
        },
      },
      {
        id: "call_3",
        name: "replace_text",
        arguments: {
          path: "src/vendor/audit.ts",
          old: `export function audit(id: string): void {
  users.getUser(id, (error, user) => {
    if (error) throw error;
    console.log(user.id);
  });
}`,
          new: `export async function audit(id: string): Promise<void> {
  const user = await users.fetchUser(id);
  console.log(user.id);
}`,
        },
      },
    ],
    usage: { input: 1300, output: 420 },
  },
  {
    text: "addressee and remind await users.fetchUser now. src/vendor/audit.ts stays as it is: the policy discards changes of vendored code.",
    usage: { input: 1900, output: 60 },
  },
];
