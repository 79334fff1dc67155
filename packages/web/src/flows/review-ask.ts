/** The seller's own PSBT, built and read back in the page: one lot against one payment, and nothing else. */
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Amount, AssetId, Coin, InscriptionId, Network, Outpoint, Sats } from '@rialto/protocols';
import { addressToScript, buildAsk } from '@rialto/psbt';
import { transactionIn } from './read-bytes.ts';
import type { Review, ToSign } from './review.ts';
import { t } from '../words.ts';

export interface AskIntent {
  readonly network: Network;
  readonly tick: string;
  readonly assetId: string;
  readonly address: string;
  readonly publicKey: string;
  readonly inscriptionId: string;
  readonly outpoint: string;
  readonly outValue: Sats;
  readonly units: Amount;
  readonly price: Sats;
}

export interface BuiltAsk {
  readonly psbtHex: string;
  readonly toSign: readonly ToSign[];
  readonly review: Review;
}

export function buildAndReviewAsk(intent: AskIntent): BuiltAsk {
  const payScript = addressToScript(intent.address, intent.network);
  const { psbt, toSign } = buildAsk({
    lot: lotCoin(intent, payScript),
    price: intent.price,
    payScript,
    publicKey: hexToBytes(intent.publicKey),
  });
  const psbtHex = bytesToHex(psbt);
  return { psbtHex, toSign, review: reviewAsk(psbtHex, intent, bytesToHex(payScript)) };
}

function lotCoin(intent: AskIntent, script: Uint8Array): Coin {
  const transfer = { asset: intent.assetId as AssetId, tick: intent.tick, amount: intent.units };
  const asset = {
    kind: 'inscription',
    id: intent.inscriptionId as InscriptionId,
    offset: sats(0n),
    transfer,
  } as const;
  // Any height: the server judges whether the lot is deep enough.
  return {
    outpoint: intent.outpoint as Outpoint,
    value: intent.outValue,
    script,
    assets: [asset],
    height: 0,
  };
}

function reviewAsk(psbtHex: string, intent: AskIntent, me: string): Review {
  const tx = transactionIn(psbtHex);
  const [input, moreInputs] = tx.inputs;
  const [output, moreOutputs] = tx.outputs;
  const problems: string[] = [];
  const single = moreInputs === undefined && moreOutputs === undefined;
  if (!single || input === undefined || `${input.txid}:${input.vout}` !== intent.outpoint) {
    problems.push(t('It spends something else than the inscription you chose.'));
  }
  if (output === undefined || bytesToHex(output.script) !== me || output.value !== intent.price) {
    problems.push(t('It does not pay the price to your address.'));
  }
  return {
    give: [
      {
        kind: 'token',
        units: intent.units,
        tick: intent.tick,
        note: t('with the {value} sat it sits on', { value: intent.outValue.toString() }),
      },
    ],
    get: [{ kind: 'sats', value: intent.price, note: t('when somebody buys') }],
    networkFee: sats(0n),
    vsize: 0,
    feeRateSatVb: 0,
    serviceFee: sats(0n),
    alsoMoves: [],
    problems,
  };
}
