/** Before the first paint: the theme chosen on an earlier visit (src/data/theme.ts). Dark needs no word. */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'system') {
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="color-scheme"]').content = theme === 'light' ? 'light' : 'light dark';
  }
} catch {
  // A window without storage opens dark.
}
