/** What changed in which version: ours first, then the history of the product we continue, in our own words (rules §1). */
import { msg } from '../../words.ts';

export interface Version {
  readonly version: string;
  /** Year-month-day, where it is known. */
  readonly date: string;
  /** Messages, for `t`. */
  readonly changes: readonly string[];
}

export const OURS: readonly Version[] = [
  {
    version: '4.11.0',
    date: '2026-11-30',
    changes: [
      msg('BRC-20 over the bridge, to MVC and back'),
      msg(
        'BRC-20 is paid in with one transfer inscription of exactly the amount, and each payout has its own',
      ),
      msg('While a signer of the bridge does not answer, its page says so and takes nothing new'),
      msg('An asset of the bridge also pauses when a signer’s own checks fail'),
      msg('npm run reserves can check Runes, BRC-20 and MRC-20 against your own indexers'),
    ],
  },
  {
    version: '4.10.0',
    date: '2026-11-30',
    changes: [
      msg('The bridge takes MRC-20 to MVC and back'),
      msg('MRC-20 is paid in whole coins, and a deposit that fits no order goes back whole'),
    ],
  },
  {
    version: '4.9.0',
    date: '2026-11-30',
    changes: [
      msg(
        'Several signers can lock an asset of the bridge together: each judges every payout, and all of them sign',
      ),
      msg('The bridge says for each asset how many keys hold it, and all of them sign its reserves'),
      msg('The first page comes in less JavaScript'),
    ],
  },
  {
    version: '4.8.0',
    date: '2026-11-29',
    changes: [
      msg('The bridge: bitcoin and Runes to MVC as wrapped tokens, and back, with Metalet'),
      msg('Every payment names its receiver on the chain: nobody between can change who is paid'),
      msg('Fees and what arrives are shown to the unit before you sign; a deposit is paid out or goes back'),
      msg('Reserves on the page, block by block, signed; npm run reserves counts them with two nodes'),
      msg('Orders survive a reload, and a file of their terms restores them on any browser'),
      msg(
        'Runes on the bridge are held against a second index of the operator’s, and what leaves has a most for the day',
      ),
    ],
  },
  {
    version: '4.7.0',
    date: '2026-11-29',
    changes: [
      msg('Rewards: campaigns for trading, for liquidity, for a first trade, and shares of the fees'),
      msg(
        'A page of events with what can be earned now, and a leaderboard with what is missing to the next level',
      ),
      msg('Claims in sats, Runes, BRC-20 and MRC-20, each one transaction that you read before you sign'),
      msg(
        'Every epoch is a table that never changes: its trades and rewards can be downloaded and computed again',
      ),
      msg('Trading with oneself earns less than its fees, whatever one owns of the pool'),
      msg('npm run campaign adds, lists, shows and stops campaigns, and computes their epochs again'),
    ],
  },
  {
    version: '4.6.0',
    date: '2026-11-28',
    changes: [
      msg(
        'Swaps on MVC with Metalet: SPACE for MRC-20 tokens and tickets, and back, each in one transaction',
      ),
      msg('One token for another on MVC: two signatures, sent together'),
      msg(
        'The page makes every transaction on MVC again itself before Metalet opens, for Metalet does not show it',
      ),
      msg('Provide liquidity on MVC and take it out; what stays parked is taken back on the Recover page'),
      msg('npm run take-back brings parked tokens home without the exchange'),
      msg('SPACE and tokens in the account menu; your own transactions on MVC, and a page for each'),
      msg(
        'The private chain has MVC: five pools with two weeks of swaps, and a wallet that shows what it signs',
      ),
    ],
  },
  {
    version: '4.5.0',
    date: '2026-11-27',
    changes: [
      msg('Swaps of Runes and BRC-20 against pools on Bitcoin, each in one transaction, many in a block'),
      msg('A list of all pools, with liquidity, volume, fees, APR and your position'),
      msg('Provide liquidity and take it out; a share is a rune of your own that any wallet can move'),
      msg('The way home of a Runes pool pays every provider without the exchange; a page saves it'),
      msg('A pool can be guarded by several signers, of which some may be away'),
      msg('The order book and the pool of a token show each other’s price'),
      msg('Many small coins of a rune can be gathered into one'),
      msg('The example bot swaps and provides liquidity'),
    ],
  },
  {
    version: '4.4.0',
    date: '2026-11-23',
    changes: [
      msg('Every book has two sides: bids, spread, depth and candles beside the asks'),
      msg('Standing bids, one or a ladder of up to twelve, each in a lock that you can always take back'),
      msg('Live bids lock nothing: you sign when a seller answers, while your page is open'),
      msg('Sell at once into the best bids; the lot it takes is inscribed or split on the way'),
      msg('Protected asks: the lot waits in a lock, so nobody can take it outside the exchange'),
      msg('Bids and protected asks can be edited, renewed and cancelled'),
      msg('A rescue file and a rescue page return every locked coin, even if this exchange is gone'),
      msg('A page says what the operator can and cannot do, and npm run audit checks it'),
      msg('A Runes order book'),
      msg('The example bot bids, live and standing, and makes a market'),
    ],
  },
  {
    version: '4.3.0',
    date: '2026-11-23',
    changes: [
      msg('A purchase, listing or cancel survives a lost connection: it continues, or says where it stands'),
      msg('Every sum adds up by eye and equals what the wallet shows; the service fee is named by its rate'),
      msg('Average and worst price before you buy, with a warning far over the best ask'),
      msg('All markets on one page, with search, favourites, price, change and volume'),
      msg('A portfolio page: holdings, their value, what is listed and the result of trades'),
      msg('Progress in a tab and a header chip; notifications say what was sold, when and for how much'),
      msg('A page for every transaction of the exchange: who gave, who got, fees and confirmations'),
      msg('Connecting and logging in are one step'),
      msg('The chart draws a young market trade by trade and marks your own asks'),
      msg('Shorter words throughout, in English and Chinese'),
      msg('npm start brings a market with two weeks of trades'),
    ],
  },
  {
    version: '4.2.0',
    date: '2026-11-23',
    changes: [
      msg('Only tokens that every indexer reads the same way can be listed'),
      msg('A seller can cancel an order whose purchase has waited six blocks for a block'),
      msg(
        'An inscription that waits for its block is shown as waiting everywhere, on Knots and on Bitcoin Core',
      ),
      msg('Names that look like another token are marked, and hidden characters are shown'),
      msg('A mismatch on one lot blocks that lot only; a token is halted on a second mismatch'),
      msg('An address with thousands of coins no longer slows others down'),
      msg('Prices, volume and candles count only sales between different owners on this exchange'),
      msg(
        'The index is rebuilt automatically after an upgrade that needs it: the first start takes longer; orders and trades stay',
      ),
    ],
  },
  {
    version: '4.1.0',
    date: '2026-11-22',
    changes: [
      msg('Open orders, purchases on their way, sessions and settings of 4.0.0 are carried over'),
      msg('Inscriptions and PINs that other indexers read differently are no longer counted or sold'),
      msg('Region and maintenance rules hold however a request is spelled'),
      msg('The page, the example bot and the watch over sent trades check a transaction by the same rules'),
      msg(
        'Speeding up, cancelling and splitting are refused if the exchange misstates a coin that is not yours',
      ),
      msg('Orders are accepted faster: the exchange verifies signatures with a compiled libsecp256k1'),
    ],
  },
  {
    version: '4.0.0',
    date: '2026-11-22',
    changes: [
      msg('Rialto: the exchange anyone can run, on their own node and index'),
      msg('BRC-20 order book: asks, purchases of several lots in one transaction, soft and hard cancels'),
      msg('MRC-20 and ID-Coins order books'),
      msg('Every transaction is read back and shown before your wallet opens'),
    ],
  },
];

export const BEFORE: readonly Version[] = [
  { version: '3.1.0', date: '2024-03-12', changes: [msg('OKX wallet on mobile')] },
  {
    version: '3.0.0',
    date: '2024-02-09',
    changes: [msg('First swaps of BRC-20, in testing on testnet'), msg('Bug fixes')],
  },
  { version: '2.1.0', date: '2024-01-26', changes: [msg('Order book V2 is complete')] },
  { version: '2.0.1', date: '2024-01-17', changes: [msg('Events'), msg('Leaderboard')] },
  {
    version: '2.0.0',
    date: '2024-01-12',
    changes: [
      msg('Order book rewritten, without passive liquidity'),
      msg('Preview of swaps and of the leaderboard'),
      msg('OKX wallet'),
    ],
  },
  { version: '1.5.1', date: '2023-12-27', changes: [msg('Fixed: sells made of several UTXOs')] },
  {
    version: '1.5.0',
    date: '2023-12-25',
    changes: [msg('Sell signatures that withstand replaced transactions')],
  },
  {
    version: '1.4.0',
    date: '2023-12-21',
    changes: [msg('Liquidity rebuilt for safety'), msg('Rewards are claimed another way')],
  },
  { version: '1.3.1', date: '2023-12-05', changes: [msg('Standby rewards can be claimed')] },
  {
    version: '1.3.0',
    date: '2023-12-04',
    changes: [msg('A panel for standby liquidity'), msg('Several UTXOs can be selected, up to 5')],
  },
  {
    version: '1.2.1',
    date: '2023-11-25',
    changes: [msg('Two-way liquidity from up to 3 UTXOs'), msg('The chosen multiplier is remembered')],
  },
  {
    version: '1.2.0',
    date: '2023-11-24',
    changes: [
      msg('A panel for the RDEX event'),
      msg('Gas of sells follows the network'),
      msg('Share of usable assets'),
    ],
  },
  {
    version: '1.1.1',
    date: '2023-11-20',
    changes: [msg('Gas of sells reworked'), msg('Listed and listable assets are told apart')],
  },
  {
    version: '1.1.0',
    date: '2023-11-17',
    changes: [msg('Prices in dollars'), msg('BTC or satoshis'), msg('Choosing liquidity reworked')],
  },
  {
    version: '1.0.6',
    date: '2023-11-15',
    changes: [
      msg('Polish'),
      msg('The release page names the transaction that used the liquidity'),
      msg('Miner fee of bids in the network panel'),
    ],
  },
  {
    version: '1.0.5',
    date: '2023-11-14',
    changes: [msg('A network panel with one fee rate for everything')],
  },
  { version: '1.0.4', date: '2023-11-13', changes: [msg('Fixed: precision of amounts')] },
  { version: '1.0.3', date: '2023-11-13', changes: [msg('Fixed: Taproot addresses')] },
  { version: '1.0.2', date: '2023-11-06', changes: [msg('Satoshis are the first unit')] },
  { version: '1.0.1', date: '2023-11-06', changes: [msg('Clearer error messages')] },
  { version: '1.0.0', date: '2023-10-24', changes: [msg('First release')] },
  { version: '0.8.0', date: '2023-10-07', changes: [msg('Liquidity pool'), msg('Two-way liquidity')] },
  {
    version: '0.7.0',
    date: '2023-09-01',
    changes: [msg('Taproot'), msg('Better fees'), msg('The pool is nearly finished')],
  },
  { version: '0.6.2', date: '2023-08-24', changes: [msg('The pool, third draft')] },
  {
    version: '0.6.1',
    date: '2023-08-03',
    changes: [msg('The pool, second draft'), msg('A page to remove and claim')],
  },
  { version: '0.6.0', date: '2023-06-30', changes: [msg('The pool, first draft')] },
  { version: '0.5.3', date: '2023-06-29', changes: [msg('This changelog')] },
  {
    version: '0.5.2',
    date: '2023-06-28',
    changes: [msg('A whitelist page'), msg('Navigation in the header')],
  },
];
