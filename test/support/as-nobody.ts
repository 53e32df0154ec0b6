import { chownSync, readdirSync } from "node:fs";
import { join } from "node:path";

const NOBODY = 65534;

/**
 * Does something as a user for whom mode bits count: root ignores them. The tree is given to that
 * user first. Without root it is done as who we are.
 */
export async function asNobody<T>(root: string, act: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid } = process;
  if (!geteuid || !seteuid || geteuid() !== 0) return act();
  for (const name of ["", ...readdirSync(root, { recursive: true, encoding: "utf8" })])
    chownSync(join(root, name), NOBODY, NOBODY);
  seteuid.call(process, NOBODY);
  try {
    return await act();
  } finally {
    seteuid.call(process, 0);
  }
}
