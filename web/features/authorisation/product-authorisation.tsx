// Product rights of staff: find people by name, department, role or product; grant for one or many.
import { useState } from 'react'
import { exportProductGrants } from '#contract/authorisation/authorisation-sheets.ts'
import { type ProductGrantsRow, queryProductGrants, updateUserLinkProduct } from '#contract/authorisation/grants.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { deptFilter } from '#web/pickers/dept-picker.tsx'
import { useProductBatch } from '#web/pickers/product-batch.tsx'
import { ProductGrants } from '#web/pickers/product-grants.tsx'
import { roleFilter } from '#web/pickers/role-picker.tsx'

const filters = filtersOf(queryProductGrants, ['realName', 'product'])
const advanced = [deptFilter('deptId', '部门'), roleFilter('roleId', '角色')]

const columns = columnsOf(queryProductGrants, {
  userName: { width: 140 },
  realName: { width: 120 },
  deptName: { width: 160 },
  roleName: { width: 140 },
  productCount: { width: 110, render: ({ seesAll, productCount }) => (seesAll ? '全部' : productCount) },
  ownCount: { width: 110 },
})

export default function ProductAuthorisation() {
  const [granting, setGranting] = useState<ProductGrantsRow>()
  const batch = useProductBatch(queryProductGrants, ['批量授权', '批量取消授权'])
  return (
    <>
      <ListPage
        endpoint={queryProductGrants}
        filters={filters}
        advanced={advanced}
        columns={columns}
        settings="productAuthorisation"
        exportCall={exportProductGrants}
        rowName={({ realName }) => realName}
        rowActions={(row) => [{ label: '授权', call: updateUserLinkProduct, run: () => setGranting(row) }]}
        batchActs={batch.batchActs}
      />
      {granting && <ProductGrants user={granting} onClosed={() => setGranting(undefined)} />}
      {batch.dialog}
    </>
  )
}
