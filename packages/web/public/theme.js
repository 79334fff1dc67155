/** Before the first paint: theme and language of an earlier visit (src/data/theme.ts, src/words.ts), and which network this is. Dark and English need no word. */
{
  const page = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // A window without storage opens dark, in the browser's language.
      return null;
    }
  };

  const theme = kept('theme');
  if (theme === 'light' || theme === 'system') {
    page.dataset.theme = theme;
    document.querySelector('meta[name="color-scheme"]').content = theme === 'light' ? 'light' : 'light dark';
  }

  const known = [kept('language'), ...navigator.languages].find((tag) => /^(?:en|zh)\b/i.test(tag));
  if (/^zh/i.test(known)) page.lang = 'zh-Hans';

  const facts = document.getElementById('facts');
  if (facts !== null) page.dataset.network = JSON.parse(facts.textContent).network;
  if ('rialtoDemo' in window) page.dataset.demo = '';
}
