import { z } from "zod";
import { once } from "../../shared/once.ts";

// The answers of GitHub about people, as far as they are read.

export const permissionSchema = once(() =>
  z.object({
    permission: z.enum(["none", "read", "write", "admin"]),
    user: z.object({ login: z.string() }),
  }),
);

export const membershipSchema = once(() => z.object({ state: z.string() }));
