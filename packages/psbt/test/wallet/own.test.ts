import { schnorr } from '@noble/curves/secp256k1.js';
import { Transaction as LibraryTx } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import {
  amount,
  decodeBrc20,
  envelopesOf,
  isFlaw,
  readTransaction,
  sats,
  virtualSize,
} from '@rialto/protocols';
import type { Coin, Transaction } from '@rialto/protocols';
import {
  acceptCancel,
  acceptCommit,
  buildCancel,
  effects,
  partyOf,
  planCancel,
  planDeploy,
  planFanOut,
  planInscription,
  planMint,
  planTransfer,
  revealedCoin,
  signFanOut,
} from '../../src/index.ts';
import { transactionOf, bodyOf } from '../../src/draft/draft.ts';
import { acceptOwn, ownDraft } from '../../src/draft/own-transaction.ts';
import { edit, put, sign } from '../tx/forge.ts';
import { coin, lot, user, plainAsset, refusalOf, transferAsset, walletSigns } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;

function transaction(raw: Uint8Array): Transaction {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

describe.each(kinds)('hard cancel by a %s owner', (kind) => {
  const owner = user('owner', kind);
  const stranger = user('stranger', kind);
  const sold = lot('lot', owner, 546n);
  const request = {
    lot: sold,
    coins: [sold, coin('money', owner, 9000n)],
    ownerScript: owner.script,
    ownerKey: owner.key,
    feeRateSatVb: 3.5,
  };
  const plan = planCancel(request);
  const built = buildCancel(plan);
  const signed = walletSigns(built.psbt, owner, built.toSign);

  it('works: the lot comes home to output 0 and is used up', () => {
    const done = acceptCancel(plan, signed);
    const found = effects(transaction(done.raw), [sold, ...plan.payments]);
    expect(partyOf(found, owner.script).gets[0]).toMatchObject({ index: 0, offset: 0n });
    expect(found.parties).toHaveLength(1);
    expect(found.fee).toBe(built.fee);
    expect(built.fee).toBe(BigInt(Math.ceil(built.vsize * 3.5)));
    expect(built.toSign).toHaveLength(2);
  });

  const outputs = [{ value: sold.value, script: owner.script }];
  if (plan.change !== undefined) outputs.push({ value: plan.change, script: owner.script });

  it('asserts: every input is the owner’s, signed with ALL or DEFAULT, for this transaction', () => {
    expect(refusalOf(() => acceptCancel(plan, built.psbt))).toBe('signature-missing');
    expect(refusalOf(() => acceptCancel({ ...plan, change: sats(1000n) }, signed))).toBe('psbt-changed');
    for (const some of [built.toSign.slice(1), built.toSign.slice(0, 1)])
      expect(refusalOf(() => acceptCancel(plan, walletSigns(built.psbt, owner, some)))).toBe('not-finalized');
    const weak = edit(signed, (raw) => {
      const spending = {
        tx: bodyOf(ownDraft([sold, ...plan.payments], outputs)),
        coins: [sold, ...plan.payments],
      };
      put(raw, 0, owner, sign(spending, 0, owner, 0x83));
    });
    expect(refusalOf(() => acceptCancel(plan, weak))).toBe('sighash-not-allowed');
  });

  it('refuses: another’s lot, another key, an unconfirmed lot, no money', () => {
    expect(refusalOf(() => planCancel({ ...request, ownerScript: stranger.script }))).toBe('not-yours');
    expect(refusalOf(() => planCancel({ ...request, ownerKey: stranger.key }))).toBe('not-yours');
    const { height: _, ...waiting } = sold;
    expect(refusalOf(() => planCancel({ ...request, lot: waiting }))).toBe('coin-unconfirmed');
    expect(refusalOf(() => planCancel({ ...request, coins: [sold] }))).toBe('insufficient-funds');
  });

  it('the assertion fires when an asset would leave its owner or end in the fee', () => {
    const pay = (outputs: Parameters<typeof ownDraft>[1], assets: Coin['assets']) => {
      const rich = coin('rich', owner, 5000n, assets);
      const draft = ownDraft([rich], outputs);
      const psbt = walletSigns(buildOf(draft), owner, [{ index: 0, sighash: kind === 'p2tr' ? 0 : 1 }]);
      return () => acceptOwn(draft, psbt);
    };
    const buildOf = (draft: ReturnType<typeof ownDraft>): Uint8Array => {
      const tx = new LibraryTx({ allowUnknownOutputs: true });
      for (const [at, input] of bodyOf(draft).inputs.entries()) {
        const spent = draft.inputs[at]?.coin;
        if (spent === undefined) continue;
        tx.addInput({
          txid: input.txid,
          index: input.vout,
          sequence: input.sequence,
          witnessUtxo: { amount: spent.value, script: spent.script },
          ...(kind === 'p2tr' ? { tapInternalKey: owner.key.slice(1) } : {}),
        });
      }
      for (const output of draft.outputs) tx.addOutput({ amount: output.value, script: output.script });
      return tx.toPSBT(0);
    };
    const home = { value: sats(4000n), script: owner.script };
    const away = { value: sats(4000n), script: stranger.script };
    expect(pay([home], [plainAsset('a')])).not.toThrow();
    expect(pay([away], [plainAsset('a')])).toThrow('stays with its owner');
    expect(pay([home], [plainAsset('a', 4500n)])).toThrow('fee');
  });
});

describe('inscribing', () => {
  const revealKey = new Uint8Array(32).fill(7);
  const payer = user('payer', 'p2wpkh');
  const request = {
    payer: { script: payer.script, key: payer.key, coins: [coin('money', payer, 50_000n)] },
    destination: payer.script,
    revealKey,
    feeRateSatVb: 2,
  };

  it.each(kinds)('works for a %s payer: the reveal spends the commit and carries the body', (kind) => {
    const who = user('payer', kind);
    const plan = planTransfer(
      { tick: 'ordi', amount: amount(5n * 10n ** 18n) },
      {
        ...request,
        payer: { script: who.script, key: who.key, coins: [coin('money', who, 50_000n)] },
        destination: who.script,
      },
    );
    const commit = acceptCommit(plan, walletSigns(plan.commit.psbt, who, plan.commit.toSign));
    expect(commit.txid).toBe(plan.commit.txid);
    const reveal = transaction(plan.reveal);
    const committed = transaction(commit.raw).outputs[1];
    expect(reveal.inputs[0]).toMatchObject({ txid: commit.txid, vout: 1 });
    expect(reveal.outputs).toEqual([{ value: 546n, script: who.script }]);
    expect(plan.inscriptionId).toBe(`${reveal.txid}i0`);
    const [envelope, more] = envelopesOf(reveal);
    expect(more).toBeUndefined();
    expect(envelope).toMatchObject({ input: 0, offset: 0, pushnum: false, stutter: false });
    const op = decodeBrc20('text/plain;charset=utf-8', envelope?.body ?? new Uint8Array());
    expect(op).toMatchObject({ op: 'transfer', tick: 'ordi', amount: '5' });
    expect((committed?.value ?? 0n) - 546n).toBe(plan.fees.reveal);
    expect(plan.fees.reveal).toBe(BigInt(2 * virtualSize(reveal)));
    expect(plan.total).toBe(plan.fees.commit + plan.fees.reveal + 546n);
    expect(revealedCoin(plan)).toMatchObject({ value: 546n, outpoint: `${reveal.txid}:0` });
  });

  it('change is output 0 of the commit: what an index might miss returns home', () => {
    const plan = planMint({ tick: 'ordi', amount: amount(10n ** 18n) }, request);
    expect(transactionOf(bodyOf(plan.draft)).outputs[0]?.script).toEqual(payer.script);
  });

  it('a body over 520 bytes is pushed in pieces; an empty one is a body too', () => {
    for (const size of [0, 75, 76, 255, 256, 520, 521, 5000]) {
      const plan = planInscription({
        ...request,
        contentType: 'text/plain',
        body: new Uint8Array(size).fill(65),
      });
      const [envelope] = envelopesOf(transaction(plan.reveal));
      expect(envelope?.body?.length).toBe(size);
    }
  });

  it('deploys', () => {
    const plan = planDeploy(
      {
        display: 'ORDI',
        max: amount(21n * 10n ** 18n),
        limit: amount(10n ** 18n),
        decimals: 18,
        selfMint: false,
      },
      request,
    );
    expect(envelopesOf(transaction(plan.reveal))).toHaveLength(1);
  });

  it('asserts and refuses', () => {
    const plan = planMint({ tick: 'ordi', amount: amount(10n ** 18n) }, request);
    expect(refusalOf(() => acceptCommit(plan, plan.commit.psbt))).toBe('signature-missing');
    const other = planMint({ tick: 'ordj', amount: amount(10n ** 18n) }, request);
    const signed = walletSigns(other.commit.psbt, payer, other.commit.toSign);
    expect(refusalOf(() => acceptCommit(plan, signed))).toBe('psbt-changed');
    const planned = (change: Partial<Parameters<typeof planInscription>[0]>): string =>
      refusalOf(() =>
        planInscription({ ...request, contentType: 'text/plain', body: new Uint8Array(1), ...change }),
      );
    expect(planned({ postage: sats(545n) })).toBe('too-small');
    expect(planned({ destination: Uint8Array.of(0x51) })).toBe('script-not-allowed');
    expect(planned({ body: new Uint8Array(400_000) })).toBe('too-large');
    expect(planned({ contentType: '' })).toBe('bad-request');
    expect(planned({ payer: { ...request.payer, key: user('x', 'p2tr').key } })).toBe('not-yours');
    expect(planned({ payer: { ...request.payer, coins: [] } })).toBe('insufficient-funds');
    expect(() => planned({ revealKey: new Uint8Array(31) })).toThrow();
  });

  it('the library agrees with the reveal’s script-path signature', () => {
    const plan = planMint({ tick: 'ordi', amount: amount(10n ** 18n) }, request);
    const committed = transactionOf(bodyOf(plan.draft)).outputs[1];
    const raw = LibraryTx.fromRaw(plan.reveal, { allowUnknownInputs: true });
    const [signature, leaf] = transaction(plan.reveal).inputs[0]?.witness ?? [];
    if (committed === undefined || signature === undefined || leaf === undefined)
      throw new Error('not a reveal');
    const digest = raw.preimageWitnessV1(0, [committed.script], 0, [committed.value], undefined, leaf, 0xc0);
    expect(schnorr.verify(signature, digest, schnorr.getPublicKey(revealKey))).toBe(true);
  });
});

describe.each(kinds)('fan-out by a %s key', (kind) => {
  const keeper = user('keeper', kind);
  const request = {
    coins: [coin('stock', keeper, 100_000n)],
    script: keeper.script,
    count: 20,
    value: sats(600n),
    feeRateSatVb: 1.25,
  };

  it('works: equal coins first, change last, and the fee is the size’s', () => {
    const plan = planFanOut(request);
    const tx = transaction(signFanOut(plan, keeper.secret).raw);
    expect(tx.outputs).toHaveLength(21);
    expect(tx.outputs.slice(0, 20).every((output) => output.value === 600n)).toBe(true);
    expect(plan.vsize - virtualSize(tx)).toBeLessThanOrEqual(1);
    expect(plan.fee).toBe(BigInt(Math.ceil(plan.vsize * 1.25)));
  });

  it('asserts and refuses: another key, counts, dust, no coins, coins with assets', () => {
    expect(() => signFanOut(planFanOut(request), user('other', kind).secret)).toThrow('invariant');
    expect(refusalOf(() => planFanOut({ ...request, count: 0 }))).toBe('bad-request');
    expect(refusalOf(() => planFanOut({ ...request, count: 101 }))).toBe('bad-request');
    expect(refusalOf(() => planFanOut({ ...request, value: sats(545n) }))).toBe('too-small');
    expect(refusalOf(() => planFanOut({ ...request, coins: [] }))).toBe('insufficient-funds');
    const full = coin('full', keeper, 100_000n, [transferAsset('t')]);
    expect(refusalOf(() => planFanOut({ ...request, coins: [full] }))).toBe('insufficient-funds');
  });
});
