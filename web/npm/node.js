// The same in Node, whose fetch reads no files.
import { readFile } from "node:fs/promises";
import { load as loadCompiled } from "./index.js";

export { InputError, KINDS } from "./index.js";

export const compile = async (address = new URL("./paili.wasm", import.meta.url)) => WebAssembly.compile(await readFile(address));

export const load = (compiled = compile()) => loadCompiled(compiled);
