// Permission sets of embedding partners: what their members may use; copied, applied, deleted while nobody uses them.
import { Input } from 'antd'
import { useState } from 'react'
import { saveGrants } from '../../../../contract/members/grants.ts'
import {
  listSetPartners,
  type PermissionSetRow,
  permissionSetCalls,
} from '../../../../contract/members/permission-sets.ts'
import { useIsAllowed } from '../../../kit/can.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { selectFilter, textFilter } from '../../../kit/list/filters.tsx'
import { RowsPage } from '../../../kit/list/rows-page.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { sayModules, saySubProducts, subProductOptions } from '../form-labels.ts'
import { ProductsWithHidden } from '../hidden-products.tsx'
import { SetEmpower } from './permission-set-empower.tsx'

const filters = [textFilter('name', '方案名称', 64), selectFilter('subProduct', '子产品', subProductOptions)]

const columns: readonly Column<PermissionSetRow>[] = [
  { key: 'name', label: '方案名称', width: 200 },
  { key: 'subProducts', label: '子产品', width: 260, render: ({ subProducts }) => saySubProducts(subProducts) },
  { key: 'modules', label: '模块', width: 200, render: ({ modules }) => sayModules(modules) },
  { key: 'products', label: '产品数', width: 140, render: ProductsCell },
  { key: 'partners', label: '合作伙伴数', width: 100, align: 'right' },
  { key: 'remark', label: '备注', width: 180 },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

function ProductsCell({ products, hidden }: PermissionSetRow) {
  return <ProductsWithHidden text={String(products)} hidden={hidden} />
}

const NAME_MAX = 64
const PAGES = '/application/embedManager/permission'

export default function PermissionSetList() {
  const isAllowed = useIsAllowed()
  const [copied, setCopied] = useState<PermissionSetRow>()
  const [applied, setApplied] = useState<PermissionSetRow>()

  const actsOf = (row: PermissionSetRow) => {
    const mayGrant = row.subProducts.every((key) => isAllowed(saveGrants, key))
    return [
      { label: '复制', call: permissionSetCalls.copy, run: () => setCopied(row) },
      ...(mayGrant ? [{ label: '应用', call: listSetPartners, run: () => setApplied(row) }] : []),
    ]
  }
  return (
    <>
      <RowsPage
        calls={permissionSetCalls}
        settings="embed.permissionSets"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/permissionAdd`, edit: `${PAGES}/permissionEdit` } }}
        acts={actsOf}
        removing={() => '按此方案已授的权限不受影响。删除后不能恢复。'}
      />
      {copied && (
        <FormDialog
          title={`复制权限方案“${copied.name}”`}
          endpoint={permissionSetCalls.copy}
          initial={{ name: `${copied.name} 副本`.slice(0, NAME_MAX) }}
          input={({ name }) => ({ id: copied.id, name })}
          success="复制成功"
          invalidates={[permissionSetCalls.list, permissionSetCalls.get]}
          verb="复制"
          onClosed={() => setCopied(undefined)}
        >
          <Field of={permissionSetCalls.copy} name="name">
            <Input maxLength={NAME_MAX} />
          </Field>
        </FormDialog>
      )}
      {applied && <SetEmpower set={applied} onClosed={() => setApplied(undefined)} />}
    </>
  )
}
