// Adds to package-lock.json the platform packages that its entries name as optional dependencies and
// that the registry in use does not carry: npm leaves them out when it writes the file, and `npm ci`
// then refuses it. Run after every change of dependencies: node scripts/complete-lockfile.mjs
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(FILE, "utf8"));
const { packages } = lock;

/** `@scope/name-linux-x64-musl` → what npm needs to know to pass it over elsewhere. */
function platformOf(name) {
  const os =
    /\b(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32|wasm32)\b/.exec(
      name,
    )?.[1];
  const cpu = /-(arm64|arm|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32)\b/.exec(name)?.[1];
  const libc = /-(musl|musleabihf)$/.test(name)
    ? "musl"
    : /-(gnu|gnueabihf)$/.test(name)
      ? "glibc"
      : undefined;
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os && os !== "wasm32" ? { os: [os] } : {}),
    ...(libc ? { libc: [libc] } : {}),
  };
}

let added = 0;
for (const entry of Object.values(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    const platform = platformOf(name);
    if (packages[key] || !platform.cpu || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) continue;
    packages[key] = { version, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true };
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(packages).sort(([a], [b]) =>
    a === "" ? -1 : b === "" ? 1 : a.localeCompare(b, "en"),
  ),
);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added.`);
