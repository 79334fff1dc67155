/** What an exchange may say that is not so, each with the line by which `npm run reserves` has to notice it: another line would not do. */
import type { BridgeReserve, BridgeReserves } from '@rialto/contract';

export interface Lie {
  readonly bend: (btc: BridgeReserve, rune: BridgeReserve, answer: BridgeReserves) => void;
  readonly line: RegExp;
}

export const more = (value: string, by = 1n): string => (BigInt(value) + by).toString();

/** What is listed and lies there, to be bent. */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a bridge with coins');
  return row;
}

export const otherFirst = (signature: string): string =>
  signature.replace(/^../, (byte) => (byte === '00' ? '01' : '00'));

const OTHER_HASH = 'ab'.repeat(20);

export const LIES: Readonly<Record<string, Lie>> = {
  'more locked than there is': {
    bend: (btc) => (btc.locked = more(btc.locked)),
    line: / locked: the exchange says \d+, found \d+$/m,
  },
  'more tokens out': {
    bend: (btc) => (btc.wrapped = more(btc.wrapped)),
    line: / wrapped, in origin units: the exchange says \d+, found \d+$/m,
  },
  'more out than is locked': {
    bend: (btc) => (btc.wrapped = more(btc.locked)),
    line: / \d+ units are missing$/m,
  },
  'more owed than was paid in': {
    bend: (btc) => (btc.owed = more(btc.owed, 10n ** 12n)),
    line: / \d+ units are owed, and deposits hold \d+$/m,
  },
  'another difference': {
    bend: (btc) => (btc.difference = more(btc.difference)),
    line: / locked − wrapped − owed: the exchange says -?\d+, found -?\d+$/m,
  },
  'a coin that nobody has': {
    bend: ({ coins }) => coins.push({ ...one(coins), outpoint: `${'ab'.repeat(32)}:0` }),
    line: /(ab){32}:0: no block has it, or one has spent it$/m,
  },
  'a coin that holds more': {
    bend: ({ coins }) => (one(coins).value = more(one(coins).value)),
    line: /: it holds \d+ sat and not \d+$/m,
  },
  'coins on another script': {
    bend: (btc, rune) => (btc.lockedScript = `0014${rune.stockHash}`),
    line: /: it lies on another script$/m,
  },
  'a coin that is listed twice': {
    bend: ({ coins }) => coins.push(one(coins)),
    line: /[0-9a-f]{64}:\d+: listed twice$/m,
  },
  'a coin of two assets': {
    bend: (btc, rune) => rune.coins.push(one(btc.coins)),
    line: /[0-9a-f]{64}:\d+: listed twice$/m,
  },
  'a token coin that nobody has': {
    bend: ({ tokens }) => tokens.push({ ...one(tokens), outpoint: `${'cd'.repeat(32)}:0` }),
    line: /(cd){32}:0: no block has it, or one has spent it$/m,
  },
  'more on a token coin': {
    bend: ({ tokens }) => (one(tokens).units = more(one(tokens).units)),
    line: /: it holds \d+ units and not \d+$/m,
  },
  'a token coin of somebody else': {
    bend: (btc) => (btc.stockHash = OTHER_HASH),
    line: /: it is held by another key$/m,
  },
  'a token coin of another token': {
    bend: (btc, rune) => btc.tokens.push(one(rune.tokens)),
    line: /: it is no coin of the wrapped token$/m,
  },
  'a token coin that is listed twice': {
    bend: ({ tokens }) => tokens.push(one(tokens)),
    line: /[0-9a-f]{64}:\d+: listed twice$/m,
  },
  'a token coin of two assets': {
    bend: (btc, rune) => rune.tokens.push(one(btc.tokens)),
    line: /[0-9a-f]{64}:\d+: listed twice$/m,
  },
  'another supply': {
    bend: (btc) => (btc.supply = more(btc.supply)),
    line: / the supply: \d+ were minted and not \d+ /m,
  },
  'a deposit that is called settled': {
    bend: ({ coins }) => (one(coins).settled = !one(coins).settled),
    line: / what was signed is not what is listed$/m,
  },
  'another text that was signed': {
    bend: (_btc, rune) => (rune.statement += ' '),
    line: / the signature is not the locked key’s$/m,
  },
  'another text that several signed': {
    bend: (btc) => (btc.statement += ' '),
    line: / a signature is no locked key’s$/m,
  },
  'no signature': {
    bend: (btc) => (btc.signature = ''),
    line: / the signer of the exchange does not answer: no signature$/m,
  },
  'another signature': {
    bend: (_btc, rune) => (rune.signature = otherFirst(rune.signature)),
    line: / the signature is not the locked key’s$/m,
  },
  'another signature of two': {
    bend: (btc) => (btc.signature = otherFirst(btc.signature)),
    line: / a signature is no locked key’s$/m,
  },
  'one signature twice': {
    bend: (btc) => (btc.signature = btc.signature.slice(0, 128).repeat(2)),
    line: / a signature is no locked key’s$/m,
  },
  'a key alone that signs': {
    bend: (btc) => {
      btc.signers = btc.signers.slice(0, 1);
      btc.signature = btc.signature.slice(0, 128);
    },
    line: / the signature is not the locked key’s$/m,
  },
  'keys of another script': {
    bend: (btc) => (btc.signers = btc.signers.toReversed()),
    line: / a signature is no locked key’s$/m,
  },
  'more keys than a script has': {
    bend: (btc) => (btc.signers = Array.from({ length: 17 }, (_, at) => (at + 16).toString(16).repeat(32))),
    line: / a signature is no locked key’s$/m,
  },
  'a block of Bitcoin that is none': {
    bend: (_btc, _rune, { btc }) => (btc.hash = 'ef'.repeat(32)),
    line: / block \d+ of Bitcoin: the exchange has (ef){32}, your node [0-9a-f]{64}$/m,
  },
  'a block of MVC that is none': {
    bend: (_btc, _rune, { mvc }) => (mvc.hash = 'ef'.repeat(32)),
    line: / block \d+ of MVC: the exchange has (ef){32}, your node [0-9a-f]{64}$/m,
  },
};
