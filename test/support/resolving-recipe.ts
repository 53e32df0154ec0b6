export const RECIPE = `version: 1
name: r
steps:
  - id: ask
    prompt: Rewrite old().
    model: MODEL
    resolve: model
    tools: [ast_edit, read_file]
    maxTurns: 12
`;

export const GUARDED = `version: 1
default: { verdict: apply, reason: It is a test. }
guards:
  - { id: kept, when: { anyFile: ["src/b.ts"] }, verdict: discard, reason: b.ts is kept. }
  - { id: asked, when: { anyFile: ["src/c.ts"] }, verdict: hold, reason: c.ts is asked about. }
`;

export const resolve = (action: string, reason: string) => ({
  name: "resolve",
  arguments: { action, reason },
});
export const DONE = { text: "Done." };
