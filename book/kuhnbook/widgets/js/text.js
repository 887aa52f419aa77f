// Games, cards and what happened at the table, in words.

import { short, THOUSANDTHS } from "./numbers.js";

export const GAME_NAMES = { "one-bet": "one-bet Kuhn poker", kuhn: "classic Kuhn poker" };

const CARDS = { A: "Ace", K: "King", Q: "Queen", J: "Jack" };

export const cardName = (card) => CARDS[card];

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

export const chips = (number) => `${short(number, THOUSANDTHS)} ${short(number, THOUSANDTHS) === "1" ? "chip" : "chips"}`;

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
