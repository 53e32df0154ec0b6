export class Timer {
  private started: number = 0;
  readonly laps: number[] = [];

  start() {
    this.started = +new Date();
    const label: string = "lap", at: number = +new Date();
    return { label, at, until: +new Date() };
  }

  lap() {
    this.laps.push(new Date().getTime() - this.started);
    return Number(new Date()) > 0 ? -new Date().valueOf() : 0;
  }

  elapsedSince(date: Date) {
    const now = new Date()
      .getTime();
    return now - date.getTime();
  }
}
