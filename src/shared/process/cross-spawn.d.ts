/** The part of cross-spawn that is used: it comes without types. */
declare module "cross-spawn" {
  export { spawn as default } from "node:child_process";
}
