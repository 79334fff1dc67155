/**
 * `npm run mvc-pool`: how an operator opens a pool on MVC (mvc §3, decision 0040): a key of the signer's, the addresses that its first coins
 * are sent to, its shares, and the signer's word for the coins once blocks have them.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SIGNER_ANSWERS } from '@rialto/contract';
import type { SignerAnswer } from '@rialto/contract';
import type { MvcChain } from '@rialto/ground';
import { mvcAddress, scriptHolder } from '@rialto/mvc';
import type { TokenKey } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { askSigner } from '../exchange/signer-door.ts';
import { scannedCoins } from './mvc/find-coins.ts';
import { firstCoinsOf } from './mvc/first-coins.ts';
import { SHARE_SUPPLY, shareWords } from '../mvc-market/open-pool.ts';
import { mintWhole } from './mvc/mint-whole.ts';
import { NODE_OPTIONS, NODE_USAGE, blocksFrom, feeRateIn, nodeOf, sendAll } from './mvc/node-options.ts';
import { USUAL_PATH, readOwnKey } from './mvc/own-key.ts';

const USAGE = `npm run mvc-pool -- <what> --socket <the signer's>
  list                                              the signer's pools, and where coins are sent to
  new --codehash <40 hex> --genesis <40 hex> --kind mrc20|ticket --mintable yes|no
                                                    a key for a pool of this token
  shares --pool <n> --symbol <the token's> --node <url> --address <A> [--key-file <file>] [--send]
                                                    mints the pool's shares, paid by a coin at A; the key from the file or the input
  open --pool <n> --node <url> [--share <genesis>] [--from <height> --open]
                                                    the coins that would open it; with --open it is opened, once and for good
${NODE_USAGE}
  --from <height>     the first block that is read for coins; else the last 1,000
  --network <name>    livenet, testnet or regtest, by which addresses are written; else livenet
  --fee-rate <n>      sat for a thousand bytes; else 1000`;

const OPTIONS = {
  ...NODE_OPTIONS,
  socket: { type: 'string' },
  codehash: { type: 'string' },
  genesis: { type: 'string' },
  pool: { type: 'string' },
  symbol: { type: 'string' },
  kind: { type: 'string' },
  mintable: { type: 'string' },
  share: { type: 'string' },
  address: { type: 'string' },
  'key-file': { type: 'string' },
  path: { type: 'string', default: USUAL_PATH },
  from: { type: 'string' },
  network: { type: 'string', default: 'livenet' },
  'fee-rate': { type: 'string', default: '1000' },
  send: { type: 'boolean', default: false },
  open: { type: 'boolean', default: false },
} as const;

function optionsIn(words: readonly string[]) {
  if (words.includes('--help')) throw new Error(USAGE);
  return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
}
type Options = ReturnType<typeof optionsIn>['values'];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What a command cannot do without. */
function wanted(
  options: Options,
  name: 'socket' | 'codehash' | 'genesis' | 'pool' | 'symbol' | 'address',
): string {
  const value = options[name];
  if (value === undefined) throw new Error(`--${name} is missing\n${USAGE}`);
  return value;
}

function networkIn({ network }: Options): Network {
  if (network !== 'livenet' && network !== 'testnet' && network !== 'regtest')
    throw new Error(`${network} is no network\n${USAGE}`);
  return network;
}

function chainIn(options: Options): MvcChain {
  const chain = nodeOf(options);
  if (chain === undefined) throw new Error(`--node is missing\n${USAGE}`);
  return chain;
}

type Listed = SignerAnswer<'mvcPools'>;
type Pool = Listed['pools'][number];

const pools = (options: Options): Promise<Listed> =>
  askSigner(wanted(options, 'socket'), SIGNER_ANSWERS.mvcPools, { op: 'mvcPools' });

async function poolIn(options: Options): Promise<Pool> {
  const number = wanted(options, 'pool');
  const pool = (await pools(options)).pools.find((one) => one.pool.toString() === number);
  if (pool === undefined) throw new Error(`the signer has no pool ${number}`);
  return pool;
}

function tellPool({ pool, keyHash, token, share, coins, stopped }: Pool, network: Network): void {
  const hash = hexToBytes(keyHash);
  say(
    `pool ${pool}: ${share === undefined ? 'not opened' : `opened with ${coins.length} coins`}${stopped ? ', stopped' : ''}`,
  );
  say(`  token   ${token.codehash} ${token.genesis}`);
  if (share !== undefined) say(`  shares  ${share.codehash} ${share.genesis}`);
  // Once it is open, what is sent there is nobody's any more: it is never counted and never spent.
  else {
    say(`  SPACE to                ${mvcAddress(hash, network)}`);
    say(`  tokens, and shares, to  ${mvcAddress(scriptHolder(hash), network)}`);
  }
}

async function list(options: Options): Promise<void> {
  const network = networkIn(options);
  const { payer, pools: all } = await pools(options);
  say(
    `checks of purchases are paid from ${mvcAddress(hexToBytes(payer), network)}: keep a dozen coins of SPACE there`,
  );
  for (const pool of all) tellPool(pool, network);
}

async function make(options: Options): Promise<void> {
  const token: TokenKey = { codehash: wanted(options, 'codehash'), genesis: wanted(options, 'genesis') };
  const told = listedAs(options);
  const made = await askSigner(wanted(options, 'socket'), SIGNER_ANSWERS.mvcNewPool, {
    ...{ op: 'mvcNewPool', make: { token } },
  });
  const pool = { ...made, token, coins: [], stopped: false };
  tellPool(pool, networkIn(options));
  say(`in MVC_LIST_FILE:  ${JSON.stringify({ ...token, ...told })}`);
  say('Copy the signer’s folder before anything is sent: this key is the only one that moves it.');
}

/** What every form will say of the token: nobody but its operator knows it. */
function listedAs({ kind, mintable }: Options): { readonly kind: string; readonly mintable: string } {
  if (kind !== 'mrc20' && kind !== 'ticket') throw new Error(`--kind mrc20 or ticket\n${USAGE}`);
  if (mintable !== 'yes' && mintable !== 'no')
    throw new Error(`--mintable yes or no: can its issuer make more of it?\n${USAGE}`);
  return { kind, mintable };
}

async function fromHeight(chain: MvcChain, { from }: Options): Promise<number> {
  const { first, last } = await blocksFrom(chain, from);
  say(`reading blocks ${first} to ${last}; what waits for a block is not taken`);
  return first;
}

async function shares(options: Options, chain: MvcChain): Promise<void> {
  const pool = await poolIn(options);
  if (pool.share !== undefined)
    throw new Error(`pool ${pool.pool} is open: shares sent to it now would be lost`);
  const text = readFileSync(options['key-file'] ?? 0, 'utf8');
  const who = readOwnKey(text, { address: wanted(options, 'address'), path: options.path });
  const from = await fromHeight(chain, options);
  const { space } = await scannedCoins(chain, who, { from, progress: () => undefined });
  const [coin] = space.toSorted((a, b) => (a.value > b.value ? -1 : 1));
  if (coin === undefined) throw new Error('there is no SPACE at the address, in the blocks that were read');
  const holder = scriptHolder(hexToBytes(pool.keyHash));
  const feeRate = feeRateIn(options['fee-rate']);
  const words = shareWords(wanted(options, 'symbol'));
  const made = mintWhole({ who, coin, holder, words, units: SHARE_SUPPLY, feeRate });
  say(`shares ${made.key.codehash} ${made.key.genesis}, all of them at ${made.coin.outpoint}`);
  if (!options.send) {
    say('Nothing was sent. The same with --send sends it.');
    return;
  }
  const refused = await sendAll(chain, made.transactions);
  if (refused !== '') throw new Error(`refused by the node: ${refused}`);
  say('sent; open the pool once a block has it');
}

async function open(options: Options, chain: MvcChain): Promise<void> {
  const pool = await poolIn(options);
  if (pool.share !== undefined) throw new Error(`pool ${pool.pool} is open already`);
  if (options.open && options.from === undefined)
    throw new Error('--open takes what lies in blocks from --from on, and never anything older: name it');
  const from = await fromHeight(chain, options);
  const first = await firstCoinsOf(chain, pool, { from, share: options.share });
  for (const line of first.words) say(line);
  if (!options.open) {
    say('Nothing was done. The same with --open opens it with these coins and no others.');
    return;
  }
  await askSigner(wanted(options, 'socket'), SIGNER_ANSWERS.mvcOpen, {
    op: 'mvcOpen',
    open: { pool: pool.pool, share: first.share, coins: [...first.coins] },
  });
  say(`pool ${pool.pool} is open; the exchange lists it once MVC_LIST_FILE has its token`);
}

async function withChain(
  options: Options,
  work: (options: Options, chain: MvcChain) => Promise<void>,
): Promise<void> {
  const chain = chainIn(options);
  try {
    await work(options, chain);
  } finally {
    chain.close();
  }
}

async function main(words: readonly string[]): Promise<void> {
  const { values, positionals } = optionsIn(words);
  const [what] = positionals;
  if (what === 'list') return list(values);
  if (what === 'new') return make(values);
  if (what === 'shares') return withChain(values, shares);
  if (what === 'open') return withChain(values, open);
  throw new Error(USAGE);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
