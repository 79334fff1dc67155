import { schnorr } from '@noble/curves/secp256k1.js';
import { Transaction as LibraryTx } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import {
  amount,
  envelopesOf,
  inscriptionId,
  isFlaw,
  readInscriptionId,
  readTransaction,
  virtualSize,
} from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import { acceptChild, planSelfMint } from '../../src/index.ts';
import type { ChildRequest } from '../../src/index.ts';
import { edit, put } from '../tx/forge.ts';
import { coin, user, plainAsset, refusalOf, transferAsset, txid, walletSigns } from '../people.ts';

function transaction(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

const mint = { tick: 'mymkt', amount: amount(10n ** 18n) };

describe.each(['p2wpkh', 'p2tr'] as const)('self-mint by a %s deployer', (kind) => {
  const owner = user('deployer', kind);
  const parent = {
    id: inscriptionId(txid('deploy'), 0),
    coin: coin('parent', owner, 546n, [plainAsset('deploy', 545n)]),
  };
  const request: Omit<ChildRequest, 'contentType' | 'body'> = {
    payer: { script: owner.script, key: owner.key, coins: [coin('money', owner, 50_000n)] },
    destination: owner.script,
    revealKey: new Uint8Array(32).fill(9),
    feeRateSatVb: 3,
    parent,
  };
  const plan = planSelfMint(mint, request);
  const signed = {
    commit: walletSigns(plan.commit.psbt, owner, plan.commit.toSign),
    reveal: walletSigns(plan.reveal.psbt, owner, plan.reveal.toSign),
  };

  it('works: the first envelope of the first input names its parent, which comes home whole', () => {
    const done = acceptChild(plan, signed);
    const reveal = transaction(done.reveal.raw);
    const [envelope, more] = envelopesOf(reveal);
    expect(more).toBeUndefined();
    expect(envelope).toMatchObject({ input: 0, offset: 0, pushnum: false });
    expect(envelope?.parents.map(readInscriptionId)).toEqual([parent.id]);
    expect(reveal.outputs.map((output) => output.value)).toEqual([546n, 546n]);
    expect(plan.inscriptionId).toBe(`${done.reveal.txid}i0`);
    expect(done.commit.txid).toBe(plan.commit.txid);
    const fee = plan.fees.reveal;
    expect(fee).toBeGreaterThanOrEqual(BigInt(virtualSize(reveal) * 3));
    expect(fee).toBeLessThanOrEqual(BigInt((virtualSize(reveal) + 4) * 3));
  });

  it('the library computes the same digests for both of our inputs', () => {
    const tx = LibraryTx.fromRaw(acceptChild(plan, signed).reveal.raw, { allowUnknownInputs: true });
    const coins = plan.revealDraft.inputs.map((input) => input.coin);
    const scripts = coins.map((one) => one.script);
    const values = coins.map((one) => one.value);
    const [signature, leaf] = plan.ours.envelope;
    const [keyPath] = plan.ours.fee;
    const outputKey = scripts[0]?.subarray(2);
    if (signature === undefined || leaf === undefined || keyPath === undefined || outputKey === undefined) {
      throw new Error('not a reveal');
    }
    const scriptDigest = tx.preimageWitnessV1(0, scripts, 0, values, undefined, leaf, 0xc0);
    expect(schnorr.verify(signature, scriptDigest, schnorr.getPublicKey(request.revealKey))).toBe(true);
    expect(schnorr.verify(keyPath, tx.preimageWitnessV1(2, scripts, 0, values), outputKey)).toBe(true);
  });

  it('asserts and refuses', () => {
    const code = (change: Partial<typeof signed>): string =>
      refusalOf(() => acceptChild(plan, { ...signed, ...change }));
    expect(code({ reveal: plan.reveal.psbt })).toBe('signature-missing');
    expect(code({ commit: plan.commit.psbt })).toBe('signature-missing');
    expect(code({ reveal: signed.commit })).toBe('psbt-changed');
    const junk = edit(signed.reveal, (raw) => {
      put(raw, 1, owner, new Uint8Array(kind === 'p2tr' ? 64 : 71).fill(1));
    });
    expect(code({ reveal: junk })).toMatch(/signature-invalid|psbt-malformed/);
    const planned = (change: Partial<ChildRequest['parent']>): string =>
      refusalOf(() => planSelfMint(mint, { ...request, parent: { ...parent, ...change } }));
    expect(planned({ id: inscriptionId(txid('another'), 0) })).toBe('bad-request');
    const mixed = { ...parent.coin, assets: [...parent.coin.assets, transferAsset('t')] };
    expect(planned({ coin: mixed })).toBe('lot-mixed');
    expect(planned({ coin: coin('parent', user('x', kind), 546n, parent.coin.assets) })).toBe('not-yours');
    const { height: _, ...waiting } = parent.coin;
    expect(planned({ coin: waiting })).toBe('coin-unconfirmed');
  });

  it('the assertion fires when the parent would not come home whole, or the fee coin is unsigned', () => {
    const lost = { ...parent.coin, assets: [plainAsset('other')] };
    expect(() => acceptChild({ ...plan, parent: { ...parent, coin: lost } }, signed)).toThrow('invariant');
    expect(() => acceptChild({ ...plan, ours: { ...plan.ours, fee: [] } }, signed)).toThrow('invariant');
  });
});
