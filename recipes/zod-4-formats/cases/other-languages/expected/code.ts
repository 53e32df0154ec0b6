const mail = z.email();
