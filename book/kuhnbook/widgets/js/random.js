// Random numbers that a seed fixes (mulberry32), for hands that can be played again.

export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// One of the keys of { key: probability }.
export function draw(probabilities, next) {
  const keys = Object.keys(probabilities);
  let left = next();
  for (const key of keys) {
    left -= probabilities[key];
    if (left < 0) return key;
  }
  return keys.findLast((key) => probabilities[key] > 0);  // rounding left a sliver above the last
}
