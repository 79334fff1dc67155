/** A rune of its own with lots to size: etched by its first seller, who holds it all, and split onto coins. For worlds of tests. */
import type { AssetId } from '@rialto/protocols';
import { coinsOf, fullest, runeNamed, unitsOf } from './facts.ts';
import type { Inscriber } from './inscriber.ts';
import type { MintPlace } from './mrc20-mints.ts';
import { etchAll } from './rune-jobs.ts';
import { transferJob } from './sending.ts';
import { mineJobs } from './workshop.ts';

interface RuneLots {
  /** With its bullets. */
  readonly name: string;
  readonly lots: readonly { readonly who: Inscriber; readonly amount: string }[];
}

const DIVISIBILITY = 2;
const SUPPLY = 100_000_000n;
/** A message has room for so many receivers. */
const MAX_SENDS = 8;

/** The first seller holds a million; what is not split into lots stays with them. */
export async function makeRune(place: MintPlace, { name, lots }: RuneLots): Promise<void> {
  const [first] = lots;
  if (first === undefined) return;
  const holder = first.who;
  const rune = { name, symbol: '❖', divisibility: DIVISIBILITY, premine: SUPPLY, share: 0n, minters: 0 };
  await etchAll(place.chain, holder, [rune]);
  await place.ready();
  const found = await runeNamed(place.origin, name);
  if (found === undefined) throw new Error(`the index does not know ${name}`);
  const asset = found.assetId as AssetId;
  for (let at = 0; at < lots.length; at += MAX_SENDS) {
    const sends = lots.slice(at, at + MAX_SENDS).map(({ who, amount }) => {
      return { asset, amount: unitsOf(amount, DIVISIBILITY), script: who.script };
    });
    const whole = fullest(await coinsOf(place.origin, holder), asset);
    await mineJobs(place.chain, [transferJob(holder, [whole], sends)]);
    await place.ready();
  }
}
