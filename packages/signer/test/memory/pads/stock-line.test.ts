/** A line of the stock leads to the very transaction that was signed, and to no other. */
import { bytesToHex } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { resign } from '../../../src/pads/stock-transaction.ts';
import { stranger } from '../people.ts';
import { feeAt, money, openStock } from './stock-stage.ts';

describe('a line of the stock', () => {
  it('leads to the very transaction that was sent', async () => {
    const stock = openStock([money('m', 30_000n), money('n', 25_000n)], { padValue: 6000n });
    await stock.refill();
    const [line] = stock.recall.stock();
    if (line === undefined) throw new Error('a line');
    expect(line.coins).toHaveLength(2);
    expect(bytesToHex(resign(line, stock.parts.key))).toBe(bytesToHex(stock.sent[0] ?? new Uint8Array()));
  });

  it('without change too', async () => {
    const stock = openStock([money('m', 4800n + feeAt(3, 8) + 5n)]);
    await stock.refill();
    const [line] = stock.recall.stock();
    expect(stock.last().outputs).toHaveLength(8);
    if (line === undefined) throw new Error('a line');
    expect(resign(line, stock.parts.key)).toEqual(stock.sent[0]);
    expect(line.stake).toBe(`${feeAt(3, 8) + 5n}`);
  });

  it('that was tampered with leads to none', async () => {
    const stock = openStock([money('m')]);
    await stock.refill();
    const [line] = stock.recall.stock();
    if (line === undefined) throw new Error('a line');
    const { key } = stock.parts;
    const other = stranger();
    const [only] = line.coins;
    if (only === undefined) throw new Error('a coin');
    const tampered = (change: Partial<typeof line>) => () => resign({ ...line, ...change }, key);
    expect(tampered({})).not.toThrow();
    expect(tampered({ txid: 'ab'.repeat(32) })).toThrow('its own transaction');
    expect(tampered({ makes: line.makes.slice(1) })).toThrow('its own transaction');
    expect(tampered({ unsigned: '00' })).toThrow('holds a transaction');
    expect(
      tampered({ unsigned: line.unsigned.replace(bytesToHex(key.script), bytesToHex(other.script)) }),
    ).toThrow('our own script');
    expect(tampered({ coins: [{ ...only, outpoint: money('n').outpoint }] })).toThrow('its own transaction');
    expect(() => resign(line, { secret: other.secret, script: other.script })).toThrow('our own script');
  });
});
