# Installs what Sluice needs in the folder of the action, and the grammars of languages in a folder of their own; a step
# of action.yml. Packages come from the lockfile, which has their checksums, and none of their scripts runs. Sets the
# output packages.
set -euo pipefail
# A fault, as the exit codes of Sluice say, also if a program fails about which nothing is said here.
trap '[ $? -eq 0 ] || exit 70' EXIT
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
# Only in this step: npm runs with the Node of Sluice.
PATH="$(dirname "$SLUICE_NODE"):$PATH"
if [ -n "${SLUICE_PACKAGE_CACHE:-}" ]; then export npm_config_cache="$SLUICE_PACKAGE_CACHE"; fi

fail() {
  echo "::error title=Sluice::$1"
  exit 1
}

try_npm_ci() {
  npm ci "$@" --ignore-scripts --prefer-offline --no-audit --no-fund --no-update-notifier
}

# npm refuses a package of the cache that is not the one in the lockfile: it is then downloaded again.
npm_ci() {
  try_npm_ci "$@" || { [ -n "${SLUICE_PACKAGE_CACHE:-}" ] && npm cache verify && try_npm_ci "$@"; }
}

unreachable="npm says why above. Without a network, use a runner on which this version of Sluice has run before, or set \
npm_config_registry to a registry that it reaches."

if [ ! -f dist/action/main.js ]; then
  # A reference that is not a release has no dist/.
  npm_ci --include=dev || fail "The packages that build Sluice cannot be installed. $unreachable"
  npm run build || fail "Sluice cannot be built at this reference. Use a release: its tag has what is built."
  npm prune --omit=dev --ignore-scripts --no-audit --no-fund --no-update-notifier ||
    fail "The packages that only build Sluice cannot be removed. npm says why above."
elif [ ! -f node_modules/.package-lock.json ]; then
  npm_ci --omit=dev || fail "The packages of Sluice cannot be installed. $unreachable"
fi

languages="${SLUICE_INPUT_LANGUAGES:-}"
if [ -n "${languages//[[:space:],]/}" ]; then
  folder="${RUNNER_TEMP:-/tmp}/sluice-languages"
  count=$(node scripts/action/languages.mjs "$languages" "$folder")
  if [ "$count" -gt 0 ]; then
    (cd "$folder" && npm_ci --omit=dev) || fail "The grammars of languages cannot be installed. $unreachable"
  fi
  echo "packages=$folder" >>"$GITHUB_OUTPUT"
fi
