import type { PackagePlaces } from "../../shared/package-places.ts";
import { hasPackage, type NeededPackage } from "../../shared/packages/load-package.ts";

/** A major version of `ai`, and those of the packages of providers that speak the same interface. */
export interface SdkMajors {
  readonly ai: number;
  /** Of all packages of providers but that of compatible servers. */
  readonly providers: number;
  readonly compatible: number;
  /** The version of the interface between `ai` and the packages of providers. */
  readonly interface: "v3" | "v4";
}

/** The versions that can be used, in the order in which they are preferred. `ai` 7 needs Node 22. */
export const SDK_MAJORS: readonly [SdkMajors, ...SdkMajors[]] = [
  { ai: 6, providers: 3, compatible: 2, interface: "v3" },
  { ai: 7, providers: 4, compatible: 3, interface: "v4" },
];

/** A package of a provider: its name on npm, and the column of the table that has its major version. */
export interface ProviderPackageName {
  readonly name: string;
  readonly column: "providers" | "compatible";
}

/** The two packages that ask a model, with major versions that fit each other. */
export interface NeededPackages {
  readonly ai: NeededPackage;
  readonly provider: NeededPackage;
  readonly interface: SdkMajors["interface"];
}

/**
 * Returns the packages to load: the first versions of the table of which both are installed, otherwise those for the
 * `ai` that is, otherwise the first. Reads no code.
 */
export function neededPackages(
  { name, column }: ProviderPackageName,
  places: PackagePlaces,
): NeededPackages {
  const rows = SDK_MAJORS.map((majors) => ({
    ai: { name: "ai", major: majors.ai },
    provider: { name, major: majors[column] },
    interface: majors.interface,
  }));
  const hasAi = rows.filter(({ ai }) => hasPackage(ai, places));
  const whole = hasAi.find(({ provider }) => hasPackage(provider, places));
  const needed = whole ?? hasAi[0] ?? rows[0];
  if (needed === undefined) throw new Error("The table of versions is empty.");
  return needed;
}
