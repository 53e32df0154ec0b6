export class Timer {
  private started: number = 0;
  readonly laps: number[] = [];

  start() {
    this.started = Date.now();
    const label: string = "lap", at: number = Date.now();
    return { label, at, until: Date.now() };
  }

  lap() {
    this.laps.push(Date.now() - this.started);
    return Date.now() > 0 ? -Date.now() : 0;
  }

  elapsedSince(date: Date) {
    const now = Date.now();
    return now - date.getTime();
  }
}
