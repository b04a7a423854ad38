// Runs before the first picture, so that nobody in dark mode sees a white one (spec §3 "Stored settings"). The rest is
// set by shell/appearance.ts; that the two agree is checked by e2e/shell/appearance.spec.ts.
try {
  const product = document.querySelector('meta[name="product"]')?.content
  const key = `${product && !product.startsWith('__') ? product : 'console'}-settings`
  const { themeName } = JSON.parse(localStorage.getItem(key) ?? '{}').content ?? {}
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches
  if (themeName === 'theme-dark' || (themeName === 'theme-auto' && isSystemDark)) {
    document.documentElement.dataset.theme = 'dark'
  }
} catch {
  // no storage, or something else in it: the light mode it is
}
