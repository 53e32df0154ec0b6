/** Paths of which long data is expected: lock files, snapshots, maps, notebooks, and what declares itself as such. */
export const DATA_PATH =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock|gradle\.lockfile)$|\.(snap|svg|ipynb|pem|crt|cer|asc|sig|woff2?|csv|tsv)$|(^|\/)__snapshots__\//i;

/** The text before data that says it is a picture, a font, a certificate, a public key or a hash. */
export const DECLARED =
  /(?:data:(?:image|font|audio|video)\/[\w.+-]{1,40}(?:;[\w=-]{1,40}){0,4},|data:application\/(?:x-)?font[\w-]{0,20};base64,|sha(?:256|384|512)-|ssh-(?:rsa|ed25519|dss) |ecdsa-sha2-[\w-]{1,30} |-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|PGP [A-Z ]{1,30}|SSH SIGNATURE)-----\s{0,4})$/;

/** Languages whose lines are code that a person writes. */
export const CODE_PATH =
  /\.([cm]?[jt]sx?|vue|svelte|css|scss|less|py|rb|php|go|rs|java|kt|cs|sh|bash|ps1|lua|pl)$/i;
