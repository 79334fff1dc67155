/**
 * Metalet's `transfer` of one token: it chooses the coins, makes the check's transaction and the transfer, signs both, and sends them or
 * hands them over (mvc-swaps 4). The real one asks its own servers for coins and contracts; this one the demo service.
 */
import { bytesToHex } from '@rialto/protocols';
import { ALL_FORKID, nameMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import { readComposed } from '../mvc/composer.ts';
import { transferCard } from '../mvc/transfer-card.ts';
import type { DemoWallet } from '../wallet.ts';
import { invalid, rejected } from '../wallet-error.ts';
import { fieldOf } from './face.ts';

/** Where nothing is said, and its servers do not answer. */
const USUAL_FEE = 5;
/** Of an amount whose decimals are not said. */
const USUAL_DECIMALS = 8;

interface Task {
  readonly genesis: string;
  readonly codehash: string;
  readonly address: string;
  /** Smallest units. */
  readonly amount: string;
  readonly decimals: number;
  readonly message: string | undefined;
}

/** True of what this one can do: one task, of a token. */
export function isTokenTransfer(params: unknown): boolean {
  const [task, more] = listOf(fieldOf(params, 'tasks'));
  return more === undefined && fieldOf(task, 'genesis') !== undefined;
}

export async function transferToken(wallet: DemoWallet, params: unknown): Promise<unknown> {
  const task = taskOf(listOf(fieldOf(params, 'tasks'))[0]);
  const account = wallet.current();
  if (!(await wallet.approvals.request(transferCard(account, task)))) throw rejected();
  const { genesis, codehash, address, amount, message } = task;
  const feeRate = String(Math.round(Number(fieldOf(params, 'feeb') ?? USUAL_FEE) * 1_000));
  const asked = { genesis, codehash, address, amount, message, feeRate, publicKey: account.publicKeyHex };
  const { backend } = wallet;
  const begun = await backend.mvc('transfer', asked);
  const check = await signed(wallet, begun['check'], begun['toSign']);
  const both = { ...asked, tokens: begun['tokens'], check: check.txHex };
  const over = await backend.mvc('transfer/over', both);
  const transfer = await signed(wallet, over['transfer'], over['toSign']);
  const whole = await backend.mvc('transfer/whole', { ...both, signed: transfer.txHex });
  const txHex = String(whole['transfer']);
  // Its id is that of the whole: scriptSigs are part of it.
  const isSent = fieldOf(params, 'broadcast') !== false;
  const txid = String(whole['txid']);
  if (isSent) await backend.mvc('send', { raws: [check.txHex, txHex] });
  const res = [{ txid, txHex, routeCheckTxid: check.txid, routeCheckTxHex: check.txHex }];
  return { res, txids: [txid], broadcasted: isSent };
}

/** As `unlockP2PKHInput` signs: whatever the text says that these inputs spend. */
async function signed(
  wallet: DemoWallet,
  composer: unknown,
  indexes: unknown,
): Promise<{ readonly txid: string; readonly txHex: string }> {
  const { tx, coins } = readComposed(composer);
  const toSign = listOf(indexes).flatMap((one) => {
    const index = Number(one);
    const coin = coins[index];
    return coin === undefined ? [] : [{ index, coin, sighash: ALL_FORKID }];
  });
  const named = nameMvcTransaction(await wallet.core.signMvc({ tx, toSign }, wallet.current()));
  return { txid: named.txid, txHex: bytesToHex(writeMvcTransaction(named)) };
}

function taskOf(task: unknown): Task {
  const [receiver, more] = listOf(fieldOf(task, 'receivers'));
  const [address, amount] = [fieldOf(receiver, 'address'), String(fieldOf(receiver, 'amount'))];
  if (more !== undefined || typeof address !== 'string' || !/^[1-9][0-9]*$/.test(amount))
    throw invalid('receivers cannot be read');
  const message = fieldOf(task, 'metaidData');
  const decimal = fieldOf(receiver, 'decimal');
  return {
    genesis: String(fieldOf(task, 'genesis')),
    codehash: String(fieldOf(task, 'codehash')),
    ...{ address, amount },
    // The number 0 counts as none was said.
    decimals: Number(decimal === undefined || decimal === 0 ? USUAL_DECIMALS : decimal),
    message: typeof message === 'string' ? message : undefined,
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
