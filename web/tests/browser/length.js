// How long a run takes. PAILI_TESTS=long has all of it; any other leaves out phones, what is marked @long, and most of what is many.
export const isLong = process.env.PAILI_TESTS === "long";

export const shortOrLong = (short, long) => (isLong ? long : short);

/** The mark of all but the first of tests that are alike. */
export const oneOf = (number) => ({ tag: number > 0 ? ["@long"] : [] });
