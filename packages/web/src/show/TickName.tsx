/** A token's name in a list; beside one with other signs than those of ASCII stands the id that nobody can imitate. */
import { shortened } from '@rialto/market';
import { isPlain, shown } from '../shown.ts';

export function TickName({ tick, deployId }: { tick: string; deployId: string }) {
  return (
    <>
      <bdi>{shown(tick)}</bdi>
      {isPlain(tick) ? null : (
        <span className="num ml-1.5 text-xs font-normal text-haze">{shortened(deployId, 8, 6)}</span>
      )}
    </>
  );
}
