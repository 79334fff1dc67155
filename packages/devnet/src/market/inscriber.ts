/** Inscribes many things at once on the private chain: all commits and reveals of a step in one block. */
import { randomBytes } from 'node:crypto';
import { amount, bytesToHex, hexToBytes, parseBrc20Amount, isFlaw, sats } from '@rialto/protocols';
import type { Amount, Coin, Txid } from '@rialto/protocols';
import { outpoint } from '@rialto/protocols';
import { acceptCommit, planDeploy, planMint, planTransfer, publicKeyOf } from '@rialto/psbt';
import type { InscriptionPlan } from '@rialto/psbt';
import type { PrivateChain } from '../chain/private-chain.ts';
import { signPsbt } from './trader.ts';

export interface Inscriber {
  readonly key: Uint8Array;
  readonly script: Uint8Array;
  readonly address: string;
}

export type LotRequest =
  | {
      readonly op: 'deploy';
      readonly who: Inscriber;
      readonly tick: string;
      readonly max: string;
      readonly limit: string;
    }
  | {
      readonly op: 'mint' | 'transfer';
      readonly who: Inscriber;
      readonly tick: string;
      readonly amount: string;
      /** The script it is inscribed onto, whose tokens it makes or locks; `who` where nothing is said. */
      readonly to?: Uint8Array;
    };

const DECIMALS = 18;
/** Pays for one inscription at two sat/vB with room to spare. */
const PER_INSCRIPTION = 6_000n;
const FEE_RATE = 2;

function tokens(text: string): Amount {
  const parsed = parseBrc20Amount(text, DECIMALS);
  if (isFlaw(parsed)) throw new Error(`invariant: ${text} is an amount`);
  return amount(parsed);
}

function plan(request: LotRequest, coin: Coin): InscriptionPlan {
  const { who, tick } = request;
  const params = {
    payer: { script: who.script, key: publicKeyOf(who.key), coins: [coin] },
    destination: 'to' in request ? (request.to ?? who.script) : who.script,
    revealKey: new Uint8Array(randomBytes(32)),
    feeRateSatVb: FEE_RATE,
  };
  switch (request.op) {
    case 'deploy':
      return planDeploy(
        {
          display: tick,
          max: tokens(request.max),
          limit: tokens(request.limit),
          decimals: DECIMALS,
          selfMint: false,
        },
        params,
      );
    case 'mint':
      return planMint({ tick, amount: tokens(request.amount) }, params);
    case 'transfer':
      return planTransfer({ tick, amount: tokens(request.amount) }, params);
  }
}

/** Funds every request, then inscribes them all in one block, in the order given. @returns the inscription ids */
export async function inscribeAll(chain: PrivateChain, requests: readonly LotRequest[]): Promise<string[]> {
  const funded = await chain.fundMany(
    requests.map((request) => ({ address: request.who.address, sats: PER_INSCRIPTION })),
  );
  await chain.mine(1);
  const height = await chain.height();
  const raws: string[] = [];
  const ids = requests.map((request, at) => {
    const paid = funded[at];
    if (paid === undefined) throw new Error('invariant: every request is funded');
    const coin: Coin = {
      outpoint: outpoint(paid.txid as Txid, paid.vout),
      value: sats(paid.value),
      script: request.who.script,
      assets: [],
      height,
    };
    const planned = plan(request, coin);
    const signed = signPsbt(bytesToHex(planned.commit.psbt), request.who.key, planned.commit.toSign);
    raws.push(bytesToHex(acceptCommit(planned, hexToBytes(signed)).raw), bytesToHex(planned.reveal));
    return planned.inscriptionId;
  });
  await chain.node.rpc('generateblock', [chain.faucetAddress, raws]);
  return ids;
}
