// Runs before the first paint, so that dark mode never flashes white (spec §3 "Stored settings"). shell/settings/appearance.ts
// sets the rest; e2e/shell/appearance.spec.ts checks that the two agree.
try {
  const product = document.querySelector('meta[name="product"]')?.content
  const key = `${product && !product.startsWith('__') ? product : 'console'}-settings`
  const { themeName } = JSON.parse(localStorage.getItem(key) ?? '{}').content ?? {}
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches
  if (themeName === 'theme-dark' || (themeName === 'theme-auto' && isSystemDark)) {
    document.documentElement.dataset.theme = 'dark'
  }
} catch {
  // no storage, or not ours: stay light
}
