/** What the signer knows is its journal: after a restart it knows the same, and one that was cut or is an older copy stops it. */
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hexToBytes } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { folder } from '../../folder.ts';
import { give, giveRequest, mineMvc, mintPaid, minted, pay, payRequest, redeemPaid, send } from '../exits.ts';
import { openStage, told, verdict } from '../stage.ts';

interface Signed {
  readonly exits: readonly { readonly id: string; readonly chain: string; readonly raw?: string }[];
}

describe('after a restart', () => {
  it('the same is answered alike, other builds are held against the first, and what was signed is told', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const [mint, redeem] = [mintPaid(stage), redeemPaid(stage)];
    const [one, two] = [await giveRequest(stage, mint, mint), payRequest(stage, redeem, redeem)];
    const answers = [await stage.ask(one), await stage.ask(two)];
    stage.restart();
    expect([await stage.ask(one), await stage.ask(two)]).toEqual(answers);
    const refund = payRequest(stage, mint, { kind: 'refund', terms: mint.terms, fee: 1 });
    expect(await verdict(stage.ask(refund))).toBe('bridge-exit-made');
    const { exits } = await told<Signed>(
      stage.ask({ op: 'bridgeSigned', deposits: [mint.deposit, redeem.deposit, mint.deposit] }),
    );
    expect(exits.map(({ chain }) => chain)).toEqual(['mvc', 'btc']);
    const [, paid] = answers;
    expect(paid?.ok === true && (paid.data as { raw: string }).raw).toBe(exits[1]?.raw);
    expect(stage.parts.journal.recall.size).toBe(3);
  });

  it('a line that was torn did not happen, and one that was cut stops it', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    const request = await giveRequest(stage, paid, paid);
    await stage.ask(request);
    const path = join(stage.directory, 'bridge.jsonl');
    const text = readFileSync(path, 'utf8');
    stage.end();
    truncateSync(path, text.length - 5);
    stage.restart();
    expect(stage.parts.journal.recall.size).toBe(0);
    expect(await verdict(stage.ask(request))).toBe('trading-stopped');
    const { stopped } = await told<{ stopped: string }>(stage.ask({ op: 'bridgeAssets' }));
    expect(stopped).toBe('operator');
    stage.end();
    writeFileSync(path, text);
    stage.restart();
    expect(await verdict(stage.ask(request))).toBe('signed');
  });

  it('an older copy stops it', async () => {
    const stage = await openStage();
    await minted(stage, 'btc', 900_000n);
    const path = join(stage.directory, 'bridge.jsonl');
    const older = readFileSync(path, 'utf8');
    const redeem = redeemPaid(stage);
    const paid = await pay(stage, redeem, redeem);
    const again = payRequest(stage, redeem, { ...redeem, fee: 1 });
    stage.btc.send(hexToBytes(paid.raw));
    stage.btc.mine(3);
    stage.end();
    writeFileSync(path, older);
    stage.restart();
    expect(await verdict(stage.ask(again))).toBe('trading-stopped');
  });

  it('an older copy of the whole folder stops it, where the count is on another disk', async () => {
    const elsewhere = folder();
    const counter = join(elsewhere, 'bridge.count');
    const stage = await openStage({ config: { BRIDGE_COUNTER_FILE: counter } });
    await minted(stage, 'btc', 900_000n);
    const older = readFileSync(join(stage.directory, 'bridge.jsonl'), 'utf8');
    const redeem = redeemPaid(stage);
    await pay(stage, redeem, redeem);
    stage.end();
    writeFileSync(join(stage.directory, 'bridge.jsonl'), older);
    expect(existsSync(join(stage.directory, 'bridge.count'))).toBe(false);
    stage.restart();
    const again = payRequest(stage, redeem, { ...redeem, fee: 1 });
    expect(await verdict(stage.ask(again))).toBe('trading-stopped');
  });

  it('an older copy is made whole by the one on another disk, and the other way', async () => {
    const copy = join(folder(), 'bridge.jsonl');
    const stage = await openStage({ config: { BRIDGE_JOURNAL_COPY: copy } });
    await minted(stage, 'btc', 900_000n);
    const path = join(stage.directory, 'bridge.jsonl');
    const older = readFileSync(path, 'utf8');
    const redeem = redeemPaid(stage);
    const request = payRequest(stage, redeem, redeem);
    const answer = await stage.ask(request);
    stage.end();
    const whole = readFileSync(path, 'utf8');
    expect(readFileSync(copy, 'utf8')).toBe(whole);
    // Torn besides.
    writeFileSync(path, older.slice(0, -7));
    stage.restart();
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(await stage.ask(request)).toEqual(answer);
    stage.end();
    writeFileSync(copy, '');
    stage.restart();
    expect(readFileSync(copy, 'utf8')).toBe(whole);
    expect(await verdict(stage.ask(payRequest(stage, redeem, { ...redeem, fee: 1 })))).toBe('signed');
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(path, 'utf8'));
    stage.end();
    writeFileSync(copy, whole.replace('payout', 'refund'));
    expect(() => {
      stage.restart();
    }).toThrow(/two pasts/);
  });

  it('one without its key does not go on with another', async () => {
    const stage = await openStage();
    const paid = mintPaid(stage);
    send(stage, await give(stage, paid, paid));
    mineMvc(stage, 3);
    writeFileSync(join(stage.directory, 'bridge.key'), `${'0c'.repeat(32)}\n`, { mode: 0o600 });
    stage.restart();
    const next = mintPaid(stage);
    const request = await giveRequest(stage, next, next);
    // What was paid to the old key is not on a script of the other one.
    expect(await verdict(stage.ask(request))).toBe('bridge-deposit-unknown');
  });
});
