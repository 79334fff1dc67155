/** Values as Go prints them; what is expected was printed by Go 1.26. */
import { expect, test } from 'vitest';
import { isFlaw } from '../../src/index.ts';
import { readUntyped } from '../../src/json/go.ts';
import { goPrinted } from '../../src/json/go-print.ts';

function printed(text: string): string | undefined {
  const json = readUntyped(text);
  return isFlaw(json) ? undefined : goPrinted(json.value);
}

test.each([
  ['"a"', 'a'],
  ['1', '%!s(float64=1)'],
  ['1.0', '%!s(float64=1)'],
  ['-0', '%!s(float64=-0)'],
  ['-12.5', '%!s(float64=-12.5)'],
  ['100000', '%!s(float64=100000)'],
  ['1000000', '%!s(float64=1e+06)'],
  ['999999.5', '%!s(float64=999999.5)'],
  ['123456789.25', '%!s(float64=1.2345678925e+08)'],
  ['1e21', '%!s(float64=1e+21)'],
  ['1.5e-5', '%!s(float64=1.5e-05)'],
  ['0.0001', '%!s(float64=0.0001)'],
  ['5e-324', '%!s(float64=5e-324)'],
  ['17976931348623157e292', '%!s(float64=1.7976931348623157e+308)'],
  ['12345678901234567890', '%!s(float64=1.2345678901234567e+19)'],
  ['true', '%!s(bool=true)'],
  ['null', '%!s(<nil>)'],
  ['[]', '[]'],
  ['["a","b"]', '[a b]'],
  ['[null,[1,"x y"],{}]', '[<nil> [%!s(float64=1) x y] map[]]'],
  ['{"b":"1","a":[true],"b":2}', 'map[a:[%!s(bool=true)] b:%!s(float64=2)]'],
  ['{"\\ud83d\\ude00":1,"\\uffee":2,"z":3}', 'map[z:%!s(float64=3) \uffee:%!s(float64=2) 😀:%!s(float64=1)]'],
])('%s is printed as %s', (text, expected) => {
  expect(printed(text)).toBe(expected);
});

test('neither depth nor length is too much', () => {
  expect(printed(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toHaveLength(20_000);
  expect(printed(`${'{"x":'.repeat(9_999)}{}${'}'.repeat(9_999)}`)).toHaveLength(9_999 * 7 + 5);
  expect(printed(`[${'"a",'.repeat(300_000)}"a"]`)).toHaveLength(600_003);
});
