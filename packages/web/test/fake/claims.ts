/** Claims as an exchange prepares them, honest or not, for tests of what the page says of them. */
import type { AnswerOf } from '@rialto/contract';
import { coinToWire } from '@rialto/contract';
import { restockFee } from '@rialto/market';
import { amount, bytesToHex, encipher, hexToBytes, inscriptionId, outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin, RuneAsset, Txid } from '@rialto/protocols';
import { Transaction } from '@scure/btc-signer';
import { cleanCoin, id, user } from './people.ts';

export type PreparedClaim = AnswerOf<'prepareClaim'>;

export const CLAIMER = user(41, 'p2tr');
export const OTHER = user(43, 'p2tr');
const POT = user(42, 'p2tr');
export const RATE = 2;
export const CLAIM_ID = '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0042';
export const RUNE = { assetId: 'rune:100:1', tick: 'PLAINFERN', coinDecimalNum: 2 };
export const BRC20 = { assetId: `brc20:${'c'.repeat(64)}i0`, tick: 'marl', coinDecimalNum: 18 };
const OWN = cleanCoin(CLAIMER, 1, 50_000n);
const FEE = 420n;
const ON_COIN = 546n;

const runes = (units: bigint): RuneAsset => ({
  ...{ kind: 'rune', asset: RUNE.assetId as AssetId, name: RUNE.tick, divisibility: RUNE.coinDecimalNum },
  amount: amount(units),
});
const potCoin = (value: bigint, assets: Coin['assets']): Coin => ({
  ...{
    outpoint: outpoint(id(7, 'f') as Txid, 0),
    value: sats(value),
    script: POT.script,
    assets,
    height: 100,
  },
});

interface Output {
  readonly script: Uint8Array;
  readonly value: bigint;
}

function bytesOf(coins: readonly Coin[], outputs: readonly Output[]): string {
  const tx = new Transaction({ version: 2, allowUnknownOutputs: true });
  for (const { outpoint: point, value, script } of coins) {
    const [txid = '', index = ''] = point.split(':');
    tx.addInput({
      ...{ txid: hexToBytes(txid), index: Number(index), sequence: 0xfffffffd },
      witnessUtxo: { script, amount: value },
    });
  }
  for (const { script, value } of outputs) tx.addOutput({ script, amount: value });
  return bytesToHex(tx.toPSBT(0));
}

interface Asked {
  /** What the transaction really brings. */
  readonly brings: bigint;
  /** What the exchange says it brings. */
  readonly says?: bigint;
  readonly fee?: bigint;
  /** Sat to somebody else, out of the claimer's own. */
  readonly astray?: bigint;
}

function told(
  coins: readonly Coin[],
  outputs: readonly Output[],
  { brings, says = brings, fee = FEE }: Asked,
) {
  return {
    ...{ claimId: CLAIM_ID, campaign: 'swap-fees', rewardAmount: says.toString(), epochs: [0, 1] },
    ...{ rawPsbt: bytesOf(coins, outputs), toSignInputs: [{ index: 0, sighash: 0 }] },
    ...{
      coins: coins.map(coinToWire),
      minerFee: fee.toString(),
      inscriptionFee: '0',
      expiresAt: Date.now() + 60_000,
    },
  } satisfies PreparedClaim;
}

const strangers = (astray: bigint): Output[] =>
  astray === 0n ? [] : [{ script: OTHER.script, value: astray }];

/** Of bitcoin: reward and change are one output. */
export function claimOfSats(asked: Asked): PreparedClaim {
  const { brings, fee = FEE, astray = 0n } = asked;
  const pot = potCoin(1_000_000n, []);
  const outputs = [
    { script: CLAIMER.script, value: OWN.value + brings - fee - astray },
    { script: POT.script, value: pot.value - brings },
    ...strangers(astray),
  ];
  return told([OWN, pot], outputs, asked);
}

/** Of BRC-20: each lot on a coin of the pot, all on one output; change; what new lots cost, to the pot. */
export function claimOfLots({
  says,
  ...asked
}: Omit<Asked, 'brings'> & { readonly lots: readonly bigint[] }): PreparedClaim {
  const { lots, fee = FEE, astray = 0n } = asked;
  const restock = restockFee(lots.length, RATE);
  const coins = lots.map((units, at): Coin => ({
    ...potCoin(ON_COIN, [lotOf(units, at)]),
    outpoint: outpoint(id(8, 'e') as Txid, at),
  }));
  const outputs = [
    { script: CLAIMER.script, value: ON_COIN * BigInt(lots.length) },
    { script: CLAIMER.script, value: OWN.value - fee - restock - astray },
    { script: POT.script, value: restock },
    ...strangers(astray),
  ];
  const brings = lots.reduce((sum, one) => sum + one, 0n);
  return {
    ...told([...coins, OWN], outputs, { brings, fee, ...(says === undefined ? {} : { says }) }),
    ...{ epochs: [], toSignInputs: [{ index: lots.length, sighash: 0 }], inscriptionFee: restock.toString() },
  };
}

const lotOf = (units: bigint, at: number): Coin['assets'][number] => ({
  ...{ kind: 'inscription', id: inscriptionId(id(9 + at, 'd') as Txid, 0), offset: sats(0n) },
  transfer: { asset: BRC20.assetId as AssetId, tick: BRC20.tick, amount: amount(units) },
});

/** Of a rune: the coin it comes on, what stays of the pot, change, message. */
export function claimOfRunes(asked: Asked): PreparedClaim {
  const { brings, fee = FEE, astray = 0n } = asked;
  const pot = potCoin(10_000n, [runes(90_000n)]);
  const edicts = [{ id: '100:1', amount: brings, output: 0 }];
  const script = encipher({ edicts, etching: undefined, mint: undefined, pointer: 1 } as never);
  const outputs = [
    { script: CLAIMER.script, value: ON_COIN },
    { script: POT.script, value: pot.value },
    { script: CLAIMER.script, value: OWN.value - ON_COIN - fee - astray },
    { script, value: 0n },
    ...strangers(astray),
  ];
  return told([OWN, pot], outputs, asked);
}
