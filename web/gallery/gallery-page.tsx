// The gallery's page: one part below the other, or the one that `?part=` names.
import './gallery.css'
import type { ComponentType } from 'react'
import { CategoryCascaders, LazyCascaders } from './cascaders.tsx'
import { AreaCascades, DateRanges } from './ranges-and-areas.tsx'
import { TransferLists, VirtualSelects } from './selects.tsx'

const parts: readonly (readonly [id: string, title: string, Part: ComponentType])[] = [
  ['category', '分类级联', CategoryCascaders],
  ['lazy', '通用级联', LazyCascaders],
  ['select', '海量选择框', VirtualSelects],
  ['range', '日期范围', DateRanges],
  ['area', '地区', AreaCascades],
  ['transfer', '穿梭框', TransferLists],
]

export function GalleryPage({ only, isDark }: { only: string | null; isDark: boolean }) {
  const addressOf = (part: string | null, dark: boolean) =>
    `?${new URLSearchParams({ ...(part !== null && { part }), ...(dark && { theme: 'dark' }) })}`
  return (
    <div className="gallery">
      <header className="gallery-head">
        <h1>组件陈列</h1>
        <nav aria-label="目录">
          <a href={addressOf(null, isDark)}>全部</a>
          {parts.map(([id, title]) => (
            <a key={id} href={addressOf(id, isDark)} aria-current={id === only ? 'page' : undefined}>
              {title}
            </a>
          ))}
          <a href={addressOf(only, !isDark)}>{isDark ? '浅色' : '深色'}</a>
        </nav>
      </header>
      <main>{parts.map(([id, , Part]) => (only === null || id === only) && <Part key={id} />)}</main>
    </div>
  )
}
