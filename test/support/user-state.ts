import { randomBytes } from "node:crypto";
import type { UserIdentity } from "../../src/model/user-identity.ts";
import { tempFolder } from "./temp-tree.ts";

/** The user of this process. */
export const USER: UserIdentity = {
  id: process.geteuid?.() ?? 0,
  newSecret: () => randomBytes(32).toString("hex"),
};

/** A world with a home of its own, in which Sluice can keep a key. */
export function withHome(home = tempFolder()) {
  return { user: USER, env: { PATH: process.env.PATH, HOME: home } };
}
