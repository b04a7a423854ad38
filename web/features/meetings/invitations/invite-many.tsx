// Inviting many people to a meeting at once: contacts or members of customers, or the accounts of saved lists.
import { keepPreviousData } from '@tanstack/react-query'
import { Form, Radio, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import {
  type InviteeKind,
  inviteeKindLabels,
  inviteeKinds,
  invitePeople,
  listInvitable,
  listInvitations,
  listInviteLists,
} from '#contract/meetings/invitations.ts'
import type { MeetingRow } from '#contract/meetings/meetings.ts'
import { searchEnterprises } from '#contract/members/customers.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { fullName } from '../meeting-labels.tsx'
import { queuedText, useInviteWays } from './invite-ways.tsx'

const CUSTOMERS_MAX = 100
const quiet = { call: { hideErrorMsg: true } }

type Chosen = { value: string; label: string }
type ChoiceProps = { id: string; value: Chosen[]; onChange: (chosen: Chosen[]) => void }

/** One's own customers, searched while typing. */
function Customers({ id, value, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const found = useCall(searchEnterprises, text ? { text } : {}, { placeholderData: keepPreviousData, ...quiet })
  const handleSearch = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setText(typed.trim()), SELECT_FILTER_MS)
  }
  return (
    <Select
      id={id}
      mode="multiple"
      labelInValue
      maxCount={CUSTOMERS_MAX}
      placeholder="输入名称查找自己的客户，可多选"
      value={value}
      showSearch={{ onSearch: handleSearch, filterOption: false }}
      options={(found.data ?? []).map((row) => ({ value: row.id, label: row.name }))}
      notFoundContent={found.error ? '加载失败，请重新输入' : found.isFetching ? '正在查找…' : '没有符合条件的企业'}
      onChange={onChange}
    />
  )
}

function Lists({ id, value, onChange }: ChoiceProps) {
  const { data = [], isPending, error } = useCall(listInviteLists, {}, { staleTime: 0, ...quiet })
  return (
    <Select
      id={id}
      mode="multiple"
      labelInValue
      placeholder="请选择名单"
      loading={isPending}
      value={value}
      options={data.map(({ id: list, name, count }) => ({ value: list, label: `${name}（${count} 人）` }))}
      notFoundContent={error ? '加载失败，请关闭后重试' : '没有自己或下级保存的名单，可在邮件推送中保存'}
      onChange={onChange}
    />
  )
}

export function InviteMany({ meeting, onClosed }: { meeting: MeetingRow; onClosed: () => void }) {
  const [kind, setKind] = useState<InviteeKind>('mainContacts')
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [ways, wayInputs] = useInviteWays({ sendMail: true, sendText: false })
  const act = useConfirmed(invitePeople, {
    title: `批量邀请：${fullName(meeting)}`,
    verb: '邀请',
    isDanger: false,
    invalidates: [listInvitations, listInvitable],
    onSuccess: (done) => {
      notify.success(`已邀请 ${done.count} 人${queuedText(done)}`)
      onClosed()
    },
  })
  const isList = kind === 'list'
  const choose = (next: InviteeKind) => {
    if ((next === 'list') !== isList) setChosen([])
    setKind(next)
  }
  const save = async () => {
    await act.run({ meetingId: meeting.id, kind, ids: chosen.map(({ value }) => value), ...ways })
    return false
  }
  const Choice = isList ? Lists : Customers
  return (
    <>
      <ChooseDialog
        title="批量邀请"
        width={560}
        verb="下一步"
        nothing={chosen.length === 0 ? (isList ? '请选择名单' : '请选择客户') : undefined}
        isChanged={chosen.length > 0}
        isSaving={act.pending}
        onSave={save}
        onClosed={onClosed}
      >
        <Form layout="vertical" component="div">
          <Form.Item label="邀请对象" colon={false}>
            <Radio.Group
              aria-label="邀请对象"
              value={kind}
              onChange={(event) => choose(event.target.value)}
              options={inviteeKinds.map((each) => ({ value: each, label: inviteeKindLabels[each] }))}
            />
          </Form.Item>
          <Form.Item label={isList ? '名单' : '客户'} colon={false} htmlFor="invited-many" required>
            <Choice id="invited-many" value={chosen} onChange={setChosen} />
          </Form.Item>
          {wayInputs}
        </Form>
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
