/** Inscribes many things at once on the private chain: all commits and reveals of a step in one block. */
import { randomBytes } from 'node:crypto';
import { amount, bytesToHex, hexToBytes, parseBrc20Amount, isFlaw, sats } from '@rialto/protocols';
import type { Amount, Coin, Txid } from '@rialto/protocols';
import { outpoint } from '@rialto/protocols';
import { acceptCommit, planDeploy, planMint, planTransfer, publicKeyOf } from '@rialto/psbt';
import type { InscriptionPlan } from '@rialto/psbt';
import type { Chain } from '../chain/chain.ts';
import { signPsbt } from './trader.ts';

export interface Inscriber {
  readonly key: Uint8Array;
  readonly script: Uint8Array;
  readonly address: string;
}

export type Wish =
  | {
      readonly op: 'deploy';
      readonly who: Inscriber;
      readonly tick: string;
      readonly max: string;
      readonly limit: string;
    }
  | { readonly op: 'mint'; readonly who: Inscriber; readonly tick: string; readonly amount: string }
  | { readonly op: 'transfer'; readonly who: Inscriber; readonly tick: string; readonly amount: string };

const DECIMALS = 18;
/** Pays for one inscription at two sat/vB with room to spare. */
const PER_WISH = 6_000n;
const FEE_RATE = 2;

function tokens(text: string): Amount {
  const parsed = parseBrc20Amount(text, DECIMALS);
  if (isFlaw(parsed)) throw new Error(`invariant: ${text} is an amount`);
  return amount(parsed);
}

function plan(wish: Wish, coin: Coin): InscriptionPlan {
  const { who, tick } = wish;
  const request = {
    payer: { script: who.script, key: publicKeyOf(who.key), coins: [coin] },
    destination: who.script,
    revealKey: new Uint8Array(randomBytes(32)),
    feeRateSatVb: FEE_RATE,
  };
  switch (wish.op) {
    case 'deploy':
      return planDeploy(
        {
          display: tick,
          max: tokens(wish.max),
          limit: tokens(wish.limit),
          decimals: DECIMALS,
          selfMint: false,
        },
        request,
      );
    case 'mint':
      return planMint({ tick, amount: tokens(wish.amount) }, request);
    case 'transfer':
      return planTransfer({ tick, amount: tokens(wish.amount) }, request);
  }
}

/** Funds every request, then inscribes them all in one block, in the order given. @returns the inscription ids */
export async function inscribeAll(chain: Chain, wishes: readonly Wish[]): Promise<string[]> {
  const funded = await chain.fundMany(wishes.map((wish) => ({ address: wish.who.address, sats: PER_WISH })));
  await chain.mine(1);
  const height = await chain.height();
  const raws: string[] = [];
  const ids = wishes.map((wish, at) => {
    const paid = funded[at];
    if (paid === undefined) throw new Error('invariant: every wish is funded');
    const coin: Coin = {
      outpoint: outpoint(paid.txid as Txid, paid.vout),
      value: sats(paid.value),
      script: wish.who.script,
      assets: [],
      height,
    };
    const planned = plan(wish, coin);
    const signed = signPsbt(bytesToHex(planned.commit.psbt), wish.who.key, planned.commit.toSign);
    raws.push(bytesToHex(acceptCommit(planned, hexToBytes(signed)).raw), bytesToHex(planned.reveal));
    return planned.inscriptionId;
  });
  await chain.node.rpc('generateblock', [chain.faucetAddress, raws]);
  return ids;
}
