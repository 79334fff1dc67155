/** Makes a BRC-20 transfer inscription: commit and reveal built together, signed here, sent as one package. */
import { bytesToHex, hexToBytes, isFlaw, isTxid, outpoint, parseBrc20Amount, sats } from '@rialto/protocols';
import type { Amount, Coin } from '@rialto/protocols';
import { acceptCommit, planTransfer } from '@rialto/psbt';
import type { InscriptionPlan } from '@rialto/psbt';
import type { WalletAccount } from './accounts.ts';
import type { Backend, DemoCoin } from './backend.ts';
import { openPsbt, signPsbt } from './psbt-signing.ts';
import { invalid } from './wallet-error.ts';

export interface Inscribed {
  readonly inscriptionId: string;
  readonly inscriptionNumber: number;
  readonly ticker: string;
  readonly amount: string;
}

export interface InscribeRequest {
  readonly ticker: string;
  readonly amount: string;
}

const FEE_RATE = 3;
/** Numbers are given by the block; none is known before. */
const NO_NUMBER = -1;
const DECIMALS = 18;

/** Reads an amount as BRC-20 writes it. */
function readAmount(text: string): Amount {
  const parsed = parseBrc20Amount(text, DECIMALS);
  if (isFlaw(parsed) || parsed <= 0n) throw invalid('Enter an amount, for example 100 or 0.5.');
  return parsed;
}

/** Plans the two transactions from the account's clean coins. */
export async function planInscription(
  backend: Backend,
  account: WalletAccount,
  request: InscribeRequest,
): Promise<InscriptionPlan> {
  const coins = (await backend.coins(account.address)).flatMap((coin) => payingCoin(coin, account));
  if (coins.length === 0) throw invalid('This account has no confirmed plain coins. Get test coins first.');
  return planTransfer(
    { tick: request.ticker, amount: readAmount(request.amount) },
    {
      payer: { script: account.script, key: account.publicKey, coins },
      destination: account.script,
      revealKey: crypto.getRandomValues(new Uint8Array(32)),
      feeRateSatVb: FEE_RATE,
    },
  );
}

export async function inscribe(
  backend: Backend,
  account: WalletAccount,
  planned: { plan: InscriptionPlan; request: InscribeRequest },
): Promise<Inscribed> {
  const { plan, request } = planned;
  const toSignInputs = plan.commit.toSign.map(({ index, sighash }) => ({ index, sighashTypes: [sighash] }));
  const signed = signPsbt(
    openPsbt(bytesToHex(plan.commit.psbt)),
    { autoFinalized: false, toSignInputs },
    account,
  );
  const commit = acceptCommit(plan, hexToBytes(signed));
  await backend.sendPackage([bytesToHex(commit.raw), bytesToHex(plan.reveal)]);
  const { ticker, amount } = request;
  return { inscriptionId: plan.inscriptionId, inscriptionNumber: NO_NUMBER, ticker, amount };
}

function payingCoin(coin: DemoCoin, account: WalletAccount): Coin[] {
  if (!coin.clean || coin.height === undefined || !isTxid(coin.txid)) return [];
  return [
    {
      outpoint: outpoint(coin.txid, coin.vout),
      value: sats(coin.value),
      script: account.script,
      assets: [],
      height: coin.height,
    },
  ];
}
