export let started = Date.now();
export const at=Date.now(), until = Date.now() + 1000;

export function restart() {
  started = Date.now();
  return { started, seen: Date.now(), [+new Date()]: true };
}

export class Lap {
  at = +new Date();
  constructor(from = +new Date()) {
    this.from = from;
  }
}
