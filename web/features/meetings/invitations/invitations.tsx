// Invitations of a meeting: contacts of customers, each with a link and its QR code.
import '../sign-ups/sign-ups.css'
import { Button, Checkbox, Form, Space } from 'antd'
import { useState } from 'react'
import {
  endInvitations,
  INVITATIONS_MAX,
  type Invitable,
  type Invitation,
  inviteContacts,
  listInvitable,
  listInvitations,
} from '#contract/meetings/invitations.ts'
import type { MeetingRow } from '#contract/meetings/meetings.ts'
import { liveStates } from '#contract/meetings/sign-up-labels.ts'
import { messageStateLabels } from '#contract/outbox/message-labels.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { EnterprisePicker } from '#web/pickers/enterprise-picker.tsx'
import { LinkDialog } from '../link-dialog.tsx'
import { fullName } from '../meeting-labels.tsx'
import { SignUpStatus } from '../sign-ups/sign-up-labels.tsx'
import { InviteMany } from './invite-many.tsx'
import { queuedText, useInviteWays } from './invite-ways.tsx'

const WIDTH = 860
const invalidates = [listInvitations, listInvitable]
const quiet = { call: { hideErrorMsg: true } }

type ContactsProps = {
  contacts: readonly Invitable[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

function Contacts({ contacts, chosen, onChange }: ContactsProps) {
  if (contacts.length === 0) return <p>这个客户还没有在职的联系人，请先在客户管理中添加。</p>
  return (
    <Checkbox.Group
      aria-label="联系人"
      className="invitation-contacts"
      value={[...chosen]}
      onChange={onChange}
      options={contacts.map(({ id, name, position, problem }) => ({
        value: id,
        disabled: problem !== '',
        label: [name, position, problem && `（${problem}）`].filter(Boolean).join(' '),
      }))}
    />
  )
}

function InviteDialog({ meeting, onClosed }: { meeting: MeetingRow; onClosed: () => void }) {
  const [enterpriseId, setEnterpriseId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const [ways, wayInputs] = useInviteWays({ sendMail: false, sendText: false })
  const act = useAct(inviteContacts, { invalidates })
  const read = useCall(
    listInvitable,
    { meetingId: meeting.id, enterpriseId: enterpriseId ?? '' },
    { enabled: enterpriseId !== null, staleTime: 0, ...quiet },
  )
  const choose = (id: string | null) => {
    setEnterpriseId(id)
    setChosen([])
  }
  const save = async () => {
    if (enterpriseId === null) return false
    const done = await act.run({ meetingId: meeting.id, enterpriseId, contactIds: chosen, ...ways })
    if (done !== undefined) notify.success(`已生成 ${done.count} 份邀请函${queuedText(done)}`)
    return done !== undefined
  }
  return (
    <ChooseDialog
      title="邀请联系人"
      width={480}
      verb="生成邀请函"
      nothing={chosen.length === 0 ? '请选择联系人' : undefined}
      isChanged={chosen.length > 0}
      isSaving={act.pending}
      onSave={save}
      onClosed={onClosed}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="客户" colon={false} htmlFor="invited-customer" required>
          <EnterprisePicker
            id="invited-customer"
            placeholder="输入名称查找自己的客户"
            value={enterpriseId}
            onChange={choose}
          />
        </Form.Item>
        {enterpriseId !== null && (
          <Loaded read={read} rows={3}>
            {(contacts) => <Contacts contacts={contacts} chosen={chosen} onChange={setChosen} />}
          </Loaded>
        )}
        {wayInputs}
      </Form>
    </ChooseDialog>
  )
}

function Status({ state, isEnded, openedAt }: Invitation) {
  if (state !== null) return <SignUpStatus state={state} />
  if (isEnded) return '已作废'
  return openedAt === null ? '未打开' : `${formatMoment(openedAt)} 打开`
}

type TableProps = {
  rows: readonly Invitation[]
  onShow: (invitation: Invitation) => void
  onEnd: (invitation: Invitation) => void
}

function InvitationTable({ rows, onShow, onEnd }: TableProps) {
  return (
    <div className="dinner-scroll">
      <table className="dinner-list invitation-list">
        <thead>
          <tr>
            <th>姓名</th>
            <th>单位</th>
            <th>邀请人</th>
            <th>邀请时间</th>
            <th>邮件</th>
            <th>短信</th>
            <th>状态</th>
            <th>操作</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.name}</td>
              <td className="invitation-company">{row.company}</td>
              <td>{row.inviterName}</td>
              <td>{formatMoment(row.createdAt)}</td>
              <td>{row.mail === null ? '—' : messageStateLabels[row.mail]}</td>
              <td>{row.text === null ? '—' : messageStateLabels[row.text]}</td>
              <td>
                <Status {...row} />
              </td>
              <td>
                {!row.isEnded && (
                  <Space size={0}>
                    <Button type="link" size="small" aria-label={`二维码 ${row.name}`} onClick={() => onShow(row)}>
                      二维码
                    </Button>
                    <Button type="link" size="small" danger aria-label={`作废 ${row.name}`} onClick={() => onEnd(row)}>
                      作废
                    </Button>
                  </Space>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What became of them. */
function countsText(rows: readonly Invitation[]): string {
  const live = rows.filter(({ state }) => state !== null && liveStates.includes(state))
  const opened = rows.filter(({ openedAt }) => openedAt !== null).length
  const came = rows.filter(({ state }) => state === 'came').length
  const newest = rows.length === INVITATIONS_MAX ? `最新 ${INVITATIONS_MAX} 份：` : ''
  return `${newest}邀请 ${rows.length} · 打开 ${opened} · 报名 ${live.length} · 到场 ${came}`
}

export function Invitations({ meeting, onClosed }: { meeting: MeetingRow; onClosed: () => void }) {
  const [isInviting, setInviting] = useState(false)
  const [isInvitingMany, setInvitingMany] = useState(false)
  const [shown, setShown] = useState<Invitation>()
  const [confirm, confirmation] = useConfirm()
  const read = useCall(listInvitations, { meetingId: meeting.id }, { staleTime: 0, ...quiet })
  const ending = useAct(endInvitations, { success: '邀请函已作废', invalidates })
  const askEnd = ({ id, name }: Invitation) =>
    confirm({
      title: `作废${name}的邀请函？`,
      content: '链接随即失效，已有的报名不受影响；可以重新邀请，生成新的链接。',
      verb: '作废',
      run: async () => {
        await ending.run({ meetingId: meeting.id, ids: [id] })
      },
    })
  return (
    <DetailsDrawer title={`邀请函：${fullName(meeting)}`} size={WIDTH} onClosed={onClosed}>
      <p className="dinner-head">
        <Button type="primary" onClick={() => setInviting(true)}>
          邀请联系人
        </Button>
        <Button onClick={() => setInvitingMany(true)}>批量邀请</Button>
        {read.data && read.data.length > 0 && countsText(read.data)}
      </p>
      <Loaded read={read} rows={6}>
        {(rows) =>
          rows.length === 0 ? (
            <p>还没有邀请。从自己客户的联系人、会员或名单中选择，为每人生成专属链接和二维码。</p>
          ) : (
            <InvitationTable rows={rows} onShow={setShown} onEnd={askEnd} />
          )
        }
      </Loaded>
      {isInvitingMany && <InviteMany meeting={meeting} onClosed={() => setInvitingMany(false)} />}
      {isInviting && <InviteDialog meeting={meeting} onClosed={() => setInviting(false)} />}
      {shown && (
        <LinkDialog
          title={`邀请函：${shown.name}`}
          url={shown.url}
          hint="请本人扫码，或复制链接发给本人；打开后填写即完成报名，请勿转给他人。"
          onClosed={() => setShown(undefined)}
        />
      )}
      {confirmation}
    </DetailsDrawer>
  )
}
