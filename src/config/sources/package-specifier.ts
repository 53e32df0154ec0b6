import { posix } from "node:path";
import { rootFault } from "../../shared/paths/posix-path.ts";

/** A policy of a package: `@acme/policies` or `acme-policies`, or a file in it, `@acme/policies/strict.yaml`. */
export interface PackageSpecifier {
  readonly name: string;
  /** Relative to the folder of the package; undefined: the policy that the package offers. */
  readonly file: string | undefined;
}

/** The names that npm gives, today and in its early years. */
const PACKAGE_NAME = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;

/** The longest name that npm gives. */
const MAX_LENGTH = 214;

/** Parses the name of a policy in a package; undefined if it can only be that of a file. */
export function parsePackageSpecifier(written: string): PackageSpecifier | undefined {
  const parts = written.split("/");
  const name = parts.splice(0, written.startsWith("@") ? 2 : 1).join("/");
  if (!PACKAGE_NAME.test(name) || name.length > MAX_LENGTH || isFileName(written)) return undefined;
  const file = parts.join("/");
  if (file === "") return { name, file: undefined };
  return rootFault(file) === undefined ? { name, file: posix.normalize(file) } : undefined;
}

/** True for `base.policy.yaml`, which is a file beside the one that names it. */
function isFileName(written: string): boolean {
  return !written.includes("/") && /\.ya?ml$/i.test(written);
}

/** True if a name can only be that of a policy in a package: without a scope, a folder or an extension marks a file. */
export function isPackageName(written: string): boolean {
  return written.startsWith("@") || !/[/\\]|\.ya?ml$/i.test(written);
}
