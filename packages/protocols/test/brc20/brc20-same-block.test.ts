/** A lot that moves in the block that made it: what its receiver had before must be loaded, or it would be lost. */
import { expect, test } from 'vitest';
import { amount, applyBrc20, brc20Asset, brc20Holders, encodeTransfer, encodeUtf8 } from '../../src/index.ts';
import type {
  Amount,
  Brc20Token,
  InscriptionEvent,
  InscriptionId,
  LocationRow,
  Outpoint,
  Sats,
  ScriptHex,
  Txid,
} from '../../src/index.ts';

const whole = (tokens: bigint): Amount => amount(tokens * 10n ** 18n);
const id = (digit: string): InscriptionId => `${digit.repeat(64)}i0` as InscriptionId;
const [ann, ben] = ['0014aa' as ScriptHex, '0014bb' as ScriptHex];
const asset = brc20Asset(id('1'));
const token: Brc20Token = {
  asset,
  deploy: id('1'),
  tick: 'ordi',
  display: 'ordi',
  max: whole(1_000n),
  limit: whole(1_000n),
  decimals: 0,
  selfMint: false,
  minted: whole(1_000n),
  burned: amount(0n),
  deployHeight: 1,
  deployer: ann,
  holders: 2,
  operations: 1,
  differences: [],
};
const place = (script: ScriptHex): LocationRow => ({
  outpoint: `${'2'.repeat(64)}:0` as Outpoint,
  offset: 0n as Sats,
  value: 546n as Sats,
  script,
});
const txid = '2'.repeat(64) as Txid;
const events: InscriptionEvent[] = [
  {
    kind: 'new',
    txid,
    id: id('2'),
    number: 2,
    curse: undefined,
    vindicated: false,
    unbound: false,
    asFee: false,
    contentType: 'text/plain',
    parents: [],
    to: place(ann),
    body: encodeUtf8(encodeTransfer('ordi', whole(5n))),
  },
  { kind: 'moved', txid, id: id('2'), from: place(ann).outpoint, to: place(ben) },
];

test('the receiver keeps what it had', () => {
  const known = { tokens: [token], lots: [] };
  const holders = brc20Holders(events, known);
  expect(holders).toContainEqual({ asset, script: ben });
  const held = { asset, available: whole(10n), transferable: amount(0n) };
  const balances = [ann, ben].flatMap((script) =>
    holders.some((holder) => holder.script === script) ? [{ ...held, script }] : [],
  );
  const { changes } = applyBrc20({ events, height: 2, chain: 'regtest', view: { ...known, balances } });
  const after = changes.flatMap((change) => (change.entity === 'balance' ? (change.after ?? []) : []));
  expect(after.map(({ script, available }) => [script, available])).toEqual([
    [ann, whole(5n)],
    [ben, whole(15n)],
  ]);
});
