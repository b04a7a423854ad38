/** The key of the tab that an address names; of the first where there is none of that name: an old link, a right that is gone. */
export function tabOf(address: URLSearchParams, tabs: readonly { key: string }[]): string {
  const named = address.get('tab')
  return tabs.find(({ key }) => key === named)?.key ?? tabs[0]?.key ?? ''
}
