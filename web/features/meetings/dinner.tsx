// Dinner of a meeting: guests by table and seat.
import { Button, Input, InputNumber, Space } from 'antd'
import { useState } from 'react'
import {
  type DinnerGuest,
  listDinnerGuests,
  removeDinnerGuests,
  saveDinnerGuest,
} from '../../../contract/meetings/dinner.ts'
import type { MeetingRow } from '../../../contract/meetings/meetings.ts'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useAct, useCall } from '../../lib/query.ts'
import { fullName } from './meeting-labels.tsx'

const WIDTH = 720
const invalidates = [listDinnerGuests]

/** The seat after the last one. */
function nextSeat(guests: readonly DinnerGuest[]): Pick<DinnerGuest, 'tableNumber' | 'seat'> {
  const last = guests.at(-1)
  return last && last.seat < 10
    ? { tableNumber: last.tableNumber, seat: last.seat + 1 }
    : { tableNumber: (last?.tableNumber ?? 0) + 1, seat: 1 }
}

type GuestProps = {
  meetingId: string
  guest: DinnerGuest | undefined
  guests: readonly DinnerGuest[]
  onClosed: () => void
}

function GuestDialog({ meetingId, guest, guests, onClosed }: GuestProps) {
  const { id, version, ...stored } = guest ?? {
    ...{ id: null, version: undefined, name: '', company: '', mobile: '', wish: '' },
    ...nextSeat(guests),
  }
  return (
    <FormDialog
      title={guest ? `编辑来宾：${guest.name}` : '登记来宾'}
      endpoint={saveDinnerGuest}
      initial={stored}
      input={(form) => ({ ...form, meetingId, id, ...(version !== undefined && { version }) })}
      success="已登记"
      invalidates={invalidates}
      verb="保存"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={saveDinnerGuest} name="name">
        <Input maxLength={32} />
      </Field>
      <Field of={saveDinnerGuest} name="company" isRequired={false}>
        <Input maxLength={64} />
      </Field>
      <Field of={saveDinnerGuest} name="mobile" isRequired={false}>
        <Input maxLength={11} inputMode="numeric" />
      </Field>
      <Field of={saveDinnerGuest} name="tableNumber">
        <InputNumber min={1} max={300} precision={0} />
      </Field>
      <Field of={saveDinnerGuest} name="seat">
        <InputNumber min={1} max={30} precision={0} />
      </Field>
      <Field of={saveDinnerGuest} name="wish" isRequired={false} hint="如素食、清真、忌口">
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  )
}

function Guests({ meetingId, guests }: { meetingId: string; guests: readonly DinnerGuest[] }) {
  const [editing, setEditing] = useState<{ guest: DinnerGuest | undefined }>()
  const [confirm, confirmation] = useConfirm()
  const remove = useAct(removeDinnerGuests, { success: '已取消登记', invalidates })
  const askRemoval = ({ id, name, tableNumber, seat }: DinnerGuest) =>
    confirm({
      title: `取消${name}的晚宴登记？`,
      content: `${tableNumber} 桌 ${seat} 座随即空出。`,
      verb: '取消登记',
      run: async () => {
        await remove.run({ meetingId, ids: [id] })
      },
    })
  const tables = new Set(guests.map(({ tableNumber }) => tableNumber)).size
  return (
    <>
      <p className="dinner-head">
        <Button type="primary" onClick={() => setEditing({ guest: undefined })}>
          登记来宾
        </Button>
        {guests.length === 0 ? '还没有来宾登记' : `${tables} 桌，${guests.length} 人`}
      </p>
      {guests.length > 0 && (
        <div className="dinner-scroll">
          <table className="dinner-list">
            <thead>
              <tr>
                <th>桌</th>
                <th>座</th>
                <th>姓名</th>
                <th>单位</th>
                <th>手机号码</th>
                <th>饮食要求</th>
                <th>操作</th>
              </tr>
            </thead>
            <tbody>
              {guests.map((guest) => (
                <tr key={guest.id}>
                  <td>{guest.tableNumber}</td>
                  <td>{guest.seat}</td>
                  <td>{guest.name}</td>
                  <td>{guest.company || '—'}</td>
                  <td>{guest.mobile || '—'}</td>
                  <td>{guest.wish || '—'}</td>
                  <td>
                    <Space size={0}>
                      <Button
                        type="link"
                        size="small"
                        aria-label={`编辑 ${guest.name}`}
                        onClick={() => setEditing({ guest })}
                      >
                        编辑
                      </Button>
                      <Button
                        type="link"
                        size="small"
                        danger
                        aria-label={`取消登记 ${guest.name}`}
                        onClick={() => askRemoval(guest)}
                      >
                        取消登记
                      </Button>
                    </Space>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {editing && (
        <GuestDialog
          meetingId={meetingId}
          guest={editing.guest}
          guests={guests}
          onClosed={() => setEditing(undefined)}
        />
      )}
      {confirmation}
    </>
  )
}

export function Dinner({ meeting, onClosed }: { meeting: MeetingRow; onClosed: () => void }) {
  const read = useCall(listDinnerGuests, { meetingId: meeting.id }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <DetailsDrawer title={`晚宴登记：${fullName(meeting)}`} size={WIDTH} onClosed={onClosed}>
      <Loaded read={read} rows={6}>
        {(guests) => <Guests meetingId={meeting.id} guests={guests} />}
      </Loaded>
    </DetailsDrawer>
  )
}
