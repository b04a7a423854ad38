// Remembers each list's last address with its filters, so that a form opened from it goes back to the same rows.
import { pathOf } from '#web/lib/page.ts'
import { onSignOut } from '#web/lib/session/session.ts'

const searches = new Map<string, string>()
onSignOut(() => searches.clear())

export function rememberList(pathname: string, search: string): void {
  searches.set(pathOf(pathname), search)
}

export const listAddress = (path: string): string => path + (searches.get(path) ?? '')
