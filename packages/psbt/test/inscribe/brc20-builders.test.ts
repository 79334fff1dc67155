import { describe, expect, it } from 'vitest';
import { MAX_BRC20_AMOUNT, amount, encodeTransfer, encodeUtf8, outpoint } from '@rialto/protocols';
import type { Brc20Token } from '@rialto/protocols';
import {
  BRC20_CONTENT_TYPE,
  acceptChild,
  acceptCommit,
  planChildInscription,
  planDeploy,
  planMint,
  planSelfMint,
  planTransfer,
  publicKeyOf,
} from '../../src/index.ts';
import type { Brc20Request, InscriptionPlan } from '../../src/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { lockEnvelope } from '../../src/inscribe/envelope-script.ts';
import { checkReveal } from '../../src/inscribe/inscribe.ts';
import { envelopeInput } from '../../src/draft/leaf-input.ts';
import { World, transaction } from '../ledger-world.ts';
import { coin, mrc20On, user, pinOn, plainAsset, refusalOf, runeOn, walletSigns } from '../people.ts';

const revealKey = new Uint8Array(32).fill(6);
const ONE = 10n ** 18n;
const words = { display: 'Ordi', max: amount(21n * ONE), limit: amount(ONE), decimals: 2, selfMint: false };

describe.each(['p2wpkh', 'p2tr'] as const)('BRC-20 of a %s payer, through the ledgers', (kind) => {
  const ann = user('ann', kind);
  const world = new World();
  const request = (): Brc20Request => ({
    payer: { script: ann.script, key: ann.key, coins: world.fund(ann, 60_000n) },
    destination: ann.script,
    revealKey,
    feeRateSatVb: 2,
  });
  const mined = (plan: InscriptionPlan): void => {
    const commit = acceptCommit(plan, walletSigns(plan.commit.psbt, ann, plan.commit.toSign));
    world.mine(commit.raw, plan.reveal);
  };
  const token = (tick: string): Brc20Token => {
    const [found] = world.ledger.memory.rows.token.under(tick);
    if (found === undefined) throw new Error(`no ${tick}`);
    return found[1];
  };

  it('works: deploy, mint and transfer are what the ledger keeps', () => {
    mined(planDeploy(words, request()));
    expect(token('ordi')).toMatchObject({ display: 'Ordi', max: 21n * ONE, limit: ONE, decimals: 2 });
    mined(planMint({ tick: 'ordi', amount: amount(ONE), token: token('ordi') }, request()));
    expect(token('ordi').minted).toBe(ONE);
    const plan = planTransfer(
      { tick: 'ordi', amount: amount(ONE / 4n), token: token('ordi'), available: amount(ONE) },
      request(),
    );
    mined(plan);
    const { rows } = world.ledger.memory;
    expect(rows.lot.get(plan.inscriptionId)).toMatchObject({ amount: ONE / 4n, usedHeight: undefined });
    expect(world.coin(outpoint(plan.revealTxid, 0)).assets).toMatchObject([
      { id: plan.inscriptionId, offset: 0n },
    ]);
  });

  it('works: the deployer of a 5-byte tick mints it', () => {
    const own = {
      display: 'Mymkt',
      max: MAX_BRC20_AMOUNT,
      limit: MAX_BRC20_AMOUNT,
      decimals: 18,
      selfMint: true,
    };
    const deploy = planDeploy(own, request());
    mined(deploy);
    const parent = { id: deploy.inscriptionId, coin: world.coin(outpoint(deploy.revealTxid, 0)) };
    const plan = planSelfMint(
      { tick: 'mymkt', amount: amount(5n * ONE), token: token('mymkt') },
      { ...request(), parent },
    );
    const done = acceptChild(plan, {
      commit: walletSigns(plan.commit.psbt, ann, plan.commit.toSign),
      reveal: walletSigns(plan.reveal.psbt, ann, plan.reveal.toSign),
    });
    world.mine(done.commit.raw, done.reveal.raw);
    expect(token('mymkt').minted).toBe(5n * ONE);
  });
});

describe('BRC-20 builders assert and refuse', () => {
  const ann = user('ann', 'p2tr');
  const payer = { script: ann.script, key: ann.key, coins: [coin('money', ann, 60_000n)] };
  const request: Brc20Request = { payer, destination: ann.script, revealKey, feeRateSatVb: 2 };

  it('a deploy that would not be read as it is meant', () => {
    const code = (change: Partial<typeof words>, isTaken = false): string =>
      refusalOf(() => planDeploy({ ...words, ...change }, request, isTaken));
    expect(code({})).toBe('accepted');
    expect(code({}, true)).toBe('bad-request');
    for (const display of ['ord', 'ordinal', 'or\0i', 'ordix']) expect(code({ display })).toBe('bad-request');
    expect(code({ max: amount(0n) })).toBe('bad-request');
    expect(code({ limit: amount(0n) })).toBe('bad-request');
    expect(code({ limit: amount(1n) })).toBe('bad-request');
    expect(code({ max: amount(MAX_BRC20_AMOUNT + 1n) })).toBe('bad-request');
    expect(code({ decimals: 19 })).toBe('bad-request');
    expect(code({ selfMint: true })).toBe('bad-request');
  });

  it('a mint and a transfer that would give nothing', () => {
    const token = { max: amount(10n * ONE), limit: amount(ONE), minted: amount(0n), decimals: 2 };
    const mint = (units: bigint, change: Partial<typeof token> = {}, tick = 'ordi'): string =>
      refusalOf(() => planMint({ tick, amount: amount(units), token: { ...token, ...change } }, request));
    expect(mint(ONE)).toBe('accepted');
    expect(mint(0n)).toBe('bad-request');
    expect(mint(ONE + ONE / 100n)).toBe('bad-request');
    expect(mint(ONE / 1000n)).toBe('bad-request');
    expect(mint(ONE, { minted: token.max })).toBe('bad-request');
    expect(mint(ONE, {}, 'mymkt')).toBe('bad-request');
    const send = (units: bigint, available = ONE): string =>
      refusalOf(() =>
        planTransfer({ tick: 'ordi', amount: amount(units), token, available: amount(available) }, request),
      );
    expect(send(ONE)).toBe('accepted');
    expect(send(0n)).toBe('bad-request');
    expect(send(ONE / 1000n)).toBe('bad-request');
    expect(send(ONE, ONE - 1n)).toBe('insufficient-funds');
  });

  it('a parent that carries what follows no sat', () => {
    const id = plainAsset('deploy').id;
    for (const asset of [runeOn(840_000, 1n), mrc20On('MAN', 1n), pinOn('p')]) {
      const parent = { id, coin: coin('parent', ann, 546n, [plainAsset('deploy'), asset]) };
      const child = { ...request, parent, contentType: 'text/plain', body: new Uint8Array(1) };
      expect(refusalOf(() => planChildInscription(child))).toBe('lot-mixed');
      const mint = { tick: 'ordi', amount: amount(ONE) };
      expect(refusalOf(() => planSelfMint(mint, { ...request, parent }))).toBe('bad-request');
    }
  });

  it('the assertion fires when a reveal would do anything else', () => {
    const plan = planTransfer({ tick: 'ordi', amount: amount(ONE) }, request);
    const reveal = transaction(plan.reveal);
    const vout = plan.draft.outputs.length - 1;
    const output = plan.draft.outputs[vout];
    const [home] = reveal.outputs;
    if (output === undefined || home === undefined) throw new Error('no reveal');
    const coinOfCommit = { ...output, outpoint: outpoint(plan.commit.txid, vout), assets: [] };
    const body = encodeUtf8(encodeTransfer('ordi', amount(ONE))) ?? new Uint8Array();
    const lock = lockEnvelope(publicKeyOf(revealKey).slice(1), { contentType: BRC20_CONTENT_TYPE, body });
    const draft: Draft = { inputs: [envelopeInput(coinOfCommit, lock)], outputs: [home] };
    expect(() => checkReveal(reveal, draft)).not.toThrow();
    const stranger = { ...home, script: user('bob', 'p2tr').script };
    expect(() => checkReveal(reveal, { ...draft, outputs: [stranger] })).toThrow('nothing else');
    expect(() => checkReveal({ ...reveal, outputs: [stranger] }, draft)).toThrow('nothing else');
    const shown = (witness: readonly Uint8Array[]): string =>
      refusalOf(() =>
        checkReveal({ ...reveal, inputs: reveal.inputs.map((one) => ({ ...one, witness })) }, draft),
      );
    const [signature, leaf, controlBlock] = reveal.inputs[0]?.witness ?? [];
    if (signature === undefined || leaf === undefined || controlBlock === undefined)
      throw new Error('no leaf');
    expect(shown([signature, leaf, controlBlock])).toBe('accepted');
    expect(shown([signature])).toBe('script-not-allowed');
    expect(shown([signature, Uint8Array.of(...leaf, 0x75), controlBlock])).toBe('script-not-allowed');
    expect(shown([signature, leaf, controlBlock, Uint8Array.of(0x50)])).toBe('script-not-allowed');
  });
});
