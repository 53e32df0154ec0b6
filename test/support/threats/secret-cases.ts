import { randomText } from "./random-text.ts";
import type { ThreatCases } from "./threat-case.ts";

/** Made here, so that no scanner takes them for secrets of this repository. */
const WORD = randomText(400, "base64").replace(/[+/]/g, "a");
const word = (length: number) => WORD.slice(0, length);
const key = (...parts: readonly string[]) => parts.join("");

const GITHUB = key("gh", "p_", word(36));

export const SECRETS: ThreatCases = {
  planted: [
    ["a.ts", "x\n", `const token = "${GITHUB}";\n`],
    ["a.py", "x\n", `KEY = "${key("AK", "IA", word(16).toUpperCase())}"\n`],
    ["a.env", "x\n", `AWS_SECRET_ACCESS_KEY=${randomText(40, "base64")}\n`],
    ["a.md", "x\n", `Use ${key("glp", "at-", word(20))}.\n`],
    ["a.pem", "x\n", pem()],
    ["a.yml", "x\n", `url: postgres://admin:${word(12)}@db.acme.io/a\n`],
    [".npmrc", "x\n", `//registry.npmjs.org/:_authToken=${key("np", "m_", word(36))}\n`],
    ["a.ts", "x\n", `const s = "${key("sk_", "live_", word(30))}";\n`],
    ["a.go", "x\n", `apiKey := "${word(32)}"\n`],
    ["a.ts", "x\n", `get("https://me:${word(14)}@acme.io/a");\n`],
    ["a.ts", "x\n", `const t = "${jwt(30)}";\n`],
    ["a.md", "x\n", `${key("AI", "za", word(35))}\n`],
    ["a.py", "x\n", `DB_PASSWORD = '${key("Xk29f", "Lq8Zw1p")}'\n`],
    ["a.yaml", "x\n", `password: ${key("Xk29f", "Lq8Zw1p")}\n`],
    ["a.txt", "x\n", `password = ${key("hunter2", "hunter2X9z")} # mine\n`],
    [`src/${GITHUB}.ts`, null, "x\n"],
  ],
  missed: [["a.ts", "x\n", `send("${word(10)}", "${word(12)}");\n`]],
  innocent: [
    ["a.ts", "x\n", "const token = process.env.TOKEN;\n"],
    ["a.yml", "x\n", 'token: "${{ secrets.GITHUB_TOKEN }}"\n'],
    ["a.md", "x\n", "Set `AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE`.\n"],
    ["a.ts", "x\n", 'const password = "your-password-goes-here";\n'],
    ["a.yml", "x\n", "url: postgres://localhost:5432/a\n"],
    ["a.ts", `a("${GITHUB}");\nb();\n`, `b();\n\na("${GITHUB}");\n`],
    ["a.ts", "x\n", `const sha = "${randomText(64, "hex")}";\n`],
    ["a.ts", "x\n", 'const tokenKind = "identifier-or-keyword-name";\n'],
    ["a.ts", "x\n", "get(`https://${user}:${password}@acme.io/a`);\n"],
    ["a.md", "x\n", `${key("ey", "Jhead")}.${key("ey", "Jbody")}.sign\n`],
    ["a.md", "x\n", "AIza… begins the keys of Google.\n"],
    ["a.py", "x\n", "password = 'correct horse'\ntoken = 'TokenKind2'\n"],
    ["a.yaml", "x\n", "secret: MyDatabase2Secret\ntoken: v1beta1\nsecretName: a1B2c3D4e5F6\n"],
    ["a.ts", "x\n", "token = readToken2Of3(a);\nsecret = Xk29fLq8Zw1p;\n"],
    [`src/${GITHUB}.ts`, "x\n", "y\n"],
  ],
};

function jwt(length: number): string {
  const part = (json: string) => Buffer.from(json).toString("base64url");
  return [part('{"alg":"HS256"}'), part(`{"sub":"${word(20)}"}`), word(length)].join(".");
}

function pem(): string {
  const body = key("MI", randomText(800, "base64")).replace(/.{64}/g, "$&\n");
  const line = (word: string) => key("-----", word, " RSA PRIVATE", " KEY-----\n");
  return `${line("BEGIN")}${body}\n${line("END")}`;
}
