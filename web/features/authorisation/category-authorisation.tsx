// Category rights of staff: categories whose customers they serve, and news categories they write in; for one or many.
import { useState } from 'react'
import { exportCategoryGrants } from '#contract/authorisation/authorisation-sheets.ts'
import {
  batchNewsRights,
  type CategoryGrantsRow,
  listNewsCategories,
  queryCategoryGrants,
  updateAdminLinkCategory,
  updateBatchAdminLinkCategory,
} from '#contract/authorisation/grants.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useCall } from '#web/lib/query.ts'
import { BatchGrants } from '#web/pickers/batch-grants.tsx'
import { CategoryGrants } from '#web/pickers/category-grants.tsx'
import { deptFilter } from '#web/pickers/dept-picker.tsx'
import { newsChecks } from '#web/pickers/grant-tree.rules.ts'
import { roleFilter } from '#web/pickers/role-picker.tsx'

const filters = [textFilter('realName', '姓名', 32), textFilter('category', '分类', 64)]
const advanced = [deptFilter('deptId', '部门'), roleFilter('roleId', '角色')]

const columns = columnsOf(queryCategoryGrants, {
  userName: { width: 140 },
  realName: { width: 120 },
  deptName: { width: 160 },
  roleName: { width: 140 },
  categoryCount: { width: 120 },
  newsCategoryCount: { width: 110 },
})

type Batch = { verb: 'add' | 'revoke'; rows: readonly CategoryGrantsRow[]; done: () => void }

export default function CategoryAuthorisation() {
  const [granting, setGranting] = useState<CategoryGrantsRow>()
  const [batch, setBatch] = useState<Batch>()
  const news = useCall(listNewsCategories, {}, { enabled: batch !== undefined })
  const batchAct = (label: string, verb: Batch['verb']) => ({
    label,
    call: batchNewsRights[verb],
    isDanger: verb === 'revoke',
    run: (rows: readonly CategoryGrantsRow[], done: () => void) => setBatch({ verb, rows, done }),
  })
  return (
    <>
      <ListPage
        endpoint={queryCategoryGrants}
        filters={filters}
        advanced={advanced}
        columns={columns}
        settings="categoryAuthorisation"
        exportCall={exportCategoryGrants}
        rowName={({ realName }) => realName}
        rowActions={(row) => [{ label: '授权', call: updateAdminLinkCategory, run: () => setGranting(row) }]}
        batchActs={[batchAct('批量授权资讯分类', 'add'), batchAct('批量取消资讯分类', 'revoke')]}
      />
      {granting && <CategoryGrants user={granting} onClosed={() => setGranting(undefined)} />}
      {batch && (
        <BatchGrants
          title={batch.verb === 'add' ? '批量授权资讯分类' : '批量取消授权资讯分类'}
          isRevoking={batch.verb === 'revoke'}
          noun="资讯分类"
          searchText="搜索产品或资讯分类"
          tree={news}
          nodes={newsChecks(news.data ?? [])}
          idsOf={(chosen) => [...chosen]}
          endpoint={updateBatchAdminLinkCategory}
          input={(userIds, categoryIds) => ({ userIds, verb: batch.verb, categoryIds })}
          list={queryCategoryGrants}
          rows={batch.rows}
          done={batch.done}
          onClosed={() => setBatch(undefined)}
        />
      )}
    </>
  )
}
