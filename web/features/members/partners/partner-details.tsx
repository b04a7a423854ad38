// Details of one partner, with its members: add by login name, remove.
import { UserAddOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  addPartnerMembers,
  type PartnerMember,
  type PartnerRow,
  partnerCalls,
  queryPartnerMembers,
  removePartnerMembers,
} from '#contract/members/partners.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { describeList } from '../form-labels.ts'
import { EndingStatus } from './ending-status.tsx'
import './partner-details.css'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { notify } from '#web/lib/notify.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { TextTags } from '#web/pickers/text-tags.tsx'

type PartnerAddMembersProps = { id: string; onClosed: () => void }

/** Adds members to a partner by login names; failures are listed with their reasons. */
function PartnerAddMembers({ id, onClosed }: PartnerAddMembersProps) {
  const [names, setNames] = useState<string[]>([])
  const title = '添加会员'
  const act = useConfirmed(addPartnerMembers, {
    title,
    verb: '添加',
    isDanger: false,
    success: '添加成功',
    invalidates: [queryPartnerMembers, partnerCalls.list],
    onPartly: onClosed,
  })
  const handleSave = async () => {
    if (names.length > 0) return (await act.run({ id, loginNames: names })) !== undefined
    notify.warning('请输入登录名')
    return false
  }
  return (
    <>
      <ChooseDialog
        title={title}
        width={520}
        verb="添加"
        isChanged={names.length > 0}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <TextTags
          label="登录名"
          placeholder="输入或粘贴登录名，按回车分隔，一次最多 100 个"
          value={names}
          onChange={setNames}
        />
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}

const WIDTH = 760

const nameOf = ({ realName, loginName }: PartnerMember) => `${realName}（${loginName}）`

const columns = [
  { key: 'member', title: '会员', width: 220, ellipsis: true, render: nameOf },
  { key: 'enterpriseName', title: '企业', dataIndex: 'enterpriseName', ellipsis: true },
  {
    key: 'ownerName',
    title: '归属人',
    dataIndex: 'ownerName',
    width: 90,
    render: (name: string | null) => name || '公海',
  },
  { key: 'grants', title: '有效授权', dataIndex: 'grants', width: 90, align: 'right' as const },
  { key: 'endsOn', title: '最晚截止', dataIndex: 'endsOn', width: 110, render: (day: string | null) => day ?? '—' },
]

function Members({ id }: { id: string }) {
  const [current, setCurrent] = useState(1)
  const [loginName, setLoginName] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [confirm, confirmation] = useConfirm()
  const mayEdit = useIsAllowed()(removePartnerMembers)
  const read = useCall(
    queryPartnerMembers,
    { id, current, size: PAGED_ROWS, ...(loginName && { loginName }) },
    { call: { hideErrorMsg: true }, placeholderData: (before) => before },
  )
  const remove = useAct(removePartnerMembers, {
    invalidates: [queryPartnerMembers, partnerCalls.list],
    guardMs: DIALOG_GUARD_MS,
    success: '移除成功',
  })
  const askRemove = (member: PartnerMember) =>
    confirm({
      title: `移除会员“${member.realName}”？`,
      content: `${nameOf(member)}不再是此合作伙伴的会员，已授予的权限不会取消。`,
      verb: '移除',
      run: () => remove.run({ id, memberIds: [member.id] }),
    })
  const act = {
    key: 'act',
    title: '操作',
    width: 70,
    render: (_: unknown, member: PartnerMember) => (
      <button
        type="button"
        className="text-link text-link-danger"
        aria-label={`移除 ${member.realName}`}
        onClick={() => askRemove(member)}
      >
        移除
      </button>
    ),
  }
  return (
    <section className="partner-members" aria-label="会员">
      <div className="partner-members-head">
        <h3>会员</h3>
        <Input.Search
          aria-label="按登录名查找"
          placeholder="按登录名查找"
          allowClear
          maxLength={64}
          onSearch={(text) => {
            setLoginName(text.trim())
            setCurrent(1)
          }}
        />
        <Can call={addPartnerMembers}>
          <Button icon={<UserAddOutlined />} onClick={() => setAdding(true)}>
            添加会员
          </Button>
        </Can>
      </div>
      <PagedTable
        columns={mayEdit ? [...columns, act] : columns}
        minWidth={680}
        read={read}
        current={current}
        onTurn={setCurrent}
        emptyText={loginName ? '没有符合条件的会员' : '还没有会员，可按登录名添加'}
      />
      {isAdding && <PartnerAddMembers id={id} onClosed={() => setAdding(false)} />}
      {confirmation}
    </section>
  )
}

export function PartnerDetails({ row, onClosed }: { row: PartnerRow; onClosed: () => void }) {
  return (
    <DetailsDrawer title={`${row.name}（${row.code}）`} size={WIDTH} onClosed={onClosed}>
      <Facts
        columns={2}
        labelWidth={88}
        items={factsOf(partnerCalls.list, row, {
          status: { render: EndingStatus },
          endsOn: { empty: '长期' },
          contact: {},
          mobile: {},
          ownerName: {},
          permissionSetName: {},
          domains: { span: 2, render: ({ domains }) => describeList(domains) },
          remark: { span: 2 },
          updatedAt: { span: 2 },
        })}
      />
      <Can call={queryPartnerMembers}>
        <Members id={row.id} />
      </Can>
    </DetailsDrawer>
  )
}
