import { z } from "zod";

export const user = z.object({
  id: z.uuid(),
  email: z.email().max(200),
  homepage: z.url().optional(),
  phone: z.e164().nullable(),
  bornOn: z.iso.date(),
  createdAt: z.iso.datetime(),
  addresses: z.array(z.union([z.ipv4(), z.ipv6()])),
});

export const session = user.extend({ token: z.jwt(), expires: z.iso.datetime() });
