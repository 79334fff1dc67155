/**
 * `npm run take-back`: brings tokens that lie parked on MVC home to their owner's key, with that key and any node of MVC alone: nothing of an
 * exchange is asked (mvc §6). Without `--send` it says what it would do.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { MvcChain } from '@rialto/ground';
import type { MvcCoin, MvcTransaction } from '@rialto/mvc';
import { isOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { wayHome } from './mvc/bring-home.ts';
import type { WayHome } from './mvc/bring-home.ts';
import { namedCoins, scannedCoins } from './mvc/find-coins.ts';
import type { OwnCoins } from './mvc/find-coins.ts';
import { NODE_OPTIONS, NODE_USAGE, blocksFrom, feeRateIn, nodeOf, sendAll } from './mvc/node-options.ts';
import { USUAL_PATH, readOwnKey } from './mvc/own-key.ts';
import type { MvcPerson } from '../mvc/person.ts';

const USAGE = `npm run take-back -- --node <url> --address <yours on MVC> [--key-file <file>] [--send]
    without --send it only says what it would do; the key comes from the file, or from the input: 64 hex digits, a key as wallets export it,
    or the words of the wallet (--path, if not ${USUAL_PATH})
${NODE_USAGE}
  --tx <txid:vout>    the parked coin, as Recover names it; more than once for several. Without it blocks are read
  --pay <txid:vout>   SPACE of yours that pays, if what the parking left you is not enough
  --from <height>     the first block that is read; else the last 1,000
  --fee-rate <n>      sat for a thousand bytes; else 1000`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const OPTIONS = {
  ...NODE_OPTIONS,
  address: { type: 'string' },
  'key-file': { type: 'string' },
  path: { type: 'string', default: USUAL_PATH },
  tx: { type: 'string', multiple: true },
  pay: { type: 'string', multiple: true },
  from: { type: 'string' },
  'fee-rate': { type: 'string', default: '1000' },
  send: { type: 'boolean', default: false },
} as const;

const optionsIn = (words: readonly string[]) => {
  if (words.includes('--help')) throw new Error(USAGE);
  return parseArgs({ args: [...words], options: OPTIONS }).values;
};
type Options = ReturnType<typeof optionsIn>;

function pointsIn(texts: readonly string[]): Outpoint[] {
  return texts.map((text) => {
    if (!isOutpoint(text)) throw new Error(`${text} is no coin: a transaction id, a colon and a number`);
    return text;
  });
}

/** Standard input up to its end: a key is never a word of the command, which others on the machine can read. */
function keyText(file: string | undefined): string {
  if (file === undefined && process.stdin.isTTY) process.stderr.write('the key, and Ctrl-D:\n');
  return readFileSync(file ?? 0, 'utf8');
}

const EVERY = 500;

async function coinsOf(chain: MvcChain, who: MvcPerson, options: Options): Promise<OwnCoins> {
  const [parked, paying] = [pointsIn(options.tx ?? []), pointsIn(options.pay ?? [])];
  if (parked.length > 0) return namedCoins(chain, who, { parked, paying });
  const { first: from, last } = await blocksFrom(chain, options.from);
  say(`reading blocks ${from} to ${last}`);
  const found = await scannedCoins(chain, who, {
    from,
    progress: (at) => {
      if (at % EVERY === 0) say(`block ${at}`);
    },
  });
  const named = await namedCoins(chain, who, { parked: [], paying });
  const more = named.space.filter(({ outpoint }) => found.space.every((one) => one.outpoint !== outpoint));
  return { parked: found.parked, space: [...found.space, ...more] };
}

function tell({ token, from, check, back, cost }: WayHome): void {
  const { amount, symbol, genesis } = token;
  say(`${amount} units of ${symbol ?? '?'} (genesis ${genesis}) at ${from.outpoint}`);
  say(`  costs ${cost} sat of SPACE; transactions ${check.txid} and ${back.txid}`);
}

/** @returns false where the node has refused one of them */
async function send(chain: MvcChain, both: readonly MvcTransaction[]): Promise<boolean> {
  const refused = await sendAll(chain, both);
  say(refused === '' ? '  sent' : `  refused by the node: ${refused}`);
  return refused === '';
}

async function takeBackAll(chain: MvcChain, who: MvcPerson, options: Options): Promise<boolean> {
  const found = await coinsOf(chain, who, options);
  if (found.parked.length === 0) {
    say('Nothing is parked there that can be taken back.');
    return false;
  }
  const feeRate = feeRateIn(options['fee-rate']);
  let space: readonly MvcCoin[] = found.space;
  const made: MvcTransaction[] = [];
  for (const parked of found.parked) {
    const way = await wayHome({ chain, who, feeRate, made }, parked, space);
    tell(way);
    if (options.send && !(await send(chain, [way.check, way.back]))) return false;
    made.push(way.check, way.back);
    // What is left pays for the next.
    space = [...space.filter((coin) => !way.spends.includes(coin)), way.left];
  }
  if (!options.send) say('Nothing was sent. The same with --send sends it.');
  return true;
}

async function main(words: readonly string[]): Promise<void> {
  const options = optionsIn(words);
  const { address } = options;
  const chain = nodeOf(options);
  if (chain === undefined || address === undefined) throw new Error(USAGE);
  try {
    const who = readOwnKey(keyText(options['key-file']), { address, path: options.path });
    if (!(await takeBackAll(chain, who, options))) process.exitCode = 1;
  } finally {
    chain.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
