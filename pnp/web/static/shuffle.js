// Shuffling by a seed: the same seed gives the same order in every browser.

/** Return a generator of numbers from 0 to 1 for a seed (mulberry32).
 * @param {string} seed */
export function chance(seed) {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Return cards in an order that a seed decides.
 * @param {string[]} cards
 * @param {string} seed */
export function shuffled(cards, seed) {
  const draw = chance(seed);
  const mixed = [...cards];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

export const freshSeed = () => String(Math.floor(Math.random() * 1e6)).padStart(6, "0");
