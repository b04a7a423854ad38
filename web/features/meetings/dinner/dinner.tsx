// Dinner of a meeting: tables, who sits where, wishes, seating by rule, the seating list and table cards.
import './dinner.css'
import { PlusOutlined, PrinterOutlined, UserAddOutlined } from '@ant-design/icons'
import { Button, Select, Space } from 'antd'
import { useState } from 'react'
import {
  type DinnerGuest,
  type DinnerTable,
  type DinnerView,
  exportDinner,
  getDinner,
  removeDinnerGuest,
  removeDinnerTable,
  seatDinnerGuest,
  undoDinnerFill,
} from '#contract/meetings/dinner.ts'
import type { MeetingRow } from '#contract/meetings/meetings.ts'
import { printPapers } from '#contract/meetings/papers.ts'
import { queryOwnJobs } from '#contract/system/jobs.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { fullName } from '../meeting-labels.tsx'
import { DinnerBoard, type Place } from './dinner-board.tsx'
import { AddTables, EditTable, FillForm, GuestForm, invalidates, Wishes } from './dinner-forms.tsx'

const WIDTH = 1180
/** What others do to the seating. */
const REFRESH_MS = 20_000

type BarProps = {
  dinner: DinnerView
  guest: DinnerGuest
  onPlace: (place: Place) => void
  onWishes: () => void
  onEdit: () => void
  onRemove: () => void
  onClose: () => void
}

/** Places the selected guest without a pointer: by table and seat. */
function SelectedBar({ dinner, guest, onPlace, onWishes, onEdit, onRemove, onClose }: BarProps) {
  const { tables, guests, quotas } = dinner
  const [tableId, setTableId] = useState<string | undefined>(guest.tableId ?? undefined)
  const [seat, setSeat] = useState<number>()
  const at = (id: string) => guests.filter((other) => other.tableId === id)
  const table = tables.find(({ id }) => id === tableId)
  const sitting = new Map(at(table?.id ?? '').map((other) => [other.seat, other.name]))
  const seatOptions = Array.from({ length: table?.seats ?? 0 }, (_, index) => {
    const who = sitting.get(index + 1)
    return { value: index + 1, label: who ? `${index + 1} 座（与${who}互换）` : `${index + 1} 座`, who }
  })
    // who has no seat has none to give
    .filter(({ who }) => who === undefined || (guest.tableId !== null && who !== guest.name))
  const quota = quotas.find(({ id }) => id === guest.quotaId)?.name
  return (
    <section className="dinner-selected" aria-label={`已选择 ${guest.name}`}>
      <p>
        <strong>{guest.name}</strong> {[guest.company, quota, guest.diet].filter(Boolean).join(' · ')}
      </p>
      <Space wrap>
        <Select
          aria-label="桌"
          placeholder="选择桌"
          value={tableId ?? null}
          options={tables.map(({ id, zone, name, seats }) => ({
            value: id,
            label: `${zone && `${zone} `}${name}（空 ${seats - at(id).length}）`,
          }))}
          onChange={(next: string) => {
            setTableId(next)
            setSeat(undefined)
          }}
        />
        <Select
          aria-label="座"
          placeholder="第一个空座"
          allowClear
          value={seat ?? null}
          options={seatOptions}
          onChange={(next: number | undefined) => setSeat(next)}
        />
        <Button
          type="primary"
          disabled={tableId === undefined || (tableId === guest.tableId && seat === undefined)}
          onClick={() => tableId !== undefined && onPlace({ tableId, seat: seat ?? null })}
        >
          安排
        </Button>
        {guest.tableId !== null && <Button onClick={() => onPlace({ tableId: null, seat: null })}>移出</Button>}
        <Button onClick={onWishes}>要求</Button>
        {guest.signUpId === null && (
          <>
            <Button onClick={onEdit}>编辑</Button>
            <Button danger onClick={onRemove}>
              删除
            </Button>
          </>
        )}
        <Button type="text" onClick={onClose}>
          取消选择
        </Button>
      </Space>
    </section>
  )
}

type Opened = { kind: 'tables' | 'fill' | 'guest' | 'editGuest' | 'wishes' } | { kind: 'table'; table: DinnerTable }

type SeatingProps = { meetingId: string; dinner: DinnerView; onStale: () => void }

function Seating({ meetingId, dinner, onStale }: SeatingProps) {
  const { tables, guests, quotas } = dinner
  const [key, setKey] = useState<string>()
  const [opened, setOpened] = useState<Opened>()
  const [confirm, confirmation] = useConfirm()
  const seating = useAct(seatDinnerGuest, {
    invalidates,
    guardMs: 0,
    // somebody else has seated people meanwhile
    onRefusal: ({ msg, isShown }) => {
      if (!isShown) notify.error(msg)
      onStale()
    },
  })
  const undoing = useAct(undoDinnerFill, { success: '已撤销', invalidates })
  const removingTable = useAct(removeDinnerTable, { success: '已删除', invalidates })
  const removingGuest = useAct(removeDinnerGuest, { success: '已删除', invalidates })
  const printing = useConfirmed(printPapers, {
    title: '打印台卡',
    verb: '打印',
    isDanger: false,
    success: '正在排版，完成后在右上角的下载中心下载',
    invalidates: [queryOwnJobs],
  })
  const selected = guests.find((guest) => guest.key === key)
  const close = () => setOpened(undefined)
  const undo = () => void undoing.run({ meetingId })
  const place = async (who: string, { tableId, seat }: Place) => {
    const guest = guests.find((each) => each.key === who)
    const sitting = seat === null ? undefined : guests.find((each) => each.tableId === tableId && each.seat === seat)
    // dropped on somebody by a guest without a seat: any free seat of that table
    const isSwap = sitting !== undefined && guest?.tableId !== null
    const done = await seating.run({
      meetingId,
      guestKey: who,
      tableId,
      seat: sitting && !isSwap ? null : seat,
      swapWith: isSwap ? sitting.key : null,
    })
    if (done !== undefined) setKey(undefined)
  }
  const askRemoveTable = ({ id, name }: DinnerTable) =>
    confirm({
      title: `删除${name}？`,
      content: '有人的桌不能删除。',
      verb: '删除',
      run: () => removingTable.run({ meetingId, id }),
    })
  const askRemoveGuest = ({ key: of, name }: DinnerGuest) =>
    confirm({
      title: `删除来宾${name}？`,
      content: '座位随即空出。',
      verb: '删除',
      run: () => removingGuest.run({ meetingId, guestKey: of }),
    })
  const all = tables.reduce((sum, { seats }) => sum + seats, 0)
  const taken = guests.filter(({ tableId }) => tableId !== null).length
  return (
    <>
      <div className="dinner-toolbar">
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'tables' })}>
          新增桌
        </Button>
        <Button icon={<UserAddOutlined />} onClick={() => setOpened({ kind: 'guest' })}>
          登记来宾
        </Button>
        <Button disabled={tables.length === 0} onClick={() => setOpened({ kind: 'fill' })}>
          自动安排
        </Button>
        {dinner.hasFill && <Button onClick={undo}>撤销自动安排</Button>}
        <Can call={printPapers}>
          <Button
            icon={<PrinterOutlined />}
            disabled={taken === 0}
            onClick={() => void printing.run({ meetingId, kind: 'tableCards', text: '' })}
          >
            打印台卡
          </Button>
        </Can>
        <ExportButton call={exportDinner} query={{ meetingId }} total={guests.length + tables.length} />
        <span>
          {tables.length} 桌 {all} 座，已入座 {taken} 人，未入座 {guests.length - taken} 人
        </span>
      </div>
      {selected && (
        <SelectedBar
          key={`${selected.key}/${selected.tableId}/${selected.seat}`}
          dinner={dinner}
          guest={selected}
          onPlace={(to) => void place(selected.key, to)}
          onWishes={() => setOpened({ kind: 'wishes' })}
          onEdit={() => setOpened({ kind: 'editGuest' })}
          onRemove={() => askRemoveGuest(selected)}
          onClose={() => setKey(undefined)}
        />
      )}
      <DinnerBoard
        dinner={dinner}
        selected={selected}
        onSelect={setKey}
        onPlace={(who, to) => void place(who, to)}
        onEdit={(table) => setOpened({ kind: 'table', table })}
        onRemove={askRemoveTable}
      />
      {opened?.kind === 'tables' && <AddTables meetingId={meetingId} quotas={quotas} onClosed={close} />}
      {opened?.kind === 'table' && (
        <EditTable meetingId={meetingId} quotas={quotas} table={opened.table} onClosed={close} />
      )}
      {opened?.kind === 'fill' && <FillForm meetingId={meetingId} onUndo={undo} onClosed={close} />}
      {opened?.kind === 'guest' && <GuestForm meetingId={meetingId} guest={undefined} onClosed={close} />}
      {opened?.kind === 'editGuest' && selected && (
        <GuestForm meetingId={meetingId} guest={selected} onClosed={close} />
      )}
      {opened?.kind === 'wishes' && selected && (
        <Wishes meetingId={meetingId} guest={selected} guests={guests} onClosed={close} />
      )}
      {printing.dialogs}
      {confirmation}
    </>
  )
}

export default function Dinner({ meeting, onClosed }: { meeting: MeetingRow; onClosed: () => void }) {
  const read = useCall(
    getDinner,
    { meetingId: meeting.id },
    { staleTime: 0, refetchInterval: REFRESH_MS, call: { hideErrorMsg: true } },
  )
  return (
    <DetailsDrawer title={`晚宴登记：${fullName(meeting)}`} size={WIDTH} onClosed={onClosed}>
      <Loaded read={read} rows={6}>
        {(dinner) => <Seating meetingId={meeting.id} dinner={dinner} onStale={() => void read.refetch()} />}
      </Loaded>
    </DetailsDrawer>
  )
}
