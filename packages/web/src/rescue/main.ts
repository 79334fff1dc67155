/** The rescue page starts here: one file, without the app, without a server (decision 0030). */
import { recallText } from '../memory.ts';
import { startPage } from './page.ts';
import { startWords } from './words.ts';

/** Light or dark as the exchange's page was set in this browser, which is dark at first; a saved file as the system is. */
const theme = recallText('theme') ?? (location.protocol === 'file:' ? 'system' : 'dark');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;

startWords();
const place = document.getElementById('page');
if (place !== null) startPage(place);
