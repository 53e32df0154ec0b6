const now = Date.now();
