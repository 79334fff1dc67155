/** Token transactions of many people on the private chain: each job gets a clean coin, and all of them go into one block. */
import { randomBytes } from 'node:crypto';
import { bytesToHex, hexToBytes, isTxid, outpoint, sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { acceptPlanned, publicKeyOf } from '@rialto/psbt';
import type { PinRequest, Planned, RevealPlan } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import type { FundedCoin } from '../chain/faucet.ts';
import type { Inscriber } from './inscriber.ts';
import { signPsbt } from './trader.ts';

/** What a job builds with: its owner as payer, with one clean coin. */
export interface Means extends PinRequest {
  /** The block that will hold it. */
  readonly nextHeight: number;
}

export interface Job<Made> {
  readonly who: Inscriber;
  /** Plans transactions that belong together, parents first; `who` signs each. */
  plan(means: Means): { readonly steps: readonly Planned[]; readonly made: Made };
}

interface Done<Made> {
  readonly made: Made;
  readonly txids: readonly Txid[];
}

/** Pays any one job of ours, with room to spare; the change stays with its owner. */
const PER_JOB = 30_000n;
const FEE_RATE = 2;

/** Both transactions of a PIN, as steps of a job. */
export function stepsOf({ commit, reveal, pin }: RevealPlan) {
  return { steps: [commit, reveal], made: pin };
}

/** Funds every job, then mines them all in one block, in the order given. Two blocks, or none without jobs. */
export async function mineJobs<Made>(chain: PrivateChain, jobs: readonly Job<Made>[]): Promise<Done<Made>[]> {
  if (jobs.length === 0) return [];
  const funded = await chain.fundMany(jobs.map(({ who }) => ({ address: who.address, sats: PER_JOB })));
  await chain.mine(1);
  const height = await chain.height();
  const raws: string[] = [];
  const done = jobs.map((job, at): Done<Made> => {
    const coin = plainCoin(funded[at], job.who, height);
    const { steps, made } = job.plan(meansOf(job.who, coin, height + 1));
    const finished = steps.map((step) => signStep(step, job.who));
    raws.push(...finished.map(({ raw }) => bytesToHex(raw)));
    return { made, txids: finished.map(({ txid }) => txid) };
  });
  await chain.node.rpc('generateblock', [chain.faucetAddress, raws]);
  return done;
}

function plainCoin(funded: FundedCoin | undefined, { script }: Inscriber, height: number): Coin {
  if (funded === undefined || !isTxid(funded.txid)) throw new Error('invariant: every job is funded');
  const { txid, vout, value } = funded;
  return { outpoint: outpoint(txid, vout), value: sats(value), script, assets: [], height };
}

function meansOf({ key, script }: Inscriber, coin: Coin, nextHeight: number): Means {
  return {
    payer: { script, key: publicKeyOf(key), coins: [coin] },
    revealKey: new Uint8Array(randomBytes(32)),
    feeRateSatVb: FEE_RATE,
    nextHeight,
  };
}

function signStep(step: Planned, { key }: Inscriber) {
  return acceptPlanned(step, hexToBytes(signPsbt(bytesToHex(step.psbt), key, step.toSign)));
}
