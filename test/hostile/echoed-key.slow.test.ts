import { describe, expect, it } from "vitest";
import { openAiServer, type Scripted } from "../support/openai-server.ts";
import { checkSafely, openPullRequest, TOKEN } from "./pull-request.ts";

const recipeFor = (baseUrl: string) => `version: 1
name: ask
steps:
  - id: ask
    prompt: Change every f to g.
    model: { provider: openai-compatible, name: scripted, baseUrl: "${baseUrl}", apiKeyEnv: CANARY_TOKEN }
    tools: [read_file, write_file]
    maxTurns: 4
`;

/** Replies with the key that came with the request: as text, as paths, as contents of files, and in an error. */
const echo: readonly Scripted[] = [
  ({ headers }) => ({
    text: `You sent ${headers.authorization}`,
    calls: [
      { name: "read_file", arguments: { path: `${TOKEN}.txt` } },
      { name: "write_file", arguments: { path: "src/new.js", content: `// ${TOKEN}\n` } },
      { name: TOKEN, arguments: TOKEN },
    ],
  }),
  ({ headers }) => ({ status: 400, body: { error: { message: `${headers.authorization}` } } }),
];

describe("a server that echoes the key", () => {
  it("gets it into no report, no log and no file", async () => {
    const { baseUrl, requests } = await openAiServer([...echo, ...echo]);
    const host = baseUrl.replace(/^http:\/\/|\/v1$/g, "");
    const request = await openPullRequest({
      base: { "recipe.yaml": recipeFor(baseUrl), "src/a.js": "f(1);\n" },
    });
    const args = ["--allow-env=CANARY_TOKEN", `--allow-host=${host}`, "--verbose"];
    const check = { recipes: ["recipe.yaml"], policy: "apply-all", args };
    const attempts = await checkSafely(request, check);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(4).fill(`Bearer ${TOKEN}`),
    );
    for (const { exitCode, output } of attempts) {
      expect(exitCode).toBe(1);
      expect(output).toContain("[redacted]");
    }
  });
});
