// https://www.npmjs.com/package/syanten
const modules = require("node:path").join(__dirname, "../../target/audit/node_modules");
const { syantenAll } = require(`${modules}/syanten`);

const answer = line => {
    const counts = line.split(" ").map(Number);
    return syantenAll([0, 9, 18, 27].map(first => counts.slice(first, first + 9)));
};
console.log(require("node:fs").readFileSync(0, "utf8").trimEnd().split("\n").map(answer).join("\n"));
