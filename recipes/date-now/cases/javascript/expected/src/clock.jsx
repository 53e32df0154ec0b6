export const Clock = () => <time data-now={Date.now()}>+new Date()</time>;
