export let started = +new Date();
export const at=+new Date(), until = new Date().getTime() + 1000;

export function restart() {
  started = +new Date();
  return { started, seen: +new Date(), [+new Date()]: true };
}

export class Lap {
  at = +new Date();
  constructor(from = +new Date()) {
    this.from = from;
  }
}
