const now = new Date().getTime();
