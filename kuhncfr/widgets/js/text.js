// Numbers, cards and what happened, in words.

const CARDS = { A: "Ace", K: "King", Q: "Queen", J: "Jack" };

export const cardName = (card) => CARDS[card];

const rounded = (number, decimals) => Number(number.toFixed(decimals)) + 0;  // no -0

export const shown = (number, decimals = 3) => String(rounded(number, decimals)).replace("-", "−");

export const signed = (number, decimals = 3) => (rounded(number, decimals) > 0 ? "+" : "") + shown(number, decimals);

export const chips = (number) => `${shown(number)} ${rounded(number, 3) === 1 ? "chip" : "chips"}`;

// "7/3", "2.5" and 2.5 are numbers, and so is "2,5" to many readers; anything else is NaN.
export function parseNumber(text) {
  if (typeof text === "number") return text;
  const match = /^([+-]?\d+)\/(\d+)$|^[+-]?(?:\d+\.?\d*|\.\d+)$/.exec(plain(text));
  if (!match) return NaN;
  return match[2] ? Number(match[1]) / Number(match[2]) : Number(match[0]);
}

export const plain = (text) => String(text).replace(/\s/g, "").replace(",", ".");

export const facesBet = (game, history) => game.betting(history).includes("b");

export function actionName(game, history, action) {
  const names = facesBet(game, history) ? { p: "fold", b: "call" } : { p: "check", b: "bet" };
  return names[action];
}

// Where an information set stands: "King, after a bet".
export function situation(infoset) {
  const before = { "": "first to act", p: "after a check", b: "after a bet", pb: "after check and bet" };
  return `${cardName(infoset[0])}, ${before[infoset.slice(1)]}`;
}

// What happened in a hand after its first `from` characters, as the player in `seat` sees it.
export function tell(game, history, seat, from) {
  const sentences = from < game.players ? [`You are player ${seat + 1} and hold the ${cardName(history[seat])}.`] : [];
  for (let k = Math.max(from, game.players); k < history.length; k += 1) {
    const before = history.slice(0, k);
    const verb = actionName(game, before, history[k]);
    sentences.push(game.player(before) === seat ? `You ${verb}.` : `The opponent ${verb}s.`);
  }
  if (!game.isTerminal(history)) {
    const [pass, bet] = game.actions(history).map((action) => actionName(game, history, action));
    return [...sentences, `Your turn: ${pass} or ${bet}?`].join(" ");
  }
  if (game.isShowdown(history)) sentences.push(`The opponent shows the ${cardName(history[1 - seat])}.`);
  const won = game.utilities(history)[seat];
  return [...sentences, `You ${won > 0 ? "win" : "lose"} ${chips(Math.abs(won))}.`].join(" ");
}
