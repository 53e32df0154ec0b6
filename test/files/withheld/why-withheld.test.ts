import { describe, expect, it } from "vitest";
import { isNamedBy, looksSecret } from "../../../src/files/withheld/why-withheld.ts";

const SECRET = `
.env .env.local .env.production .ENV .Env.Local app/.env .env_old .env-ci .env.bak .env~ prod.env .envrc .dev.vars
server.pem SERVER.KEY tls/server.key a.p12 a.pfx a.p8 a.ppk a.jks a.keystore a.keytab x.kdbx terraform.tfstate
terraform.tfstate.backup prod.tfvars id_rsa id_rsa.bak id_ed25519 .ssh/id_ecdsa .ssh/config ID_RSA .npmrc .pypirc .netrc
_netrc .git-credentials .htpasswd .pgpass .dockercfg .docker/config.json .aws/credentials .aws/config .kube/config
credentials credentials.json Credentials.yml application_default_credentials.json secrets.yml secrets.json secrets.toml
app.secrets.json db-secret.yaml client_secret_1.json my-service-account.json service_account_key.json auth.json
.yarnrc.yml .vault_pass.txt .vault-password vault_token .env.example.local .env.sample.bak.production example.env
prod.template.env server.sample.key dist.pem template.p12 terraform.example.tfstate secrets.example.yml .aws/example
x-firebase-adminsdk-1.json .gnupg/secring.gpg .bash_history local.settings.json wp-config.php .config/gh/hosts.yml
gha-creds-0a1b2c3d4e5f6789.json gradle.properties .gradle/gradle.properties nuget.config NuGet.Config .mcp.json private.asc
secring.gpg key.json privatekey.json private-key.txt password.txt passwords.txt token.txt token .token .tokens .secrets
.secret kubeconfig.yaml .rclone.conf rclone.conf .condarc .openai_key .anthropic-api-key .gitlab_token .claude.json
`;

const ORDINARY = `
.env.example .env.sample .env.template .env.local.example .env-example .env.dist .environment env.ts env.d.ts environment.md
id_rsa.pub .ssh/known_hosts .ssh/a.pub docs/keys.md key.ts src/key.ts keyboard.key.ts package.json tsconfig.json
src/secrets.ts secret-service.ts secretary.md credentials.ts config.json docker/config.json auth.ts account.json
service.json .gitignore .eslintrc README.md tokens.css secrets/readme.md identity.ts vault-token.ts
token.ts src/tokens.css tokens.md keys.json tokens.json private.txt key-map.json secret.ts public.asc key.md privacy.json passwords.md .keep
mcp.ts gradle.build.kts src/token/index.ts password-field.tsx kubeconfig.go
`;

const namesIn = (list: string) => list.trim().split(/\s+/);

describe("F21 a file looks like a secret by its name", () => {
  it.each(namesIn(SECRET))("%s", (path) => expect(looksSecret(path)).toBe(true));
});

describe("F21 a file is ordinary by its name", () => {
  it.each(namesIn(ORDINARY))("%s", (path) => expect(looksSecret(path)).toBe(false));
});

describe("F21 a pattern of a scope", () => {
  const isIgnored = (path: string) => path === "dist" || path.startsWith("dist/");
  it.each<[pattern: string, path: string]>([
    [".env", ".env"],
    [".env", ".env"],
    [".env*", ".env.local"],
    ["config/*.pem", "config/a.pem"],
    ["**/secrets.*", "a/secrets.yml"],
    ["coverage-*.json", "coverage-1.json"],
    ["**/.env.{local,test}", "a/.env.test"],
  ])("%s names %s", (pattern, path) => expect(isNamedBy(["src/**", pattern], path)).toBe(true));

  it.each<[pattern: string, path: string]>([
    ["**", ".env"],
    ["**/*", ".env"],
    ["*", ".env"],
    ["src/**", "src/.env"],
    ["src", "src/.env"],
    [".*", ".env"],
    ["*.json", "credentials.json"],
    ["**/*.*", "a.pem"],
    ["**/*.{json,yml}", "secrets.yml"],
    ["dist/**", "dist/.env"],
    [".env", "app/.env"],
  ])("%s does not name %s", (pattern, path) => expect(isNamedBy([pattern], path)).toBe(false));

  it("names what is in an ignored folder if it begins there", () => {
    expect(isNamedBy(["dist/**"], "dist/a.js", isIgnored)).toBe(true);
    expect(isNamedBy(["dist"], "dist/a.js", isIgnored)).toBe(true);
    expect(isNamedBy(["**"], "dist/a.js", isIgnored)).toBe(false);
    expect(isNamedBy(["src/**"], "dist/a.js", isIgnored)).toBe(false);
  });
});
