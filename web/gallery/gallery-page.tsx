// The gallery's page: all parts, or the one that `?part=` names.
import './gallery.css'
import type { ComponentType } from 'react'
import { AiAnswers } from './ai-answers.tsx'
import { CategoryCascaders, LazyCascaders } from './cascaders.tsx'
import { Charts } from './charts.tsx'
import { Acts, Forms } from './forms.tsx'
import { Grids } from './grids.tsx'
import { Jobs } from './jobs.tsx'
import { Lists } from './lists.tsx'
import { People } from './people.tsx'
import { Pivots } from './pivots.tsx'
import { AreaCascades, DateRanges } from './ranges-and-areas.tsx'
import { TransferLists, VirtualSelects } from './selects.tsx'
import { Sheets } from './sheets.tsx'
import { Tables } from './tables.tsx'
import { Trees } from './trees.tsx'
import { AvatarUploads, FileUploads, ImageUploads, RichTexts } from './uploads.tsx'

const parts: readonly (readonly [id: string, title: string, Part: ComponentType])[] = [
  ['category', '分类级联', CategoryCascaders],
  ['lazy', '通用级联', LazyCascaders],
  ['select', '海量选择框', VirtualSelects],
  ['range', '日期范围', DateRanges],
  ['area', '地区', AreaCascades],
  ['transfer', '穿梭框', TransferLists],
  ['people', '人员与部门', People],
  ['tree', '树', Trees],
  ['forms', '表单', Forms],
  ['acts', '操作前后', Acts],
  ['chart', '图表', Charts],
  ['job', '后台任务', Jobs],
  ['table', '表格', Tables],
  ['grid', '录价表格', Grids],
  ['pivot', '交叉统计', Pivots],
  ['list', '列表周边', Lists],
  ['sheet', '导入与导出', Sheets],
  ['files', '文件上传', FileUploads],
  ['image', '图片上传', ImageUploads],
  ['avatar', '头像', AvatarUploads],
  ['richText', '富文本', RichTexts],
  ['ai', 'AI 回答', AiAnswers],
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
