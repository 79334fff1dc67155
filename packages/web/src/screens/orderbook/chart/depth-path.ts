/** Steps of depth as the line and the area of a drawing. Pure. */
import { DEPTH_SCALE } from '@rialto/market';
import type { DepthStep } from '@rialto/market';

/** From the best price outwards: up at each price, level until the next, down at the edge. */
export function pathOf(steps: readonly DepthStep[], side: 'asks' | 'bids'): string {
  const [first] = steps;
  if (first === undefined) return '';
  const edge = side === 'asks' ? DEPTH_SCALE : 0;
  const stairs = steps.map(({ x, y }) => `H${x}V${DEPTH_SCALE - y}`).join('');
  return `M${first.x} ${DEPTH_SCALE}${stairs}H${edge}V${DEPTH_SCALE}Z`;
}
