/** What the signer says of the bridge without paying anybody. */
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { bridgeKeys } from '../../src/bridge/keys.ts';
import { handleBridge } from '../../src/bridge/requests.ts';
import { openStage, told } from './stage.ts';

type Told = Readonly<Record<string, string>>;

describe('keys', () => {
  it('are told before an asset is there, each by its name', async () => {
    const stage = await openStage({ assets: ['btc', 'rune'] });
    const btc = await told<Told>(stage.ask({ op: 'bridgeKeys', asset: 'btc' }));
    const other = await told<Told>(stage.ask({ op: 'bridgeKeys', asset: 'not-yet' }));
    const own = ['lockedKey', 'lockedScript', 'stockHash', 'inletHash'];
    for (const name of own) expect(btc[name]).not.toBe(other[name]);
    for (const name of ['feeKey', 'feeScript', 'feeHash']) expect(btc[name]).toBe(other[name]);
    expect(new Set(Object.values(btc)).size).toBe(7);
    // By the names of the paper: whoever has the file brings everything back.
    const secret = createHmac('sha256', new Uint8Array(32).fill(0x0b)).update('bridge btc locked').digest();
    const { locked } = bridgeKeys(new Uint8Array(32).fill(0x0b), 'btc');
    expect(Buffer.from(locked.secret).equals(secret)).toBe(true);
    expect(btc['lockedScript']).toMatch(/^5120[0-9a-f]{64}$/);
  });

  it('are not made where they may not be', async () => {
    const stage = await openStage();
    rmSync(join(stage.directory, 'bridge.key'));
    stage.restart();
    await expect(stage.ask({ op: 'bridgeKeys', asset: 'btc' })).rejects.toThrow(/no bridge key/);
    expect(existsSync(join(stage.directory, 'bridge.key'))).toBe(false);
  });
});

describe('assets', () => {
  it('are those whose files can be read, with the hash of their bytes', async () => {
    const stage = await openStage({ assets: ['btc', 'rune'] });
    mkdirSync(join(stage.directory, 'bridge'), { recursive: true });
    writeFileSync(join(stage.directory, 'bridge', 'odd.json'), '{}');
    writeFileSync(join(stage.directory, 'STOP-bridge-rune'), '');
    const { assets, stopped } = await told<{ assets: readonly Told[]; stopped: string }>(
      stage.ask({ op: 'bridgeAssets' }),
    );
    const bytes = readFileSync(join(stage.directory, 'bridge', 'btc.json'));
    expect(assets).toMatchObject([
      { asset: 'btc', paused: false, file: createHash('sha256').update(bytes).digest('hex') },
      { asset: 'rune', paused: true },
    ]);
    expect(stopped).toBe('no');
    writeFileSync(join(stage.directory, 'STOP-bridge-mvc'), '');
    expect(await told(stage.ask({ op: 'bridgeAssets' }))).toMatchObject({ stopped: 'mvc-reorganised' });
    writeFileSync(join(stage.directory, 'STOP-bridge'), '');
    expect(await told(stage.ask({ op: 'bridgeAssets' }))).toMatchObject({ stopped: 'operator' });
  });
});

it('is closed where no node of MVC is named', async () => {
  const asked = handleBridge(undefined, { op: 'bridgeAssets' }, () => false);
  await expect(asked).rejects.toThrow(Refusal);
});
