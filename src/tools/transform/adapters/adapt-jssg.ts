import type { Adapter } from "../adapter.ts";

/** The form of jssg. */
export const adaptJssg: Adapter = () => {
  throw new Error("has the form of jssg, which is not known yet");
};
