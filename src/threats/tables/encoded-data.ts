import { longRegex } from "../code/long-regex.ts";

/** Paths of which long data is expected: lock files, snapshots, maps, notebooks, and what declares itself as such. */
export const DATA_PATH = longRegex(
  "i",
  String.raw`(^|/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|`,
  String.raw`deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|`,
  String.raw`go\.sum|flake\.lock|gradle\.lockfile)$|\.(snap|svg|ipynb|pem|crt|cer|asc|sig|woff2?|csv|`,
  "tsv)$|(^|/)__snapshots__/",
);

/** The text before data that says it is a picture, a font, a certificate, a public key or a hash. */
export const DECLARED = longRegex(
  "",
  String.raw`(?:data:(?:image|font|audio|video)/[\w.+-]{1,40}(?:;[\w=-]{1,40}){0,4},|`,
  String.raw`data:application/(?:x-)?font[\w-]{0,20};base64,|sha(?:256|384|512)-|ssh-(?:rsa|ed25519|`,
  String.raw`dss) |ecdsa-sha2-[\w-]{1,30} |-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|`,
  String.raw`PGP [A-Z ]{1,30}|SSH SIGNATURE)-----\s{0,4})$`,
);

/** Languages whose lines are code that a person writes. */
export const CODE_PATH =
  /\.([cm]?[jt]sx?|vue|svelte|css|scss|less|py|rb|php|go|rs|java|kt|cs|sh|bash|ps1|lua|pl)$/i;
