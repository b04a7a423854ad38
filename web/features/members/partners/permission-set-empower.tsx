// Applies a permission set: first to whose members, then for how long.
import { Empty, Modal, Select, Skeleton } from 'antd'
import { useState } from 'react'
import {
  listSetPartners,
  type PermissionSetRow,
  type SetPartner,
} from '../../../../contract/members/permission-sets.ts'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { useDialog } from '../../../kit/dialog/use-dialog.ts'
import { useCall } from '../../../lib/query.ts'
import { PartnerEmpower } from './partner-empower.tsx'

type SetEmpowerProps = { set: PermissionSetRow; onClosed: () => void }

export function SetEmpower({ set, onClosed }: SetEmpowerProps) {
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
        showSearch={{ optionFilterProp: 'label' }}
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
