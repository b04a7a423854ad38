// Permission sets of embedding partners: list, copy, apply, delete if unused.
import { Empty, Modal, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { saveGrants } from '#contract/members/grants.ts'
import {
  listSetPartners,
  type PermissionSetRow,
  permissionSetCalls,
  type SetPartner,
} from '#contract/members/permission-sets.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { useCall } from '#web/lib/query.ts'
import { describeSubProducts, labelModules, subProductOptions } from '../form-labels.ts'
import { ProductsWithHidden } from '../hidden-products.tsx'
import { PartnerEmpower } from './partner-empower.tsx'

type SetEmpowerProps = { set: PermissionSetRow; onClosed: () => void }

/** Applies a permission set: first choose the partner, then the period. */
function SetEmpower({ set, onClosed }: SetEmpowerProps) {
  const { close, frame } = useDialog(onClosed)
  const [chosen, setChosen] = useState<SetPartner>()
  const [partner, setPartner] = useState<SetPartner>()
  const { data, error, refetch } = useCall(listSetPartners, { id: set.id }, { staleTime: 0 })
  if (partner) return <PartnerEmpower partner={partner} onClosed={onClosed} />

  const body = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <Skeleton active paragraph={{ rows: 2 }} />
    if (data.length === 0) {
      return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有使用此方案且可授权的合作伙伴" />
    }
    return (
      <Select
        aria-label="合作伙伴"
        placeholder="请选择合作伙伴"
        style={{ width: '100%' }}
        showSearch={byLabel}
        value={chosen?.id ?? null}
        options={data.map(({ id, name, members }) => ({ value: id, label: `${name}（${members} 名会员）` }))}
        onChange={(id) => setChosen(data.find((each) => each.id === id))}
      />
    )
  }
  return (
    <Modal
      title={`应用权限方案“${set.name}”`}
      {...frame}
      okText="下一步"
      cancelText="取消"
      okButtonProps={{ disabled: !chosen }}
      mask={{ closable: false }}
      onOk={() => setPartner(chosen)}
      onCancel={close}
    >
      {body()}
    </Modal>
  )
}

const filters = [textFilter('name', '方案名称', 64), selectFilter('subProduct', '子产品', subProductOptions)]

const columns = columnsOf(permissionSetCalls.list, {
  name: { width: 200 },
  subProducts: { width: 260, render: ({ subProducts }) => describeSubProducts(subProducts) },
  modules: { width: 200, render: ({ modules }) => labelModules(modules) },
  products: { width: 140, render: ProductsCell },
  partners: { width: 100 },
  remark: { width: 180 },
  updatedAt: {},
})

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
        removing={() => '已按此方案授予的权限不受影响。删除后不能恢复。'}
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
          <Field of={permissionSetCalls.copy} name="name" />
        </FormDialog>
      )}
      {applied && <SetEmpower set={applied} onClosed={() => setApplied(undefined)} />}
    </>
  )
}
