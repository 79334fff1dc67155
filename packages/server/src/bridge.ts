/** `npm run bridge`: tells where the keys of an asset are, adds one after a dry run, lists and shows them, stops and resumes one. */
import { readFileSync } from 'node:fs';
import { sentenceOf } from '@rialto/contract';
import type { BridgeKeys } from '@rialto/contract';
import { mvcNodeAddress, openLedger, openMvcLedger, openMvcNode } from '@rialto/ground';
import { bridgeBackingId, unitOf } from '@rialto/market';
import { mvcAddress } from '@rialto/mvc';
import { hexToBytes } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { z } from 'zod';
import { addAsset } from './bridge/assets/add-asset.ts';
import type { AddContext } from './bridge/assets/add-asset.ts';
import { differenceOf, readBooks } from './bridge/equation.ts';
import { openBridgeCustody } from './custody/bridge-custody.ts';
import { openDoor } from './custody/signer-door.ts';
import type { SignerDoor } from './custody/signer-door.ts';
import { messageOf } from './repeat.ts';
import { allAssets, findAsset, setAsset } from './store/bridge/asset-store.ts';
import type { KnownAsset } from './store/bridge/asset-store.ts';
import { openStore } from './store/database.ts';

/** The same settings, under the same names, as the server's. */
const Settings = z.object({
  NETWORK: z.enum(['livenet', 'testnet', 'regtest']).default('livenet'),
  DATABASE_URL: z.string().min(1),
  SIGNER_SOCKET: z.string().min(1).optional(),
  MVC_RPC_URL: z.url().optional(),
  MVC_COOKIE_FILE: z.string().optional(),
  MVC_RPC_USER: z.string().optional(),
  MVC_RPC_PASSWORD_FILE: z.string().optional(),
});

const HELP = `npm run bridge -- <what>
  keys <id>             where the token of an asset is minted to, what pays its fees, and where it will be locked
  mint <file> …         mints its token, once and whole, to the signer's key (docs/bridge.md)
  add <file> [--yes]    checks the asset in the file; with --yes it is added, and never changed again
  list                  all assets
  show <id>             one of them, with its books by the last blocks
  stop <id>             nothing new is taken, and nothing leaves from this server
  resume <id>           the same the other way; after a break only while the reserves add up
STOP, STOP-bridge and STOP-bridge-<id> in the signer's folder are the stronger: without them nothing is signed, whatever this server does.`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type Words = readonly string[];
type Act = (context: AddContext, words: Words) => Promise<void>;

const noDoor: SignerDoor = () => Promise.reject(new Refusal('signer-down', 'SIGNER_SOCKET is not set'));

function tellKeys({ network }: Pick<AddContext, 'network'>, id: string, keys: BridgeKeys): void {
  const onBtc = (script: string): string => scriptToAddress(hexToBytes(script), network) ?? '';
  const onMvc = (hash: string): string => mvcAddress(hexToBytes(hash), network);
  say(`  locked on Bitcoin       ${onBtc(keys.lockedScript)}  ${keys.lockedScript}`);
  say(`  fees on Bitcoin         ${onBtc(keys.feeScript)}  ${keys.feeScript}`);
  say(`  stock on MVC            ${onMvc(keys.stockHash)}  ${keys.stockHash}`);
  say(`  redeems on MVC          ${onMvc(keys.inletHash)}  ${keys.inletHash}`);
  say(`  fees on MVC, in SPACE   ${onMvc(keys.feeHash)}  ${keys.feeHash}`);
  say(`  backing id              ${bridgeBackingId(id)}`);
}

function tell({ asset, paused }: Pick<KnownAsset, 'asset' | 'paused'>): void {
  const { id, symbol, decimals, trim, origin, token, minimum, maximum } = asset;
  const from = origin.network === 'BTC' ? 'BTC' : `rune ${origin.rune}`;
  say(`${id}  ${symbol} (${from}) as ${token.symbol}${paused === null ? '' : `: ${paused}`}`);
  say(`  ${decimals} decimals, the token ${decimals - trim}; orders of ${minimum} to ${maximum}`);
}

const keys: Act = async (context, [id = '']) => {
  tellKeys(context, id, await context.custody.keys(id));
};

const add: Act = async (context, [file = '', yes]) => {
  const isDry = yes !== '--yes';
  const { asset, keys: told } = await addAsset(context, textOf(file), !isDry);
  tell({ asset, paused: null });
  tellKeys(context, asset.id, told);
  say(`  all ${asset.token.supply} units of the token are on the stock, and no more can be minted`);
  say(`  they stand for ${asset.token.supply * unitOf(asset)} base units of ${asset.symbol}`);
  say(isDry ? 'Nothing was added: say it again with --yes.' : 'Added.');
};

/** @throws Refusal bad-request */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal('bad-request', `${file} cannot be read: ${messageOf(error)}`);
  }
}

const list: Act = async ({ store }) => {
  const all = await allAssets(store.db);
  if (all.length === 0) say('Nothing is bridged.');
  for (const known of all) tell(known);
};

async function required({ store }: AddContext, id: string): Promise<KnownAsset> {
  const known = await findAsset(store.db, id);
  if (known === undefined) throw new Refusal('bridge-asset-unknown', id);
  return known;
}

const show: Act = async (context, [id = '']) => {
  const known = await required(context, id);
  tell(known);
  tellKeys(context, id, known.keys);
  const books = await readBooks(context, known);
  if (books === undefined) throw new Refusal('syncing', 'an index has no block yet');
  const { btc, mvc, locked, wrapped, owed } = books;
  say(`  block ${btc.height} of Bitcoin, ${mvc.height} of MVC`);
  say(`  locked ${locked}, wrapped ${wrapped}, owed ${owed}, difference ${differenceOf(books)}`);
};

const stop: Act = async (context, [id = '']) => {
  await required(context, id);
  await setAsset(context.store.db, id, { stopped: true });
  say(`${id} is stopped at this server. STOP-bridge-${id} in the signer's folder stops its signatures too.`);
};

const resume: Act = async (context, [id = '']) => {
  const known = await required(context, id);
  const books = await readBooks(context, known);
  if (books === undefined) throw new Refusal('syncing', 'an index has no block yet');
  if (differenceOf(books) < 0n) throw new Refusal('bridge-break', differenceOf(books).toString());
  await setAsset(context.store.db, id, { stopped: false, broken: false, liftsItself: false });
  say(`${id} goes on at this server, once no file in the signer's folder stops it.`);
};

const ACTS: Readonly<Record<string, Act>> = { keys, add, list, show, stop, resume };

async function main([what = '', ...words]: Words): Promise<void> {
  const act = Object.hasOwn(ACTS, what) ? ACTS[what] : undefined;
  if (act === undefined || (words[0] === undefined && what !== 'list')) {
    say(HELP);
    process.exitCode = what === '' || what === '--help' ? 0 : 1;
    return;
  }
  const settings = Settings.parse(process.env);
  const address = mvcNodeAddress(settings);
  if (address === undefined) throw new Refusal('bridge-closed', 'MVC_RPC_URL is not set');
  const store = openStore(settings.DATABASE_URL, () => undefined);
  const chain = openMvcNode(address);
  try {
    const { SIGNER_SOCKET: socket, NETWORK: network } = settings;
    const custody = openBridgeCustody(socket === undefined ? noDoor : openDoor(socket));
    const mvc = { chain, ledger: openMvcLedger(store.pool) };
    await act({ store, network, custody, mvc, ledger: openLedger(store.pool) }, words);
  } finally {
    chain.close();
    await store.close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return [sentenceOf(error.code), error.detail ?? ''].join(' ').trim();
  return error instanceof Error ? error.message : String(error);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
