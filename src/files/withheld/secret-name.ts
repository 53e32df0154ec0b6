/** Names that scanners for secrets look for. */
const NAMES: readonly RegExp[] = [
  /^\.env(rc|[._-].*)?$|^[^.].*\.env$|^\.dev\.vars$/,
  /^\.(npmrc|yarnrc(\.ya?ml)?|pypirc|netrc|git-credentials|htpasswd|pgpass|my\.cnf)$/,
  /^\.(dockercfg|s3cfg|boto|sentryclirc|terraformrc)$/,
  /^\.(rclone\.conf|condarc|mcp\.json|claude\.json)$|^\.[\w.-]+[._-](key|token)$/,
  /^(_netrc|auth\.json|local\.settings\.json|wp-config\.php|kubeconfig(\.ya?ml)?|terraform\.rc)$/,
  /^(rclone\.conf|gradle\.properties|nuget\.config|secring\.gpg|key\.json|gha-creds-.*\.json)$/,
  /^\.?vault[._-]?(pass|passwd|password|token)([._-]?file)?(\.(txt|ya?ml|key))?$/,
  /^\.(bash|zsh|sh|psql|mysql|node_repl)_history$/,
  /^id_(rsa|dsa|ecdsa|ed25519)([._-].*)?(?<!\.pub)$|^identity$/,
  /^credentials?(\.(json|ya?ml|xml|toml|ini|csv|properties))?$|credentials\.json$/,
  /(^|[._-])(client[._-]?)?secrets?([._-].*)?\.(json[c5]?|ya?ml|toml|ini|env|xml|properties|txt|conf|cfg|csv)$/,
  /^\.?(secret|password|passwd|token)s?(\.txt)?$/,
  /^(private|secret)[._-]?key\.(asc|gpg|json|txt)$|^(private|secret)\.(asc|gpg|pgp)$/,
  /service[._-]?account.*\.json$|firebase-adminsdk.*\.json$/,
];

/** Extensions of keys, key stores, and of files in which tools write secrets. */
const EXTENSIONS =
  /\.(pem|key|p8|p12|pfx|pkcs12|ppk|jks|keystore|keytab|kdbx?|kubeconfig|ovpn|tfstate|tfvars)$/;

/** Files of tools that keep credentials in a folder of their own. */
const PATHS: readonly RegExp[] = [
  /(^|\/)(\.ssh\/(?!known_hosts|.*\.pub$)|\.gnupg\/|\.aws\/|\.azure\/|\.config\/(gh|gcloud)\/)/,
  /(^|\/)(\.kube\/config|\.docker\/config\.json|\.m2\/settings\.xml)$/,
];

/** The endings that editors and people give to the name of a copy. */
const COPY = /(\.(bak|backup|old|orig|save|swp|tmp|copy)|~)+$/;

/** The names of files that show which variables there are, without their values. Only `.env` has such a custom. */
const EXAMPLE = /^\.env([._-].*)?[._-](example|sample|template|dist)$/;

/**
 * True if a file looks by its path as if it held secrets, in any case of letters: `.env`, keys, credentials. Pure: what
 * is in the file is not looked at.
 */
export function looksSecret(path: string): boolean {
  const lower = path.toLowerCase().replace(COPY, "");
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  if (EXAMPLE.test(name)) return false;
  return (
    NAMES.some((names) => names.test(name)) ||
    EXTENSIONS.test(name) ||
    PATHS.some((pattern) => pattern.test(lower))
  );
}
