/** What the fake Metalet's `transfer` asks of the private MVC chain: its coins, the two transactions before they are signed, the whole of them, and sending. */
import {
  composerText,
  readMvcAddress,
  readMvcTransaction,
  readP2pkhScriptSig,
  signedByUser,
  writeMvcTransaction,
} from '@rialto/mvc';
import type { MvcCoin, MvcPlan, MvcSignature, MvcTransaction } from '@rialto/mvc';
import { bytesToHex, hexToBytes, isFlaw, isHex } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { field, text, textList } from '../chain/json.ts';
import type { PrivateMvcChain } from '../mvc/private-chain.ts';
import type { TokenTransfer } from '../mvc-market/token-transfer.ts';
import { BadRequest } from './bad-request.ts';

type Answer = Promise<Record<string, unknown>>;
type Act = (chain: PrivateMvcChain, body: unknown) => Answer;

/** Loaded by whoever asks: the libraries of MVC's contracts take a second. */
const transfers = () => import('../mvc-market/token-transfer.ts');

/** The check's transaction, and the coins that are chosen. */
const begin: Act = async (chain, body) => {
  const { checkOfTransfer, coinsOfTransfer } = await transfers();
  const transfer = transferIn(body);
  const coins = coinsOfTransfer(chain, transfer);
  const check = checkOfTransfer(transfer, coins);
  return {
    tokens: coins.tokens.map(({ outpoint }) => outpoint),
    ...{ check: composerText(check), toSign: signedByUser(check) },
  };
};

/** The transfer over it. */
const over: Act = async (chain, body) => {
  const { planTransfer } = await transfers();
  const plan = planTransfer(transferIn(body), tokensIn(chain, body), checkIn(body));
  return { transfer: composerText(plan), toSign: signedByUser(plan) };
};

/** The transfer with what contracts ask for, from the signatures in it. */
const whole: Act = async (chain, body) => {
  const { completedTransfer, planTransfer } = await transfers();
  const check = checkIn(body);
  const plan = planTransfer(transferIn(body), tokensIn(chain, body), check);
  const made = completedTransfer(chain, plan, signaturesIn(plan, txIn(body, 'signed')), [check]);
  return { transfer: bytesToHex(writeMvcTransaction(made)), txid: made.txid };
};

const send: Act = (chain, body) => {
  const sent = chain.send(textList(field(body, 'raws')).map(bytesOf));
  const refused = sent.find(({ result }) => result === 'refused');
  if (refused !== undefined) throw new BadRequest(refused.reason ?? 'refused');
  return Promise.resolve({ txids: sent.map(({ txid }) => txid) });
};

export const MVC_TRANSFER: Readonly<Record<string, Act>> = {
  'POST /demo/mvc/transfer': begin,
  'POST /demo/mvc/transfer/over': over,
  'POST /demo/mvc/transfer/whole': whole,
  'POST /demo/mvc/send': send,
};

function transferIn(body: unknown): TokenTransfer {
  const message = field(body, 'message');
  return {
    token: { codehash: text(field(body, 'codehash')), genesis: text(field(body, 'genesis')) },
    sender: bytesOf(text(field(body, 'publicKey'))),
    receiver: readMvcAddress(text(field(body, 'address')), 'regtest'),
    units: BigInt(text(field(body, 'amount'))),
    message: typeof message === 'string' ? message : undefined,
    feeRate: BigInt(text(field(body, 'feeRate'))),
  };
}

function tokensIn(chain: PrivateMvcChain, body: unknown): { readonly tokens: readonly MvcCoin[] } {
  const tokens = textList(field(body, 'tokens')).map((point) => {
    const coin = chain.coin(point as Outpoint);
    if (coin === undefined) throw new BadRequest(`No coin ${point}.`);
    return coin;
  });
  return { tokens };
}

const checkIn = (body: unknown): MvcTransaction => txIn(body, 'check');

function txIn(body: unknown, name: string): MvcTransaction {
  const tx = readMvcTransaction(bytesOf(text(field(body, name))));
  if (isFlaw(tx)) throw new BadRequest(`${name} cannot be read.`);
  return tx;
}

function signaturesIn(plan: MvcPlan, { inputs }: MvcTransaction): Map<number, MvcSignature> {
  const found = plan.inputs.flatMap(({ role }, at): [number, MvcSignature][] => {
    const signed = readP2pkhScriptSig(inputs[at]?.scriptSig ?? new Uint8Array(0));
    return role === 'check' || signed === undefined ? [] : [[at, signed]];
  });
  return new Map(found);
}

function bytesOf(hex: string): Uint8Array {
  if (!isHex(hex)) throw new BadRequest('Not hex.');
  return hexToBytes(hex);
}
