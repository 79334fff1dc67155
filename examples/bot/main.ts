/** A bot for the order books and the pools: reads its command, prints one JSON object a line. */
import { MAX_RUNGS, sentenceOf } from '@rialto/contract';
import type { Order } from '@rialto/contract';
import { MARKETS } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { openAccount } from './account.ts';
import { book, cancel, list, take } from './acts.ts';
import type { Bot } from './acts.ts';
import { openClient } from './client.ts';
import { inscribe } from './inscribe.ts';
import { bidLive, makeMarket } from './live.ts';
import { pools, provide, remove, swap } from './pools.ts';
import type { OfRune } from './pools.ts';
import { bid } from './standing.ts';

const USAGE = [
  '--book brc20|mrc20|idcoin|runes         before the command; brc20 without it',
  'address                                 the address of the key',
  'faucet [tick]                           test coins, or a token; private chain only',
  'book <tick>                             the open orders, cheapest first',
  'inscribe <tick> <amount>                make a transfer inscription (BRC-20); private chain only',
  'list <tick> <amount> <price in sat>     offer a lot of this amount: an inscription, or a coin of the token',
  'take <tick> <most sat>                  buy the cheapest order; fees are within the most',
  'cancel <order id> [<most sat>]          softly; with a most, on the chain',
  'bid <tick> <most sat> <amount> <sat> [...]',
  '                                        standing bids, each an amount and all it pays; the most is for all of them,',
  '                                        fees and all; the rescue file is saved here',
  'bid-live <tick> <amount> <sat> <min>    a live bid: the bot is there for so many minutes and signs its sale',
  'make-market <tick> <amount> <%> <min> <most sat a bid> <most sat in all>',
  '                                        a live bid so many percent under the best ask, placed anew as it goes',
  'pools                                   the pools of runes, with the own part of each',
  'swap <rune> <1x|2x|x1|x2> <amount> <limit>',
  '                                        pays so many sat (1x) or tokens (2x) for the limit at least, or gets so many',
  '                                        sat (x1) or tokens (x2) for the limit at most; the network fee apart',
  'open <rune> <sat> <amount> <least shares>',
  '                                        opens a pool with exactly these: they set its price',
  'add <rune> <most sat> <most amount> <least shares>',
  '                                        adds to a pool, as much as the smaller side allows',
  'remove <rune> <shares> <least sat> <least amount>',
  '                                        takes out what these shares are',
].join('\n');

const print = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

function satsOf(text: string): bigint {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw new Error(`${text} is not a number of satoshis.`);
  return BigInt(text);
}

const line = ({ orderId, coinAmount, tick, amount, coinRatePrice, pending }: Order): object => ({
  orderId,
  coinAmount,
  tick,
  amount,
  coinRatePrice,
  pending,
});

/** Each command with how many words it takes, at least and at most. */
const COMMANDS: Readonly<
  Record<string, readonly [number, number, (bot: Bot, words: readonly string[]) => Promise<object[]>]>
> = {
  address: [0, 0, ({ account }) => Promise.resolve([{ address: account.address }])],
  faucet: [
    0,
    1,
    async ({ call, net, account: { address } }, [tick]) => [
      await call('faucet', { body: { net, address, ...(tick === undefined ? {} : { tick }) } }),
    ],
  ],
  book: [1, 1, async (bot, [tick = '']) => (await book(bot, tick)).map(line)],
  inscribe: [
    2,
    2,
    async (bot, [tick = '', amount = '']) => [{ inscriptionId: await inscribe(bot, { tick, amount }) }],
  ],
  list: [
    3,
    3,
    async (bot, [tick = '', amount = '', price = '']) => [
      { orderId: await list(bot, { tick, amount, price: satsOf(price) }) },
    ],
  ],
  take: [2, 2, async (bot, [tick = '', most = '']) => [await take(bot, { tick, most: satsOf(most) })]],
  cancel: [
    1,
    2,
    async (bot, [orderId = '', most]) => [
      { orderId, ...(await cancel(bot, orderId, most === undefined ? undefined : satsOf(most))) },
    ],
  ],
  bid: [
    4,
    2 + 2 * MAX_RUNGS,
    async (bot, [tick = '', most = '', ...typed]) => {
      if (typed.length % 2 !== 0) throw new Error('Each bid is an amount and a number of satoshis.');
      const pairs = Array.from({ length: typed.length / 2 }, (_, at) => typed.slice(2 * at, 2 * at + 2));
      return [
        await bid(
          bot,
          { tick, maxSats: satsOf(most) },
          pairs.map(([amount = '', price = '']) => ({ amount, price: satsOf(price) })),
        ),
      ];
    },
  ],
  'bid-live': [
    4,
    4,
    (bot, [tick = '', amount = '', price = '', minutes = '']) =>
      bidLive(bot, { tick, amount, price: satsOf(price) }, { minutes: wholeOf(minutes), stop: untilAsked() }),
  ],
  'make-market': [
    6,
    6,
    async (bot, [tick = '', amount = '', under = '', minutes = '', each = '', inAll = '']) => {
      const most = { mostEach: satsOf(each), mostInAll: satsOf(inAll) };
      const stay = { minutes: wholeOf(minutes), stop: untilAsked(), tell: print };
      await makeMarket(bot, { tick, amount, under: BigInt(wholeOf(under)), ...most }, stay);
      return [];
    },
  ],
  pools: [0, 0, pools],
  swap: [4, 4, async (bot, words) => [await swap(bot, threeOf(words))]],
  open: [4, 4, async (bot, words) => [await provide(bot, { ...threeOf(words), isFirst: true })]],
  add: [4, 4, async (bot, words) => [await provide(bot, { ...threeOf(words), isFirst: false })]],
  remove: [4, 4, async (bot, words) => [await remove(bot, threeOf(words))]],
};

/** A rune, and three words about it. */
const threeOf = ([rune = '', first = '', second = '', third = '']: readonly string[]): OfRune => ({
  rune,
  words: [first, second, third],
});

/** Ctrl-C, and what ends a service: what the bot has in the book it takes out first. */
function untilAsked(): AbortSignal {
  const asked = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => asked.abort());
  return asked.signal;
}

function wholeOf(text: string): number {
  if (!/^[1-9][0-9]?$/.test(text)) throw new Error(`${text} is not a number from 1 to 99.`);
  return Number.parseInt(text, 10);
}

interface Options {
  readonly book: MarketName;
  readonly name: string;
  readonly words: readonly string[];
}

function asked(given: readonly string[]): Options {
  if (given[0] !== '--book') return { book: 'brc20', name: given[0] ?? '', words: given.slice(1) };
  const market = MARKETS.find((one) => one.name === given[1]);
  if (market === undefined) throw new Error(`There is no book ${given[1] ?? 'without a name'}.\n${USAGE}`);
  return { book: market.name, name: given[2] ?? '', words: given.slice(3) };
}

async function main(): Promise<void> {
  const { book, name, words } = asked(process.argv.slice(2));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const [least, most, act] = command ?? [];
  if (act === undefined) throw new Error(name === '' ? USAGE : `There is no command ${name}.\n${USAGE}`);
  if (words.length < (least ?? 0) || words.length > (most ?? 0))
    throw new Error(`${name} takes other words.\n${USAGE}`);
  const origin = process.env['RIALTO_ORIGIN'] ?? 'http://127.0.0.1:7780';
  const call = openClient(origin);
  const { network: net } = await call('health', {});
  const bot: Bot = { call, account: openAccount(process.env, net), net, book, origin };
  for (const value of await act(bot, words)) print(value);
}

/** what our own checks refuse has a code; people read its sentence. */
function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return sentenceOf(error.code, error.detail);
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
});
