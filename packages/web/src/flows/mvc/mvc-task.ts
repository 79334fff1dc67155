/** What the exchange says of a swap on MVC, as the list of acts in progress keeps it. Pure. */
import type { MvcTask } from '@rialto/contract';
import type { TrayItem } from '../tray.ts';

type Task = Pick<MvcTask, 'status' | 'confirmations' | 'failedReason'>;

const STATES = {
  built: 'submitted',
  signed: 'seen',
  completed: 'confirmed',
  final: 'final',
  failed: 'void',
} as const satisfies Record<Task['status'], TrayItem['state']>;

export function movesOfTask({ status, confirmations, failedReason }: Task) {
  return { state: STATES[status], confirmations, note: failedReason };
}
