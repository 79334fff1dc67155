/** The leaderboard as its visitors have it: ranks, one's own row, levels, pages, what is kept, and what is said where nothing is. */
import { expect, it, vi } from 'vitest';
import {
  TICKS,
  all,
  at,
  campaign,
  connect,
  press,
  ranked,
  ranking,
  rewardPage,
  seen,
  words,
} from '../fake/rewards.tsx';

const page = rewardPage();
const marks = () => all('rank-mark').map((one) => one.textContent);

it('says how the ranking stands, and how far the next level is', async () => {
  await page.open('/leaderboard');
  await seen('rank-row');
  expect(words('standing-left')).toContain('3 blocks left, about 30 minutes');
  expect(words('standing-left')).toContain('Blocks 492 to 503');
  expect(words('standing-volume')).toContain('0.30000000BTC');
  expect(words('standing-volume')).toContain('31 trades');
  expect(words('standing-reward')).toContain('1,000PLAINFERN');
  expect(words('standing-next')).toContain('3,000PLAINFERN');
  expect(at('level-bar')?.getAttribute('aria-valuenow')).toBe('75');
  expect(words('standing')).toContain('0.1BTC of volume to level 2');
});

it('has no bar at the highest level, and says when an epoch is over', async () => {
  page.answers['/event/ranking/tick/info'] = () =>
    ranking({ tickCurrentLevel: 2, tickNextLevel: null, totalAmount: '50000000', height: 505 });
  await page.open('/leaderboard');
  await seen('standing');
  expect(at('level-bar')).toBeNull();
  expect(words('standing-next')).toBe('The highest level is reached');
  expect(words('standing-left')).toContain('Over: settled 6 blocks after its end');
});

it('marks the first three, and rows whose fees allow less', async () => {
  await page.open('/leaderboard');
  await seen('rank-row');
  expect(all('rank-row')).toHaveLength(100);
  expect(marks()).toEqual(['1', '2', '3']);
  const capped = all('rank-row').filter((row) => row.querySelector('[data-testid="capped"]') !== null);
  expect(capped.map(({ dataset }) => dataset['rank'])).toEqual(['2']);
  expect(capped[0]?.textContent).toContain('capped by fees paid');
});

it('shows one’s own row whichever page is looked at, and asks a stranger to connect', async () => {
  await page.open('/leaderboard');
  await seen('own-rank-connect');
  connect();
  const row = await seen('own-rank');
  await vi.waitFor(() => expect(words('own-rank-place')).toBe('#150'));
  expect(row.textContent).toContain('0.00050000BTC');
  expect(row.textContent).toContain('capped by fees paid');
  await press('page-after');
  await vi.waitFor(() => expect(all('rank-row')).toHaveLength(50));
  expect(marks()).toEqual([]);
  expect(words('pages')).toContain('101–150 of 150');
  expect(all('rank-row').at(-1)?.textContent).toContain('You');
  expect(at('page-after')).toHaveProperty('disabled', true);
  await press('page-before');
  await vi.waitFor(() => expect(marks()).toEqual(['1', '2', '3']));
});

it('says that one is not ranked yet', async () => {
  page.answers['/event/ranking/tick/info'] = () =>
    ranking({ addressRank: null, addressTotalAmount: '0', addressReward: '0', addressWanted: '0' });
  connect();
  await page.open('/leaderboard');
  await vi.waitFor(() => expect(words('own-rank-place')).toBe('Not ranked yet'), { timeout: 5_000 });
  expect(at('own-rank')?.querySelector('[data-testid="capped"]')).toBeNull();
});

it('keeps the token that was chosen', async () => {
  await page.open('/leaderboard');
  const select = await seen('rank-tick');
  if (!(select instanceof HTMLSelectElement)) throw new Error('no list');
  // The youngest that runs comes first.
  expect(select.selectedOptions[0]?.textContent).toBe('OTHERRUNE');
  const [fern] = TICKS.results;
  select.value = `${fern?.campaign ?? ''} ${fern?.assetId ?? ''}`;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(at('to-events')?.getAttribute('href')).toBe('/events#fern-traders'));
  expect(localStorage.getItem('tick')).toBe('PLAINFERN');
});

it('begins with the token that was kept', async () => {
  localStorage.setItem('tick', 'PLAINFERN');
  await page.open('/leaderboard');
  await seen('rank-tick');
  expect(at('to-events')?.getAttribute('href')).toBe('/events#fern-traders');
});

it('says what counts, and that the operator cannot be excluded', async () => {
  await page.open('/leaderboard');
  await seen('ranking-rules');
  expect(words('ranking-rules')).toContain('Volume counts for whoever paid the service fee of a trade.');
  expect(words('ranking-rules')).toContain('The maker of an order earns nothing');
  expect(words('ranking-rules')).toContain('never ranked');
  expect(at('nav-rewards')?.getAttribute('aria-current')).toBe('page');
});

it('leads to the swap and the book where nobody is ranked', async () => {
  page.answers['/event/ranking/tick'] = () => ({ results: [] });
  await page.open('/leaderboard');
  await seen('no-campaigns');
  expect(at('no-campaigns-swap')?.getAttribute('href')).toBe('/swap/brc20');
  expect(at('no-campaigns-book')?.getAttribute('href')).toBe('/');
});

it('says so where an epoch has no trades yet', async () => {
  page.answers['/event/ranking/address'] = () => ({ ...ranked(0, 0), total: 0 });
  await page.open('/leaderboard');
  await seen('rank-none');
});

it('can be loaded again', async () => {
  page.answers['/event/ranking/tick'] = () => {
    page.answers['/event/ranking/tick'] = () => TICKS;
    return Promise.reject(new Error('gone'));
  };
  page.answers['/event/campaigns'] = () => ({ height: 500, results: [campaign()] });
  await page.open('/leaderboard');
  await vi.waitFor(() => expect(document.body.textContent).toContain('can’t be loaded right now'), 5_000);
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'Try again')?.click();
  await seen('rank-row');
});
