/** `npm run bridge -- mint`: the wrapped token of an asset that is to be added, minted once and whole to the signer's key (docs/bridge.md). */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SIGNER_ANSWERS, readBridgeAsset, sentenceOf } from '@rialto/contract';
import type { BridgeKeys } from '@rialto/contract';
import { mvcNodeAddress, openMvcNode } from '@rialto/ground';
import type { MvcChain } from '@rialto/ground';
import { requireBridgeable } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { mvcAddress } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { askSigner } from '../exchange/signer-door.ts';
import { scannedCoins } from './mvc/find-coins.ts';
import { tokensGiven } from './mvc/held-tokens.ts';
import { mintWhole } from './mvc/mint-whole.ts';
import { blocksFrom, feeRateIn, sendAll } from './mvc/node-options.ts';
import { USUAL_PATH, personIn, readOwnKey } from './mvc/own-key.ts';

const USAGE = `npm run bridge -- mint <file> --address <A> [--key-file <file>] [--send]
                      mints the wrapped token, paid by a coin of SPACE at A; the key from the file or the input
  --from <height>     the first block that is read for coins; else the last 1,000
  --path <path>       of words: which of their keys
  --fee-rate <n>      sat for a thousand bytes; else 1000
  --another           although the stock has a token already`;

/** Under the same name as the server's. */
function socketIn({ SIGNER_SOCKET: socket }: NodeJS.ProcessEnv): string {
  if (socket === undefined) throw new Error('SIGNER_SOCKET is not set');
  return socket;
}

const text = { type: 'string' } as const;
const OPTIONS = {
  ...{ address: text, 'key-file': text, from: text },
  path: { ...text, default: USUAL_PATH },
  'fee-rate': { ...text, default: '1000' },
  send: { type: 'boolean', default: false },
  another: { type: 'boolean', default: false },
} as const;

const optionsIn = (words: readonly string[]) =>
  parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
type Options = ReturnType<typeof optionsIn>['values'];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function keysOf(asset: string): Promise<BridgeKeys> {
  const socket = socketIn(process.env);
  try {
    return await askSigner(socket, SIGNER_ANSWERS.bridgeKeys, { op: 'bridgeKeys', asset });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`the signer does not answer at ${socket}: is it running?`);
  }
}

/** Who has only a key is told where its SPACE is to be. */
function keysAddress({ 'key-file': file, path }: Options): string {
  if (file === undefined) return '';
  const network = (process.env['NETWORK'] ?? 'livenet') === 'livenet' ? 'livenet' : 'testnet';
  return `: that of the key is ${mvcAddress(personIn(readFileSync(file, 'utf8'), path).hash, network)}`;
}

async function mint(asset: BridgeAsset, options: Options): Promise<void> {
  const address = options.address;
  if (address === undefined) throw new Error(`--address is missing${keysAddress(options)}\n${USAGE}`);
  const node = mvcNodeAddress(process.env);
  if (node === undefined) throw new Error('MVC_RPC_URL is not set');
  const chain = openMvcNode(node);
  try {
    await mintAt(chain, { asset, options, address });
  } finally {
    chain.close();
  }
}

interface Minting {
  readonly asset: BridgeAsset;
  readonly options: Options;
  readonly address: string;
}

async function mintAt(chain: MvcChain, { asset, options, address }: Minting): Promise<void> {
  const { stockHash } = await keysOf(asset.id);
  const who = readOwnKey(readFileSync(options['key-file'] ?? 0, 'utf8'), { address, path: options.path });
  const { first: from } = await blocksFrom(chain, options.from);
  if (!options.another) await requireEmptyStock(chain, hexToBytes(stockHash), from);
  const { space } = await scannedCoins(chain, who, { from, progress: () => undefined });
  const [coin] = space.toSorted((a, b) => (a.value > b.value ? -1 : 1));
  if (coin === undefined) throw new Error('there is no SPACE at the address, in the blocks that were read');
  const { name, symbol, supply } = asset.token;
  const made = mintWhole({
    ...{ who, coin, holder: hexToBytes(stockHash), units: supply, feeRate: feeRateIn(options['fee-rate']) },
    words: { name, symbol, decimals: asset.decimals - asset.trim },
  });
  say(`${supply} units of ${symbol} to the stock, and no more can be made`);
  say(`in the file:  "codehash": "${made.key.codehash}", "genesis": "${made.key.genesis}"`);
  say(`minted by ${made.coin.outpoint.split(':')[0] ?? ''}; it costs ${made.cost} sat of SPACE`);
  if (!options.send) {
    say('Nothing was sent. The same with --send sends it.');
    return;
  }
  const refused = await sendAll(chain, made.transactions);
  if (refused !== '') throw new Error(`refused by the node: ${refused}`);
  say('sent; add the asset once a block has it');
}

/**
 * A second whole supply would only lie there: an asset has one token.
 * @throws Error
 */
async function requireEmptyStock(chain: MvcChain, stock: Uint8Array, from: number): Promise<void> {
  const [one] = await tokensGiven(chain, stock, from);
  if (one === undefined) return;
  const { units, codehash, genesis, txid } = one;
  throw new Error(
    `the stock was given a token already: ${units} units by ${txid}, "codehash": "${codehash}", "genesis": "${genesis}". --another mints one more all the same.`,
  );
}

/** What `add` would refuse of it for good is refused before anything is minted. @throws Refusal bad-request, bridge-asset-impossible */
function assetIn(file: string): BridgeAsset {
  const asset = readBridgeAsset(readFileSync(file, 'utf8'));
  requireBridgeable(asset);
  return asset;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'node-down') return `The node of MVC does not answer: ${error.detail ?? ''}`;
  return [sentenceOf(error.code), error.detail ?? ''].join(' ').trim();
}

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help')) {
    say(USAGE);
    return;
  }
  const { values, positionals } = optionsIn(words);
  const [what, of] = positionals;
  if (of === undefined || what !== 'mint') throw new Error(`mint: a file is missing\n${USAGE}`);
  await mint(assetIn(of), values);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
