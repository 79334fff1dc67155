/** One's own transactions without a node: an owner with coins and tokens on a real PostgreSQL and a fake chain, whose key really signs. */
import { randomUUID } from 'node:crypto';
import { coins, followedScripts, mrc20Holdings, mrc20Tokens } from '@rialto/ground';
import type { OwnAnswer, PrepareOwn, PreparedOwn } from '@rialto/contract';
import {
  amount,
  bytesToHex,
  hexToBytes,
  isFlaw,
  mrc20Asset,
  pinId,
  readTransaction,
  sats,
  splitOutpoint,
} from '@rialto/protocols';
import type { Outpoint, ScriptHex, Transaction, TxOutput, Txid } from '@rialto/protocols';
import { publicKeyOf, pureVerifier, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { RawTx, Transaction as WalletTx } from '@scure/btc-signer';
import { inArray } from 'drizzle-orm';
import type { OwnContext } from '../../src/own/context.ts';
import { prepareOwn } from '../../src/own/prepare.ts';
import { submitOwn } from '../../src/own/submit.ts';
import type { Session } from '../../src/session.ts';
import { SCRIPT } from '../orders/rows.ts';
import { openStage } from '../outbox/stage.ts';
import type { Made, Stage } from '../outbox/stage.ts';
import { mrc20Row } from '../store/mrc20-row.ts';

const NET = 'regtest';
const TAKE_MS = 60_000;
const DEPLOY = pinId('d'.repeat(64) as Txid, 0);
/** The token that coins may carry: it has no digits after the point. */
export const TOKEN = mrc20Asset(DEPLOY);

/** What an act is, without who asks for it. */
type Wanted = PrepareOwn extends infer Act
  ? Act extends unknown
    ? Omit<Act, 'net' | 'address' | 'publicKey'>
    : never
  : never;

type Signable = Pick<PreparedOwn['transactions'][number], 'psbtRaw' | 'toSignInputs'>;

export interface ActsStage extends Stage {
  readonly script: Uint8Array;
  readonly address: string;
  /** Milliseconds that have gone by. */
  clock: number;
  /** A confirmed coin of the owner's, with so much of the token. */
  give(value: bigint, units?: bigint): Promise<Outpoint>;
  /** What the owner's wallet sent past the exchange: to a stranger, with change. */
  wallet(points: readonly Outpoint[], toStranger: bigint, change: bigint): Made;
  prepare(params: Wanted): Promise<PreparedOwn>;
  /** As the wallet does. */
  sign(prepared: { readonly transactions: readonly Signable[] }): string[];
  submit(prepared: PreparedOwn, psbtRaws?: readonly string[], session?: Session): Promise<OwnAnswer>;
  readonly session: Session;
  /** Mines them; the ledger's coins that they spend are spent. */
  mined(...transactions: readonly Made[]): Promise<void>;
  /** The bytes that were sent. */
  sent(txid: string): Promise<Transaction & { readonly raw: Uint8Array }>;
}

export async function openActsStage(): Promise<ActsStage> {
  const stage = await openStage();
  const { store, chain, port, ledger, outbox } = stage;
  const secret = new Uint8Array(32).fill(21);
  const key = publicKeyOf(secret);
  const script = scriptOfKey(key, 'p2tr');
  const address = scriptToAddress(script, NET) ?? '';
  const publicKey = bytesToHex(key);
  const session: Session = { id: randomUUID(), address, publicKey };
  const owner = bytesToHex(script) as ScriptHex;
  await store.db.insert(followedScripts).values({ script: owner, scannedHeight: chain.tip.height });
  await putToken(stage);
  const context: OwnContext = {
    store,
    chain: port,
    ledger,
    outbox,
    settings: { network: NET, takeMs: TAKE_MS },
    verifier: pureVerifier,
    plans: () => Promise.resolve({ eco: 1, slow: 2, avg: 3, fast: 5 }),
    now: () => acts.clock,
    newId: () => randomUUID(),
  };
  const acts: ActsStage = {
    ...stage,
    script,
    address,
    session,
    clock: 1_000_000,
    give: async (value, units = 0n) => {
      const outpoint = chain.coin(value, script);
      const { height } = chain.tip;
      await store.db
        .insert(coins)
        .values({ outpoint, script: owner, value: sats(value), height, coinbase: false });
      if (units > 0n)
        await store.db
          .insert(mrc20Holdings)
          .values({ outpoint, asset: TOKEN, amount: amount(units), script: owner });
      return outpoint;
    },
    wallet: (points, toStranger, change) => {
      const made = paying(points, [
        { value: sats(toStranger), script: SCRIPT },
        { value: sats(change), script },
      ]);
      chain.push(made.raw);
      return made;
    },
    prepare: (params) => prepareOwn(context, session, { ...params, net: NET, address, publicKey }),
    sign: ({ transactions }) =>
      transactions.map(({ psbtRaw, toSignInputs }) => {
        const tx = WalletTx.fromPSBT(hexToBytes(psbtRaw));
        for (const { index, sighash } of toSignInputs) tx.signIdx(secret, index, [sighash]);
        return bytesToHex(tx.toPSBT(0));
      }),
    submit: ({ ownId, ...prepared }, psbtRaws = acts.sign(prepared), who = session) =>
      submitOwn(context, who, { net: NET, address: who.address, ownId, psbtRaws: [...psbtRaws] }),
    mined: async (...transactions) => {
      await stage.block(...transactions);
      const spent = transactions.flatMap(({ raw }) => pointsOf(raw));
      const { height: spentHeight } = chain.tip;
      await store.db.update(coins).set({ spentHeight }).where(inArray(coins.outpoint, spent));
    },
    sent: async (txid) => {
      const row = await stage.row({ txid });
      const raw = hexToBytes(row?.raw ?? '');
      return { ...read(raw), raw };
    },
  };
  return acts;
}

/** The code of the refusal; 'accepted' when there was none. */
export const refusalOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

function read(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const pointsOf = (raw: Uint8Array): Outpoint[] =>
  read(raw).inputs.map(({ txid, vout }) => `${txid}:${vout}` as Outpoint);

/** Signed with zeros: the fake chain checks no signature. */
function paying(points: readonly Outpoint[], outputs: readonly TxOutput[]): Made {
  const raw = RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: points.map((point) => {
      const { txid, vout: index } = splitOutpoint(point);
      return { txid: hexToBytes(txid), index, finalScriptSig: new Uint8Array(), sequence: 0xfffffffd };
    }),
    outputs: outputs.map(({ value, script }) => ({ amount: value, script })),
    witnesses: points.map(() => [new Uint8Array(64)]),
    lockTime: 0,
  });
  return { raw, txid: read(raw).txid };
}

async function putToken({ store }: Stage): Promise<void> {
  const supply = { mintCount: 1_000_000n, issued: amount(1_000_000n), height: 100 };
  await store.db.insert(mrc20Tokens).values(mrc20Row(DEPLOY, 'MAN', { tokenName: 'MAN', ...supply }));
}
