/** The answer is of blocks that the caller's nodes have too. */
import type { BridgeReserves } from '@rialto/contract';
import type { OwnNodes } from './check-reserve.ts';
import type { Report } from './report.ts';

export async function checkBlocks(
  nodes: OwnNodes,
  answer: Pick<BridgeReserves, 'btc' | 'mvc'>,
  report: Report,
): Promise<void> {
  for (const [name, node, { height, hash }] of [
    ['Bitcoin', nodes.btc, answer.btc],
    ['MVC', nodes.mvc, answer.mvc],
  ] as const) {
    if (node === undefined) {
      report.open(`block ${height} of ${name}: no node of it is named`);
      continue;
    }
    const found = await node.blockHash(height);
    if (found === hash) report.holds(`block ${height} of ${name}`);
    else report.differs(`block ${height} of ${name}: the exchange has ${hash}, your node ${found ?? 'none'}`);
  }
}
