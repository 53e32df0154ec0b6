import { z } from "zod";

export const user = z.object({
  id: z.string().uuid(),
  email: z.string().email().max(200),
  homepage: z.string().url().optional(),
  phone: z.string().e164().nullable(),
  bornOn: z.string().date(),
  createdAt: z.string().datetime(),
  addresses: z.array(z.union([z.string().ipv4(), z.string().ipv6()])),
});

export const session = user.extend({ token: z.string().jwt(), expires: z
    .string()
    .datetime() });
