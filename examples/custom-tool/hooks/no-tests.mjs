// A hook gets each call as JSON, and answers whether it may go on. It changes nothing.
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { params } = JSON.parse(text);
const test = params.files.find((file) => file.includes(".test."));
const answer = test ? { decision: "deny", reason: `${test} is a test.` } : { decision: "continue" };
console.log(JSON.stringify(answer));
