// A page of people without account: what it loads, from where, and what the browser's console says.
import type { Page } from '@playwright/test'

/** meetings-visits-sharing.md: what a public page weighs at most, bytes before compression. */
export const PUBLIC_WEIGHT_MAX = 120_000

/** Call it before the page is opened; its fields grow while the page loads. */
export function watchPublic(page: Page) {
  const watched = { weight: 0, hosts: new Set<string>(), errors: [] as string[] }
  page.on('console', (message) => message.type() === 'error' && watched.errors.push(message.text()))
  page.on('response', async (response) => {
    watched.hosts.add(new URL(response.url()).host)
    watched.weight += (await response.body().catch(() => '')).length
  })
  return watched
}
