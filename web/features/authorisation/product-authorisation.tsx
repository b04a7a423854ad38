// Who may work on which products: find people by name, department, role or product; grant to one or to many.
import { useState } from 'react'
import { exportProductGrants } from '../../../contract/authorisation/authorisation-sheets.ts'
import {
  filterToGrantProductTree,
  grantProducts,
  type ProductGrantsRow,
  queryProductGrants,
  revokeProducts,
  updateUserLinkProduct,
} from '../../../contract/authorisation/grants.ts'
import type { Column } from '../../kit/list/columns.ts'
import { idFilter, textFilter } from '../../kit/list/filters.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useCall } from '../../lib/query.ts'
import { DeptPicker } from '../../pickers/dept-picker.tsx'
import { idsOf, toChecks } from '../../pickers/grant-tree.rules.ts'
import { ProductGrants } from '../../pickers/product-grants.tsx'
import { RolePicker } from '../../pickers/role-picker.tsx'
import { BatchGrants } from './batch-grants.tsx'

const filters = [textFilter('realName', '姓名', 32), textFilter('product', '产品', 64)]
const advanced = [
  idFilter('deptId', '部门', ({ onChange, ...rest }) => (
    <DeptPicker {...rest} placeholder="全部" onChange={(deptId) => onChange(deptId ?? '')} />
  )),
  idFilter('roleId', '角色', ({ onChange, ...rest }) => (
    <RolePicker {...rest} placeholder="全部" onChange={(roleId) => onChange(roleId ?? '')} />
  )),
]

const columns: readonly Column<ProductGrantsRow>[] = [
  { key: 'userName', label: '用户名', width: 140 },
  { key: 'realName', label: '姓名', width: 120 },
  { key: 'deptName', label: '部门', width: 160 },
  { key: 'roleName', label: '角色', width: 140 },
  {
    key: 'productCount',
    label: '可用产品',
    width: 110,
    align: 'right',
    render: ({ seesAll, productCount }) => (seesAll ? '全部' : productCount),
  },
  { key: 'ownCount', label: '个人授权', width: 110, align: 'right' },
]

type Batch = {
  endpoint: typeof grantProducts | typeof revokeProducts
  rows: readonly ProductGrantsRow[]
  done: () => void
}

export default function ProductAuthorisation() {
  const [granting, setGranting] = useState<ProductGrantsRow>()
  const [batch, setBatch] = useState<Batch>()
  const tree = useCall(filterToGrantProductTree, undefined, { enabled: batch !== undefined })
  const batchAct = (label: string, endpoint: Batch['endpoint']) => ({
    label,
    call: endpoint,
    isDanger: endpoint === revokeProducts,
    run: (rows: readonly ProductGrantsRow[], done: () => void) => setBatch({ endpoint, rows, done }),
  })
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
        batchActs={[batchAct('批量授权', grantProducts), batchAct('批量取消授权', revokeProducts)]}
      />
      {granting && <ProductGrants user={granting} onClosed={() => setGranting(undefined)} />}
      {batch && (
        <BatchGrants
          title={batch.endpoint === grantProducts ? '批量授权' : '批量取消授权'}
          isRevoking={batch.endpoint === revokeProducts}
          noun="产品"
          searchText="搜索分类或产品"
          tree={tree}
          nodes={toChecks(tree.data ?? [])}
          idsOf={(chosen) => idsOf(chosen, 'P')}
          endpoint={batch.endpoint}
          input={(userIds, productIds) => ({ userIds, productIds })}
          list={queryProductGrants}
          rows={batch.rows}
          done={batch.done}
          onClosed={() => setBatch(undefined)}
        />
      )}
    </>
  )
}
