// Partners who embed our sub-products, with their permission sets and members.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addPartner, exportPartners, type PartnerRow, queryPartners } from '../../../../contract/members/partners.ts'
import { Can } from '../../../kit/can.tsx'
import type { Column } from '../../../kit/list/columns.ts'
import { idFilter, selectFilter, textFilter } from '../../../kit/list/filters.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { UserPicker } from '../../../pickers/user-picker.tsx'
import { sayDay, sayList } from '../form-labels.ts'
import { EndingStatus, stateOptions } from './ending-status.tsx'
import { usePartnerActs } from './partner-acts.tsx'
import { PartnerDetails } from './partner-details.tsx'

const filters = [
  textFilter('name', '名称', 64),
  textFilter('code', '编码', 32),
  selectFilter('status', '状态', stateOptions),
]
const advanced = [
  idFilter('ownerId', '负责人', ({ onChange, ...rest }) => (
    <UserPicker {...rest} placeholder="全部" onChange={(ownerId) => onChange(ownerId ?? '')} />
  )),
]

const columns: readonly Column<PartnerRow>[] = [
  { key: 'name', label: '合作伙伴名称', width: 180, opens: true },
  { key: 'code', label: '编码', width: 110 },
  { key: 'contact', label: '联系人', width: 90 },
  { key: 'mobile', label: '联系电话', width: 120 },
  { key: 'domains', label: '嵌入域名', width: 220, render: ({ domains }) => sayList(domains) },
  { key: 'permissionSetName', label: '权限方案', width: 140 },
  { key: 'members', label: '会员数', width: 80, align: 'right' },
  { key: 'status', label: '状态', width: 90, render: EndingStatus },
  { key: 'endsOn', label: '合作截止日期', width: 120, render: ({ endsOn }) => sayDay(endsOn) },
  { key: 'ownerName', label: '负责人', width: 90 },
  { key: 'remark', label: '备注', width: 160 },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

export default function PartnerList() {
  const navigate = useNavigate()
  const [shown, setShown] = useState<PartnerRow>()
  const { actionsOf, dialogs } = usePartnerActs(setShown)
  return (
    <>
      <ListPage
        endpoint={queryPartners}
        settings="embed.partners"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        onOpen={setShown}
        exportCall={exportPartners}
        toolbar={
          <Can call={addPartner}>
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => void navigate('/application/embedManager/partner/add')}
            >
              新增
            </Button>
          </Can>
        }
      />
      {shown && <PartnerDetails row={shown} onClosed={() => setShown(undefined)} />}
      {dialogs}
    </>
  )
}
