/** What every face of the wallet does alike: let a page in, show what it asks for, sign, send, inscribe. */
import { bytesToHex } from '@rialto/protocols';
import { inscribe, planInscription } from './inscribe.ts';
import type { Inscribed } from './inscribe.ts';
import type { MessageType } from './message.ts';
import { openPsbt } from './psbt-signing.ts';
import type { SignOptions } from './psbt-signing.ts';
import { describePsbt } from './psbt-words.ts';
import {
  connectCard,
  inscribeAmountCard,
  inscribeCard,
  messageCard,
  psbtCard,
  switchCard,
} from './view/cards.ts';
import type { Network } from '@rialto/protocols';
import type { DemoWallet } from './wallet.ts';
import { invalid, rejected } from './wallet-error.ts';

/** A page that was not let in yet opens the connect pop-up. Throws `rejected()` when it is refused. */
export async function letIn(wallet: DemoWallet): Promise<void> {
  if (wallet.isConnected()) return;
  if (!(await wallet.approvals.request(connectCard(wallet.current())))) throw rejected();
  wallet.setConnected(true);
}

export async function signText(wallet: DemoWallet, text: unknown, type: MessageType): Promise<string> {
  if (typeof text !== 'string') throw invalid('text is not a string');
  const account = wallet.current();
  if (!(await wallet.approvals.request(messageCard(account, text)))) throw rejected();
  return wallet.core.signMessage(text, type, account);
}

interface PsbtRequest {
  /** As the page sent it: hex, or base64 where the wallet takes that too. */
  readonly psbt: unknown;
  readonly options: SignOptions;
}

/** One approval for all of them. */
export async function signAll(wallet: DemoWallet, requests: readonly PsbtRequest[]): Promise<string[]> {
  const account = wallet.current();
  const opened = requests.map(({ psbt, options }) => ({ tx: openPsbt(psbt), options }));
  const described = opened.map(({ tx, options }) => describePsbt(tx, options, account));
  const coins = await wallet.backend.coins(account.address).catch(() => []);
  const carried = new Map(coins.map((coin) => [`${coin.txid}:${coin.vout}`, coin.carries]));
  if (!(await wallet.approvals.request(psbtCard(account, described, carried)))) throw rejected();
  const signed: string[] = [];
  for (const { tx, options } of opened)
    signed.push(await wallet.core.signPsbt(bytesToHex(tx.toPSBT(0)), options, account));
  return signed;
}

/** @param amount undefined where the wallet asks for it itself */
export async function inscribeTransfer(
  wallet: DemoWallet,
  ticker: unknown,
  amount: string | undefined,
): Promise<Inscribed> {
  if (typeof ticker !== 'string' || ticker === '') throw invalid('ticker is not a string');
  const account = wallet.current();
  const requested = amount ?? (await wallet.approvals.askText(inscribeAmountCard(account, ticker)));
  if (requested === undefined) throw rejected();
  const request = { ticker, amount: requested };
  const plan = await planInscription(wallet.backend, account, request);
  if (!(await wallet.approvals.request(inscribeCard(account, request, plan)))) throw rejected();
  return inscribe(wallet.backend, account, { plan, request });
}

export async function switchTo(wallet: DemoWallet, network: Network): Promise<void> {
  if (network === wallet.network()) return;
  if (!(await wallet.approvals.request(switchCard(wallet.current(), network)))) throw rejected();
  wallet.switchTo(network);
}

export function push(wallet: DemoWallet, psbt: unknown): Promise<string> {
  return wallet.backend.send(bytesToHex(openPsbt(psbt).extract()));
}

interface Balance {
  readonly confirmed: number;
  readonly unconfirmed: number;
  readonly total: number;
}

export async function balance(wallet: DemoWallet): Promise<Balance> {
  const coins = await wallet.backend.coins(wallet.current().address);
  const sum = (isConfirmed: boolean): number => {
    const counted = coins.filter((coin) => (coin.height !== undefined) === isConfirmed);
    return Number.parseInt(counted.reduce((all, coin) => all + coin.value, 0n).toString(), 10);
  };
  const [confirmed, unconfirmed] = [sum(true), sum(false)];
  return { confirmed, unconfirmed, total: confirmed + unconfirmed };
}
