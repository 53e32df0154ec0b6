import { createServer } from "./server";

createServer().listen(Number(process.env.PORT || 3000));
