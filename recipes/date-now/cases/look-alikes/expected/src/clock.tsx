import { Timer } from "./timer";

export function Clock() {
  return <time data-now={Date.now()}>{new Date().toLocaleTimeString()}</time>;
}
