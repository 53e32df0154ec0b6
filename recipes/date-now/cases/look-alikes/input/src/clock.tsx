import { Timer } from "./timer";

export function Clock() {
  return <time data-now={new Date().getTime()}>{new Date().toLocaleTimeString()}</time>;
}
