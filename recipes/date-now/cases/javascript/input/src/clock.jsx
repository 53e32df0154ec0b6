export const Clock = () => <time data-now={new Date().valueOf()}>+new Date()</time>;
