const epoch = new Date(0).getTime();
const parsed = +new Date("2024-02-29");
const legacy = +new Date;
const noted = new Date(/* local time */).getTime();
const guarded = new Date()?.getTime();
const iso = new Date().toISOString();

function stamp(exact){if(exact)return(new Date()).getTime();return+new Date()}
const kind = typeof+new Date();

let total = epoch;
total += +new Date();
total = /* rough */ +new Date();
const text = "new Date().getTime()"; // new Date().getTime()

module.exports = { stamp, kind, parsed, legacy, noted, guarded, iso, total, text };
