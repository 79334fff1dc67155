/** A swap or liquidity on MVC, asked about until it is final or has come to nothing: no feed tells of it. Shows nothing. */
import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../data/calls/api-error.ts';
import { OF_MVC, mvcTaskQuery } from '../../../data/mvc/mvc-queries.ts';
import { movesOfTask } from '../../../flows/mvc/mvc-task.ts';
import { dropParking } from '../../../parked-store.ts';
import { moveInTray, trayItems } from '../../../flows/tray.ts';
import type { MvcItem } from '../../../flows/tray.ts';
import { reasonWords } from '../../../show/progress/progress-words.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { t } from '../../../words.ts';

export function MvcNews({ item }: { item: MvcItem }): null {
  const { id, venue, title, startedAt } = item;
  const client = useQueryClient();
  const { data: task, error, errorUpdateCount } = useQuery(mvcTaskQuery(venue, id));
  useEffect(() => {
    // What the page said last may be newer than a task that was only built when it was asked.
    if (task === undefined || task.status === 'built') return;
    const before = trayItems().find((one) => one.id === id);
    const moves = movesOfTask(task);
    moveInTray(id, moves);
    if (moves.state === 'final' || moves.state === 'void') dropParking(id);
    if (before === undefined || moves.state === before.state) return;
    for (const name of OF_MVC) void client.invalidateQueries({ queryKey: [name] });
    if (moves.state === 'confirmed') toast({ title: t('{title}: confirmed', { title }), variant: 'success' });
    if (moves.state === 'void')
      toast({
        title: t('{title}: not completed', { title }),
        description: reasonWords(task.failedReason),
        variant: 'warn',
      });
  }, [client, id, task, title]);
  useEffect(() => {
    // Each answer is looked at, the same refusal too: it may have become late.
    if (errorUpdateCount === 0 || !isUnknown(error) || Date.now() - startedAt < LOST_AFTER_MS) return;
    const note = t(
      'The exchange no longer knows this transaction. If its coins are still yours, nothing was paid.',
    );
    moveInTray(id, { state: 'void', note });
  }, [id, error, errorUpdateCount, startedAt]);
  return null;
}

/** By then the exchange has it, or has deleted it. */
const LOST_AFTER_MS = 60_000;

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.refusal === 'not-found';
