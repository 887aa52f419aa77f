// The two games that the pages play, with the same methods as kuhncfr.Game. A history is a string: the two cards, then one
// character per action, p (pass, fold) or b (bet, call). Utilities are in chips, one number per player.

const opponent = (player) => 1 - player;

class OneCardPoker {
  constructor(name, deck, endings, ante) {
    this.name = name;
    this.deck = deck;  // as kuhncfr lists it: chance deals in this order
    this.endings = endings;
    this.ante = ante;
    this.players = 2;
  }

  betting(history) { return history.slice(this.players); }

  isChance(history) { return history.length < this.players; }

  chance(history) {
    const left = [...this.deck].filter((card) => !history.includes(card));
    return Object.fromEntries(left.map((card) => [card, 1 / left.length]));
  }

  isTerminal(history) { return this.endings.includes(this.betting(history)); }

  player(history) { return this.betting(history).length % this.players; }

  actions() { return ["p", "b"]; }

  infoset(history) { return history[this.player(history)] + this.betting(history); }

  // Whoever has paid the bet, in seat order.
  paid(history) { return [0, 1].map((seat) => [...this.betting(history)].some((action, k) => action === "b" && k % 2 === seat)); }

  // Whether the cards are shown: nobody bet, or the bet was called.
  isShowdown(history) {
    const [first, second] = this.paid(history);
    return this.isTerminal(history) && first === second;
  }

  winner(history) {
    if (!this.isShowdown(history)) return this.paid(history).indexOf(true);
    return this.strength(history[0]) > this.strength(history[1]) ? 0 : 1;
  }

  utilities(history) {
    if (!this.isTerminal(history)) throw new RangeError(`history must be terminal, got "${history}"`);
    const winner = this.winner(history);
    const lost = this.ante + (this.paid(history)[opponent(winner)] ? 1 : 0);
    return winner === 0 ? [lost, -lost] : [-lost, lost];
  }

  strength(card) { return "JQKA".indexOf(card); }
}

export const oneBetKuhn = (ante) => new OneCardPoker("one-bet", "AKQ", ["p", "bp", "bb"], ante);
export const kuhnPoker = (ante) => new OneCardPoker("kuhn", "JQK", ["pp", "pbp", "pbb", "bp", "bb"], ante);
export const GAMES = { "one-bet": oneBetKuhn, kuhn: kuhnPoker };

export function* histories(game, history = "") {
  yield history;
  for (const action of successors(game, history)) yield* histories(game, history + action);
}

export function successors(game, history) {
  if (game.isTerminal(history)) return [];
  return game.isChance(history) ? Object.keys(game.chance(history)) : game.actions(history);
}

// Each information set: whose it is, and its histories; by player, early decisions first, cards as the deck lists them.
export function informationSets(game) {
  const found = new Map();
  for (const history of histories(game)) {
    if (game.isTerminal(history) || game.isChance(history)) continue;
    const key = game.infoset(history);
    if (!found.has(key)) found.set(key, { key, player: game.player(history), actions: game.actions(history), histories: [] });
    found.get(key).histories.push(history);
  }
  const place = ({ key, player }) => [player, key.length, game.deck.indexOf(key[0])];
  return [...found.values()].sort((one, other) => compare(place(one), place(other)));
}

function compare(one, other) {
  const k = one.findIndex((value, index) => value !== other[index]);
  return k < 0 ? 0 : one[k] - other[k];
}
