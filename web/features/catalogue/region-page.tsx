// Regions: provinces and cities as a tree, and a paged list of the regions below the chosen one.

import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { exportRegions, regionImport } from '#contract/catalogue/catalogue-sheets.ts'
import {
  addRegion,
  type CityTree,
  getCityTree,
  type RegionFound,
  searchRegionList,
  sortRegions,
} from '#contract/catalogue/regions.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, idFilter } from '#web/kit/list/filters.tsx'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { exportQuery } from '#web/kit/sheets/export-query.ts'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { DataTable } from '#web/kit/table/data-table.tsx'
import { TreePage } from '#web/kit/tree/tree-page.tsx'
import { pathTo } from '#web/kit/tree/tree-rows.rules.ts'
import { TreeSort } from '#web/kit/tree/tree-sort.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { orderWith } from './category-place.rules.ts'
import { regionReads, useRegionActs } from './region-acts.tsx'

const search = filtersOf(searchRegionList, ['regionName', 'code'])
const filters = [...search, idFilter('parentId', '上级地区', () => null)]
const levels = ['省', '市', '区县'] as const
const textsOf = ({ title }: CityTree) => [title]

const columns = columnsOf(searchRegionList, {
  regionName: { width: 200 },
  level: { width: 90, render: ({ level }) => levels[level - 1] },
  code: { width: 110 },
  path: { width: 320 },
})

export default function RegionPage() {
  const { data: nodes, error, refetch } = useCall(getCityTree)
  const list = useList(searchRegionList, filters)
  const isAllowed = useIsAllowed()
  const acts = useRegionActs()
  const sorting = useAct(sortRegions, { invalidates: regionReads, success: '顺序已保存' })
  const { parentId, ...texts } = list.filters
  const chosen = pathTo(nodes ?? [], parentId ?? '').at(-1)
  const siblingsOf = (above: string | null) =>
    above === null ? (nodes ?? []) : (pathTo(nodes ?? [], above).at(-1)?.children ?? [])
  return (
    <>
      <TreePage
        label="地区"
        error={error}
        onRetry={() => void refetch()}
        acts={
          <Can call={addRegion}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => acts.add(null)}>
              新增省级
            </Button>
            <Button
              disabled={!chosen}
              title="先选中省或市"
              onClick={() => chosen && acts.add({ id: chosen.id, name: chosen.title })}
            >
              新增下级
            </Button>
          </Can>
        }
        tree={
          nodes &&
          ((height) => (
            <TreeSort<CityTree>
              label="地区树"
              nodes={nodes}
              height={height}
              searchText="搜索省、市"
              textsOf={textsOf}
              opensTo={0}
              selected={chosen?.key}
              onSelect={({ id }) => list.search(id === chosen?.id ? {} : { parentId: id })}
              canMove={(_node, _parent, isSameParent) => isSameParent && isAllowed(sortRegions)}
              onMove={async (node, { parent, place }) => {
                const ids = orderWith(siblingsOf(parent), node.id, place)
                return (await sorting.run({ parentId: parent, ids })) !== undefined
              }}
            />
          ))
        }
      >
        <div className="tree-head">
          <h2>{chosen?.title ?? '全国'}</h2>
          {list.page && <small>共 {list.page.total} 个地区</small>}
          <div className="tree-head-end">
            <ImportButton calls={regionImport} invalidates={regionReads} />
            <ExportButton call={exportRegions} query={exportQuery(filters, list)} total={list.page?.total} />
          </div>
        </div>
        <SearchBar
          filters={search}
          applied={texts}
          onSearch={(next) => list.search(parentId ? { ...next, parentId } : next)}
        />
        <DataTable<RegionFound>
          list={list}
          columns={columns}
          rowName={({ regionName }) => regionName}
          rowActions={acts.actionsOf}
        />
      </TreePage>
      {acts.dialogs}
    </>
  )
}
