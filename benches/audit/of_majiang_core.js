// https://www.npmjs.com/package/@kobalab/majiang-core: letters before ranks.
const modules = require("node:path").join(__dirname, "../../target/audit/node_modules");
const { Shoupai, Util } = require(`${modules}/@kobalab/majiang-core`);

const answer = line => Util.xiangting(Shoupai.fromString(line.replace(/(\d+)(\w)/g, "$2$1")));
console.log(require("node:fs").readFileSync(0, "utf8").trimEnd().split("\n").map(answer).join("\n"));
