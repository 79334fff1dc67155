/** What can be done about an act in progress, behind one link. Only while something waits is it asked for. */
import type { OwnOffer } from '@rialto/contract';
import { useNetwork } from '../../data/network.ts';
import { useCredential } from '../../data/calls/credentials.ts';
import { useOwn, waitingOf } from '../../data/own-queries.ts';
import type { Waits } from '../../data/own-queries.ts';
import { OwnOptions } from '../own/OwnOptions.tsx';
import type { ShownAct } from './progress-words.ts';

interface ProgressOptionsProps {
  readonly item: ShownAct;
  readonly onOffer: (item: ShownAct, waits: Waits, offer: OwnOffer) => void;
}

export function ProgressOptions({ item, onOffer }: ProgressOptionsProps) {
  const { data } = useOwn(useNetwork(), useCredential(item.address));
  const waits = data === undefined ? undefined : waitingOf(data, item.txId);
  if (waits === undefined) return null;
  return (
    <OwnOptions
      acts={waits.acts}
      blocks={waits.blocks}
      purchase={item.kind === 'take'}
      about={item.title}
      onAct={(offer) => onOffer(item, waits, offer)}
    />
  );
}
