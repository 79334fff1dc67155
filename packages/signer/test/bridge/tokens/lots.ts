/** Lots of BRC-20 as people inscribe them: commit and reveal, in a block. */
import { amount, bytesToHex, outpoint } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { acceptCommit, planTransfer } from '@rialto/psbt';
import { signed } from '../../memory/bids.ts';
import { coin } from '../../memory/people.ts';
import type { User } from '../../memory/people.ts';
import { BRC20 } from '../assets.ts';
import type { Bitcoin } from '../bitcoin.ts';

let counter = 0;

/** Whose tokens they are before: who inscribes has them; a stranger's transfer takes them from the script that it lies on. */
export function inscribed(
  btc: Bitcoin,
  by: User,
  { units, onto = by.script }: { readonly units: bigint; readonly onto?: Uint8Array },
): Coin {
  counter += 1;
  btc.tokens.known.set(BRC20, { tick: 'ordi', deployHeight: 100 });
  const money = coin(`inscribing ${counter}`, by, 100_000n);
  btc.put(money);
  const revealKey = new Uint8Array(32).fill(1 + (counter % 200));
  const plan = planTransfer(
    { tick: 'ordi', amount: amount(units) },
    {
      payer: { script: by.script, key: by.key, coins: [money] },
      ...{ destination: onto, revealKey, feeRateSatVb: 2 },
    },
  );
  const commit = acceptCommit(
    plan,
    signed({ psbt: plan.commit.psbt, toSign: plan.commit.toSign }, by.secret),
  );
  btc.send(commit.raw);
  btc.send(plan.reveal);
  btc.mine();
  const lot = btc.settled.get(outpoint(plan.revealTxid, 0));
  if (lot === undefined) throw new Error(`no lot of ${bytesToHex(by.script)}`);
  return lot;
}

/** One of a person's own, of exactly so much. */
export function lotOf(btc: Bitcoin, by: User, units: bigint): Coin {
  btc.tokens.give(by.script, BRC20, units);
  return inscribed(btc, by, { units });
}
