import { packagePlaces } from "../config/prepare/package-places.ts";
import type { World } from "../model/world.ts";
import { loadPackage, type NeededPackage } from "../shared/packages/load-package.ts";

/** The package that speaks the protocol: the exports that are used. */
export type ServerKit = Pick<
  typeof import("@modelcontextprotocol/server"),
  "McpServer" | "ResourceTemplate"
> &
  Pick<typeof import("@modelcontextprotocol/server/stdio"), "serveStdio">;

const SERVER = "@modelcontextprotocol/server";
const PACKAGE: NeededPackage = { name: SERVER, major: 2 };

/** Loads the package, which is optional: beside Sluice, or from `--packages`. A fault says what to install. */
export async function loadServer(
  request: { readonly root: string; readonly packages: readonly string[] },
  world: World,
): Promise<ServerKit | { readonly fault: string }> {
  const trust = { mode: "all", base: null } as const;
  const places = packagePlaces({ ...request, allowCode: false }, trust, world);
  const [main, stdio] = await Promise.all([
    loadPackage(PACKAGE, () => import("@modelcontextprotocol/server"), places),
    loadPackage(
      { ...PACKAGE, entry: `${SERVER}/stdio` },
      () => import("@modelcontextprotocol/server/stdio"),
      places,
    ),
  ]);
  if (main.kind === "loaded" && stdio.kind === "loaded")
    return { ...main.module, serveStdio: stdio.module.serveStdio };
  const broken = [main, stdio].find((each) => each.kind === "broken");
  if (broken !== undefined) return { fault: broken.fault };
  const name = `${SERVER}@^${PACKAGE.major}`;
  return {
    fault:
      "`mcp` needs a package that is not installed. Install it beside Sluice: " +
      `npm install --save-dev ${name}, or npm install --prefix DIR ${name} and --packages DIR`,
  };
}
