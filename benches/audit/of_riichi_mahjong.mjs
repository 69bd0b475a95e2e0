// https://www.npmjs.com/package/@pai-forge/riichi-mahjong
import { readFileSync } from "node:fs";
const modules = new URL("../../target/audit/node_modules", import.meta.url);
const { calculateShanten, parseMspz } = await import(`${modules}/@pai-forge/riichi-mahjong/dist/index.js`);

const value = result => (result?.isErr?.() ? `error ${result.error.name}` : result?.value ?? result);
const answer = line => value(calculateShanten(value(parseMspz(line))));
console.log(readFileSync(0, "utf8").trimEnd().split("\n").map(answer).join("\n"));
