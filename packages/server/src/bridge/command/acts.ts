/** What `npm run bridge` does with an asset of this exchange. */
import { readFileSync } from 'node:fs';
import { BridgeAssetId } from '@rialto/contract';
import { unitOf } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { messageOf } from '../../repeat.ts';
import { allAssets, findAsset, setAsset } from '../../store/bridge/asset-store.ts';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import { saidOf } from '../assets/keep-signer.ts';
import { addAsset } from '../assets/add-asset.ts';
import type { AddContext } from '../assets/add-asset.ts';
import { whyStopped } from '../assets/why-stopped.ts';
import { differenceOf, readBooks } from '../equation.ts';
import { assetLines, bookLines, keyLines, signerLines } from './tell.ts';

/** @throws Refusal with why not */
export type Act = (context: AddContext, words: readonly string[]) => Promise<void>;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const tell = (lines: readonly string[]): void => {
  lines.forEach(say);
};

const keys: Act = async ({ custody, network }, [id = '']) => {
  const { success } = BridgeAssetId.safeParse(id);
  if (!success)
    throw new Refusal('bad-request', `an id is small letters, digits and dashes, 40 at most, not "${id}"`);
  const told = await custody.keys(id);
  tell([...keyLines(network, id, told), ...signerLines(told, await custody.othersKeys(id))]);
};

const add: Act = async (context, [file = '', yes]) => {
  const isDry = yes !== '--yes';
  const { asset, keys: told } = await addAsset(context, textOf(file), !isDry);
  tell([...assetLines(asset, []), ...keyLines(context.network, asset.id, told)]);
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

const list: Act = async ({ store, custody }) => {
  const all = await allAssets(store.db);
  if (all.length === 0) {
    say('Nothing is bridged.');
    return;
  }
  const said = await saidOf(custody);
  for (const known of all) tell(assetLines(known.asset, whyStopped(known, said)));
};

async function required({ store }: AddContext, id: string): Promise<KnownAsset> {
  const known = await findAsset(store.db, id);
  if (known === undefined) throw new Refusal('bridge-asset-unknown', id);
  return known;
}

const show: Act = async (context, [id = '']) => {
  const known = await required(context, id);
  tell(assetLines(known.asset, whyStopped(known, await saidOf(context.custody))));
  tell(keyLines(context.network, id, known.keys));
  tell(bookLines(await readBooks(context, known)));
};

const stop: Act = async (context, [id = '', mints]) => {
  await required(context, id);
  if (mints === '--mints') {
    await setAsset(context.store.db, id, { mintsStopped: true });
    say(`${id} takes no new mint. What was paid in is paid out, and redeems go on.`);
    return;
  }
  await setAsset(context.store.db, id, { stopped: true });
  say(`${id} is stopped at this server, both ways: who holds the token cannot redeem it.`);
  say(`STOP-bridge-${id} in the signer's folder stops its signatures too.`);
};

const resume: Act = async (context, [id = '']) => {
  const known = await required(context, id);
  const books = await readBooks(context, known);
  if (books === undefined) throw new Refusal('syncing', 'an index has no block yet');
  if (differenceOf(books) < 0n) throw new Refusal('bridge-break', differenceOf(books).toString());
  await setAsset(context.store.db, id, {
    ...{ stopped: false, mintsStopped: false, broken: false, liftsItself: false },
  });
  say(`${id} goes on at this server, once no file in the signer's folder stops it.`);
};

export const ACTS: Readonly<Record<string, Act>> = { keys, add, list, show, stop, resume };
