// Access statistics of a sub-product: totals in charts, and a ranking of customers. Both read the range of days from
// the address.
import './visits-page.css'
import { Tabs } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { SubProductKey } from '#contract/sub-products.ts'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import { tabOf } from '#web/lib/tab-of.ts'
import { daysFilter, readDays, usualDays } from './account-log-days.tsx'
import { VisitsOverview } from './visits-overview.tsx'
import { VisitsRanking } from './visits-ranking.tsx'

const RANKING = 'ranking'
const tabs = [
  { key: 'overview', label: '全站概览' },
  { key: RANKING, label: '会员排行' },
]
const filters = [daysFilter]
/** Query parameters of the ranking besides the days. */
const ownOfRanking = ['loginName', 'realName', 'enterprise', 'page', 'size', 'sort', 'view']

function Overview({ subProduct }: { subProduct: SubProductKey }) {
  const [address, setAddress] = useSearchParams()
  const text = address.get(daysFilter.key) ?? ''
  const days = useMemo(() => readDays(text) ?? usualDays(), [text])
  const applied = useMemo(() => ({ ...(readDays(text) && { [daysFilter.key]: text }) }), [text])
  const search = (texts: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(address)
    const chosen = texts[daysFilter.key]
    if (chosen) next.set(daysFilter.key, chosen)
    else next.delete(daysFilter.key)
    setAddress(next, { replace: true })
  }
  return (
    <div className="list-page">
      <SearchBar filters={filters} applied={applied} onSearch={search} />
      <VisitsOverview subProduct={subProduct} days={days} />
    </div>
  )
}

export default function VisitsPage({ subProduct }: { subProduct: SubProductKey }) {
  const [address, setAddress] = useSearchParams()
  const tab = tabOf(address, tabs)
  const show = (next: string) => {
    const changed = new URLSearchParams(address)
    for (const name of ['tab', ...ownOfRanking]) changed.delete(name)
    if (next === RANKING) changed.set('tab', next)
    setAddress(changed, { replace: true })
  }
  return (
    <div className="visits-page">
      <Tabs activeKey={tab} onChange={show} items={tabs} />
      {tab === RANKING ? <VisitsRanking subProduct={subProduct} /> : <Overview subProduct={subProduct} />}
    </div>
  )
}
