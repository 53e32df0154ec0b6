const mail = z.string().email();
