# Finds a Node for Sluice, and prepares its installation: the first step of action.yml. Changes neither PATH nor any
# variable of later steps. Sets the outputs node, cache-path and cache-key.
set -euo pipefail
# A fault, as the exit codes of Sluice say, also if a program fails about which nothing is said here.
trap '[ $? -eq 0 ] || exit 70' EXIT
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
action=$(dirname "$(dirname "$here")")

fail() {
  echo "::error title=Sluice::$1"
  exit 1
}

output() {
  echo "$1=$2" >>"$GITHUB_OUTPUT"
}

posix() {
  if command -v cygpath >/dev/null; then cygpath -u "$1"; else echo "$1"; fi
}

# In the form that programs other than bash read.
native() {
  if command -v cygpath >/dev/null; then cygpath -m "$1"; else echo "$1"; fi
}

# Prints the path of a Node, if it is 20.19 or newer and runs here.
if_new_enough() {
  local path
  path=$("$1" -p 'const [a, b] = process.versions.node.split(".").map(Number);
    a > 20 || (a === 20 && b >= 19) ? process.execPath : ""' 2>/dev/null) || return 0
  [ -z "$path" ] || posix "$path"
}

platform() {
  case "$(uname -s)" in
    Linux) echo linux ;;
    Darwin) echo darwin ;;
    MINGW* | MSYS* | CYGWIN*) echo win ;;
  esac
}

architecture() {
  case "$(uname -m)" in
    x86_64 | amd64) echo x64 ;;
    aarch64 | arm64) echo arm64 ;;
  esac
}

# The place of Node in its folder.
program() {
  if [ "$(platform)" = win ]; then echo node.exe; else echo bin/node; fi
}

# A runner keeps the tools of setup actions by name, version and architecture, each complete with a mark.
in_tool_cache() {
  local mark found=""
  for mark in "$tools"/node/*/"$(architecture)".complete; do
    [ ! -f "$mark" ] || found+="${mark%.complete}"$'\n'
  done
  while read -r folder; do
    [ -z "$folder" ] || node=$(if_new_enough "$folder/$(program)")
    [ -z "$node" ] || return 0
  done < <(sort -rV <<<"$found")
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# Downloads a Node into the tool cache.
download() {
  local version archive known url part folder
  version=$(grep -m 1 '^v' "$here/node-checksums.txt")
  archive=$(grep -m 1 -o "node-$version-$(platform)-$(architecture)\..*" "$here/node-checksums.txt") ||
    fail "There is no Node to download for $(uname -sm). Install Node 20.19 or newer before this step."
  known=$(grep -m 1 "  $archive\$" "$here/node-checksums.txt" | cut -d ' ' -f 1)
  url="${SLUICE_NODE_MIRROR:-https://nodejs.org/dist}/$version/$archive"
  part=$(mktemp -d)
  echo "This runner has no Node 20.19 or newer. Downloading $url"
  curl --fail --silent --show-error --location --retry 2 --max-time 120 --output "$part/$archive" "$url" ||
    fail "Sluice needs Node 20.19 or newer. This runner has none, and $url cannot be downloaded. Install Node before \
this step, for example with actions/setup-node, or set SLUICE_NODE_MIRROR to a mirror that the runner reaches."
  [ "$(sha256 "$part/$archive")" = "$known" ] || fail "$url is not the file that it should be: its checksum differs."
  case "$archive" in
    *.zip) unzip -q "$part/$archive" -d "$part" ;;
    *) tar -xzf "$part/$archive" -C "$part" ;;
  esac
  folder="$tools/node/${version#v}/$(architecture)"
  mkdir -p "$(dirname "$folder")"
  rm -rf "$folder"
  mv "$part/node-$version-$(platform)-$(architecture)" "$folder"
  touch "$folder.complete"
  rm -rf "$part"
  node=$(if_new_enough "$folder/$(program)")
  [ -n "$node" ] || fail "Node $version does not run here. Install Node 20.19 or newer before this step."
}

is_installed() {
  [ -f "$action/dist/action/main.js" ] && [ -f "$action/node_modules/.package-lock.json" ] && [ -z "$languages" ]
}

languages="${SLUICE_INPUT_LANGUAGES:-}"
languages="${languages//[[:space:],]/}"
tools=$(posix "${RUNNER_TOOL_CACHE:-${RUNNER_TEMP:-/tmp}}")
node=$(if_new_enough node)
# Some images have Node without npm.
if [ -n "$node" ] && ! is_installed && ! PATH="$(dirname "$node"):$PATH" command -v npm >/dev/null; then node=""; fi
if [ -z "$node" ]; then in_tool_cache; fi
if [ -z "$node" ]; then download; fi
output node "$node"

if [[ "${SLUICE_INPUT_CACHE:-}" =~ ^[[:space:]]*[Ff][Aa][Ll][Ss][Ee] ]] || is_installed; then exit 0; fi
packages="$tools/sluice/npm"
# A tool cache that cannot be written to is no reason to fail.
if ! mkdir -p "$packages" 2>/dev/null || [ ! -w "$packages" ]; then exit 0; fi
output cache-path "$(native "$packages")"
output cache-key "$("$node" "$here/cache-key.mjs" "${SLUICE_INPUT_LANGUAGES:-}")"
