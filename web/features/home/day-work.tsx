// Open work behind the day's figures: a card per figure with its first rows.
import './day-work.css'
import { Link } from 'react-router'
import { type DayFigure, getDayFigures } from '#contract/home/figures.ts'
import { formatAge } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { useFigureAddress } from './figure-address.ts'

function Work({
  label,
  count,
  rows,
  to,
}: Omit<DayFigure, 'key'> & { to: { pathname: string; search: string } | undefined }) {
  return (
    <section className="home-card day-work" aria-label={label}>
      <header>
        <h2>{label}</h2>
        {to && <Link to={to}>{count > rows.length ? `全部 ${count.toLocaleString('zh-CN')} 条` : '查看'}</Link>}
      </header>
      <ul>
        {rows.map(({ id, title, note, since, query }) => (
          <li key={id}>
            {to ? <Link to={query ? { ...to, search: query } : to}>{title}</Link> : <b>{title}</b>}
            <span>{note}</span>
            <time>{since && formatAge(since)}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function DayWork() {
  const { data = [] } = useCall(getDayFigures, undefined, { call: { hideErrorMsg: true } })
  const addressOf = useFigureAddress()
  return data.map(({ key, ...figure }) =>
    figure.rows.length === 0 ? null : <Work key={key} {...figure} to={addressOf(figure)} />,
  )
}
