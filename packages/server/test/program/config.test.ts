/** Settings: a private chain under another network's name is for tests on one's own machine, and free orders have limits. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';

const secret = join(mkdtempSync(join(tmpdir(), 'rialto-config-')), 'secret');
writeFileSync(secret, new Uint8Array(32));

const read = (more: Record<string, string>) => () =>
  readConfig({
    NETWORK: 'livenet',
    PUBLIC_ORIGIN: 'http://127.0.0.1:7780',
    DATABASE_URL: 'postgres://x',
    NODE_RPC_URL: 'http://127.0.0.1:8332',
    SIGNER_SOCKET: 'signer.sock',
    SERVER_SECRET_FILE: secret,
    FEE_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ...more,
  });

describe('PRETEND', () => {
  it('is off unless asked for', () => {
    expect(read({})().PRETEND).toBe('0');
  });
  it('is taken on this machine only', () => {
    expect(read({ PRETEND: '1' })().PRETEND).toBe('1');
    expect(read({ PRETEND: '1', HOST: '0.0.0.0' })).toThrow('PRETEND is for tests on this machine only');
    expect(read({ PRETEND: '1', PUBLIC_ORIGIN: 'https://rialto.example' })).toThrow('on this machine only');
  });
  it('does not bring what belongs to the private chain', () => {
    expect(read({ PRETEND: '1', DEVNET_URL: 'http://127.0.0.1:1' })).toThrow('private chain only');
  });
});

describe('addresses', () => {
  const TAPROOT = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
  const OF_TESTNET = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
  it('that are followed are none, one or several', () => {
    expect(read({})().FOLLOW_ADDRESSES).toEqual([]);
    expect(read({ FOLLOW_ADDRESSES: '' })().FOLLOW_ADDRESSES).toEqual([]);
    expect(
      read({ FOLLOW_ADDRESSES: ` ${TAPROOT}, bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4,` })()
        .FOLLOW_ADDRESSES,
    ).toEqual([TAPROOT, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']);
  });
  it('have to be of the network', () => {
    for (const wrong of [OF_TESTNET, `${TAPROOT} ${TAPROOT}`, `${TAPROOT.slice(0, -1)}q`, 'nothing at all'])
      expect(read({ FOLLOW_ADDRESSES: `${TAPROOT},${wrong}` })).toThrow('FOLLOW_ADDRESSES has something');
    expect(read({ FEE_ADDRESS: OF_TESTNET })).toThrow('FEE_ADDRESS is not');
  });
});

describe('free orders', () => {
  it('have limits, which an operator may set to nothing', () => {
    const usual = read({})();
    expect([usual.FREE_ORDERS_PER_ADDRESS_DAY, usual.FREE_ORDERS_PER_CALLER_DAY]).toEqual([5, 10]);
    expect(read({ FREE_ORDERS_PER_ADDRESS_DAY: '0' })().FREE_ORDERS_PER_ADDRESS_DAY).toBe(0);
    for (const wrong of ['-1', '1.5', 'many', '100000'])
      expect(read({ FREE_ORDERS_PER_CALLER_DAY: wrong })).toThrow('FREE_ORDERS_PER_CALLER_DAY');
  });
});

describe('purchases that wait, and those taken back', () => {
  it('have their usual measures; no number of voids is too many when the operator says so', () => {
    const { LATE_BLOCKS, VOID_LIMIT, VOID_BLOCKS, VOID_PAUSE_BLOCKS } = read({})();
    expect([LATE_BLOCKS, VOID_LIMIT, VOID_BLOCKS, VOID_PAUSE_BLOCKS]).toEqual([6, 3, 144, 6]);
    expect(read({ VOID_LIMIT: '0' })().VOID_LIMIT).toBe(0);
    expect([read({})().TAKES_WAITING, read({ TAKES_WAITING: '0' })().TAKES_WAITING]).toEqual([25, 0]);
    for (const wrong of ['0', '-1', '1.5']) expect(read({ LATE_BLOCKS: wrong })).toThrow('LATE_BLOCKS');
  });
});
