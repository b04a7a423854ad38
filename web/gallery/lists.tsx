// The parts around the rows of a list, in their states: search, views, and pagers.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ListView } from '#contract/system/list-settings.ts'
import { type Filter, flagFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { PagedTable } from '#web/kit/list/paged-table.tsx'
import { viewOfState } from '#web/kit/list/saved-views.rules.ts'
import { SavedViews } from '#web/kit/list/saved-views.tsx'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import type { ListSetup } from '#web/kit/list/use-list-setup.ts'
import { Pager } from '#web/kit/table/pager.tsx'
import type { FilterTexts } from '#web/kit/table/table-source.ts'
import { answered } from './answers.ts'
import { Part, State } from './part.tsx'
import { listOf, type Row } from './tables.tsx'

const filters: readonly Filter<unknown>[] = [
  textFilter('name', '品种', 32),
  selectFilter('market', '市场', [
    { value: 'sh', label: '上海' },
    { value: 'tj', label: '天津' },
  ]),
]
const advanced: readonly Filter<unknown>[] = [flagFilter('isChecked', '审核', { yes: '已审核', no: '待审核' })]

const searches: readonly (readonly [name: string, advanced: readonly Filter<unknown>[], applied: FilterTexts])[] = [
  ['普通搜索', [], {}],
  ['可用高级搜索', advanced, { name: '螺纹钢' }],
  ['高级搜索已展开', advanced, { isChecked: '1' }],
]

const pagers: readonly (readonly [name: string, total: number, isEstimated: boolean])[] = [
  ['只有一页', 9, false],
  ['多页', 240, false],
  ['总数为估计', 36_000, true],
]

const viewOf = (id: string, name: string, more: Partial<ListView>): ListView => ({
  id,
  name,
  version: 1,
  filters: [],
  sort: '',
  columns: [],
  roleId: null,
  roleName: '',
  share: 'nobody',
  isOwn: true,
  ownerName: '王敏',
  ...more,
})
const views = [
  viewOf('1', '华东待审核', {}),
  viewOf('2', '本月新增', { share: 'everybody' }),
  viewOf('3', '全国日报', { share: 'role', isOwn: false, ownerName: '李想' }),
]

const nothing = () => undefined
const rows = listOf([])
const setupOf = (view: ListView | undefined, apply: ListSetup<Row>['apply'], isChanged: boolean): ListSetup<Row> => ({
  isWaiting: false,
  placed: [],
  columns: [],
  roles: [],
  defaultViewId: '2',
  changeColumns: nothing,
  resetColumns: nothing,
  onResize: nothing,
  setDefault: nothing,
  views,
  view,
  apply,
  isChanged,
})

type Visit = { id: string; day: string }
const visits: Visit[] = Array.from({ length: 15 }, (_, n) => ({ id: String(n), day: `2026-11-${n + 1}` }))
const noneFound: readonly (readonly [name: string, records: Visit[], total: number])[] = [
  ['小表格', visits, 40],
  ['小表格：没有数据', [], 0],
]

export function Lists() {
  return (
    <QueryClientProvider client={answered}>
      <Part id="list" title="列表周边" about="普通与高级搜索互斥；视图保存筛选、排序和列；只有一页时不分页。" isWide>
        {searches.map(([name, more, first]) => (
          <State<FilterTexts> key={name} name={name} first={first}>
            {(value, onChange) => <SearchBar filters={filters} advanced={more} applied={value} onSearch={onChange} />}
          </State>
        ))}
        {[false, true].map((isChanged) => (
          <State<string | null> key={String(isChanged)} name={isChanged ? '视图已修改' : '视图'} first="1">
            {(value, onChange) => (
              <SavedViews
                listKey="gallery"
                kept={viewOfState(rows)}
                setup={setupOf(
                  views.find(({ id }) => id === value),
                  (view) => onChange(view?.id ?? null),
                  isChanged,
                )}
              />
            )}
          </State>
        ))}
        {pagers.map(([name, total, isEstimated]) => (
          <State key={name} name={name} first={{ current: 1, size: 14 }}>
            {({ current, size }, onChange) => (
              <Pager
                total={total}
                isEstimated={isEstimated}
                current={current}
                size={size}
                onChange={(next, rowsOf) => onChange({ current: next, size: rowsOf })}
              />
            )}
          </State>
        ))}
        {noneFound.map(([name, records, total]) => (
          <State key={name} name={name} first={1}>
            {(current, onTurn) => (
              <PagedTable<Visit>
                columns={[{ title: '日期', dataIndex: 'day' }]}
                read={{
                  data: { records, total, current, size: records.length, pages: 1 },
                  error: null,
                  isPending: false,
                  refetch: async () => undefined,
                }}
                current={current}
                onTurn={onTurn}
              />
            )}
          </State>
        ))}
      </Part>
    </QueryClientProvider>
  )
}
