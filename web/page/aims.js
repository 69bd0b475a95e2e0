// What players aim at, by the library's names, and what a request says of it.
import { copiesOf } from "./sizes.js";
import { KINDS } from "./tiles.js";

const HONORS = KINDS.slice(27);

/** Whatever wins: what is aimed at unless something is chosen. */
export const ANY = "";

const flushes = ["m", "p", "s"].flatMap((suit) => [`half flush ${suit}`, `flush ${suit}`]);

/** All names but that of whatever wins. */
export const AIMS = ["tanyao", ...flushes, "all pongs", ...HONORS.map((_, place) => `pong ${place + 1}z`)];

/** What a request says of a state's aim. The library's flush is a half flush of a deck without honors; of others it leaves them out. */
export function askAim({ aim, ...state }) {
  const [last] = aim.split(" ").slice(-1);
  if (aim === "tanyao") return { only: "2-8mps" };
  if (aim === "all pongs") return { only_pongs: true };
  if (aim.startsWith("flush") && copiesOf(HONORS[0], state)) return { only: last };
  if (aim.includes("flush")) return { only: `${last}z` };
  return aim ? { with: [`${last[0].repeat(3)}z`] } : {};
}

/** The honor of an aim at a pong of it. */
export const honorOf = (aim) => HONORS[aim.match(/^pong (\d)z$/)?.[1] - 1];
