z.string().email()
