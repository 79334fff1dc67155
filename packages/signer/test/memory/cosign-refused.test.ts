/** When nothing is signed although the take is good: beyond a limit of the hour, after a stop, for one who has hung up. */
import { describe, expect, it } from 'vitest';
import { cosign } from '../../src/cosign/cosign.ts';
import type { CosignParts } from '../../src/cosign/cosign.ts';
import { deal, requestOf } from './deals.ts';
import type { Deal } from './deals.ts';
import { coin, operator } from './people.ts';
import { HUGE, NOW, openStage } from './stage.ts';
import { answer } from './world.ts';

const here = (): boolean => false;
const asked = (parts: CosignParts, given: Deal): Promise<string> =>
  answer(cosign(parts, requestOf(given), here));

describe('nothing is signed', () => {
  const refused = async (more: Partial<CosignParts>, gone = here): Promise<string> => {
    const given = deal();
    const { parts, recall } = await openStage([given], more);
    const said = await answer(cosign(parts, requestOf(given), gone));
    expect(recall.size).toBe(said === 'accepted' ? 2 : 1);
    return said;
  };

  it('beyond a limit of the hour', async () => {
    // The stock's own line is one signature, its fee 90 sat; the pad stakes 600.
    expect(await refused({ limits: { ...HUGE, signatures: 2 } })).toBe('accepted');
    expect(await refused({ limits: { ...HUGE, signatures: 1 } })).toBe('limit-reached');
    expect(await refused({ limits: { ...HUGE, stake: 600n } })).toBe('accepted');
    expect(await refused({ limits: { ...HUGE, stake: 599n } })).toBe('limit-reached');
    expect(await refused({ limits: { ...HUGE, stockFees: 90n } })).toBe('accepted');
    expect(await refused({ limits: { ...HUGE, stockFees: 89n } })).toBe('limit-reached');
  });

  it('after a stop, not even one that came while it was checked', async () => {
    expect(await refused({ stopped: () => true })).toBe('trading-stopped');
    let times = 0;
    expect(await refused({ stopped: () => (times += 1) === 2 })).toBe('trading-stopped');
    const given = deal();
    const { parts } = await openStage([given]);
    const seen: string[] = [];
    const asking = { ...parts.world, chain: { ...parts.world.chain } };
    asking.chain.unspentAt = (points) => {
      seen.push('asked');
      return parts.world.chain.unspentAt(points);
    };
    expect(await asked({ ...parts, world: asking, stopped: () => true }, given)).toBe('trading-stopped');
    expect(seen).toEqual([]);
  });

  it('for one who has hung up, the same take again neither', async () => {
    expect(await refused({}, () => true)).toBe('signer-refused');
    const given = deal();
    const { parts } = await openStage([given]);
    const request = requestOf(given);
    await cosign(parts, request, here);
    expect(await answer(cosign(parts, request, () => true))).toBe('signer-refused');
    expect(await answer(cosign({ ...parts, stopped: () => true }, request, here))).toBe('trading-stopped');
  });

  it('twice what one hour may stake', async () => {
    const first = deal();
    const second = deal({ pad: coin('another pad', operator(), 601n) });
    const { parts, recall } = await openStage([first, second], { limits: { ...HUGE, stake: 1200n } });
    expect(await asked(parts, first)).toBe('accepted');
    // It has the first one's lot and money too; what stops it is the limit.
    expect(recall.usage(NOW).stake).toBe(600n);
    expect(await asked(parts, second)).toBe('limit-reached');
    expect(await asked({ ...parts, limits: { ...HUGE, stake: 1201n } }, second)).toBe('accepted');
  });
});
