import * as y from "yup";
import { z } from "zod";

export const form = z.object({
  email: z.string().email("Is this an address?"),
  at: z.string().datetime({ offset: true }),
  site: z.string({ error: "Must be text" }).url(),
  contact: z.string().trim().email(),
  code: z.string().regex(/^[A-Z]+$/).max(8),
  born: z.date(),
  key: z.string(/* not a number */).uuid(),
  backup: z.email().or(z.literal("")),
});

export const old = y.object({ email: y.string().email(), site: y.string().url() });
export const sample = "z.string().email()";
