/** Swaps on MVC: one screen, for all pools, for those of MRC-20 tokens and for those of tickets; and one's own list of them. */
import { MVC_PLACES } from '../../data/mvc/mvc-places.ts';
import { MvcSwap } from './MvcSwap.tsx';

export { MvcTransactionScreen } from './MvcTransaction.tsx';
export { MvcTransactionsScreen } from './MvcTransactions.tsx';

export const MvcSwapScreen = () => <MvcSwap place={MVC_PLACES.all} />;
export const Mrc20MvcSwapScreen = () => <MvcSwap place={MVC_PLACES.mrc20} />;
export const TicketMvcSwapScreen = () => <MvcSwap place={MVC_PLACES.ticket} />;
