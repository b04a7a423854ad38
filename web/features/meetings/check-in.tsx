// Check-in on a phone: scan or type a ticket, or find a name; works without a network for a while.
import './check-in.css'
import { ScanOutlined } from '@ant-design/icons'
import { Button, Input, Segmented } from 'antd'
import { useRef, useState } from 'react'
import {
  type CheckInList,
  getCheckIn,
  getRoster,
  type RosterRow,
  saveCheckInList,
  undoCheckIn,
} from '../../../contract/meetings/check-ins.ts'
import { signUpStateLabels } from '../../../contract/meetings/sign-up-labels.ts'
import { Can } from '../../kit/can.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { useAct, useCall } from '../../lib/query.ts'
import { type Entry, keyOf, matchesOf, saidOf, ticketOf, timeText } from './check-in.rules.ts'
import { CheckInListActs, CheckInListDialog } from './check-in-lists.tsx'
import { useMeetingId } from './contents-page.tsx'
import { fullName } from './meeting-labels.tsx'
import { canScan, Scanner } from './scanner.tsx'
import { signUpReads } from './sign-up-labels.tsx'
import { useCheckIn } from './use-check-in.ts'

/** What other phones did. */
const REFRESH_MS = 20_000
/** The camera sees the same code many times. */
const SAME_CODE_MS = 4_000

const quiet = { hideErrorMsg: true }
const reads = [getCheckIn, getRoster, ...signUpReads]

const tones: Record<Entry['outcome'], string> = {
  in: 'good',
  queued: 'good',
  already: 'warning',
  notConfirmed: 'bad',
  unknown: 'bad',
}

type FoundProps = { rows: readonly RosterRow[]; onCheckIn: (ticket: string) => void }

function Found({ rows, onCheckIn }: FoundProps) {
  if (rows.length === 0) return <p className="check-in-soft">没有找到。</p>
  return (
    <ul className="check-in-rows" aria-label="查找结果">
      {rows.map(({ ticket, name, company, people, state, at, byName }) => (
        <li key={ticket}>
          <div>
            <strong>{people > 1 ? `${name} +${people - 1}` : name}</strong>
            <p className="check-in-soft">{company}</p>
          </div>
          {at !== null ? (
            <span className="check-in-soft">{`${timeText(at)} ${byName}`}</span>
          ) : state === 'confirmed' || state === 'came' ? (
            <Button type="primary" aria-label={`签到 ${name}`} onClick={() => onCheckIn(ticket)}>
              签到
            </Button>
          ) : (
            <span className="check-in-soft">{signUpStateLabels[state]}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

type DeskProps = { meetingId: string; lists: readonly CheckInList[]; expected: number }

function Desk({ meetingId, lists, expected }: DeskProps) {
  const [chosen, setChosen] = useState<string>()
  const [text, setText] = useState('')
  const [isScanning, setScanning] = useState(false)
  const { waiting, entries, add, forget } = useCheckIn(meetingId)
  const undo = useAct(undoCheckIn, { success: '已撤销签到', invalidates: reads })
  const lastCode = useRef({ text: '', at: 0 })
  const list = lists.find(({ id }) => id === chosen) ?? lists[0]
  const listId = list?.id ?? ''
  const { data: roster = [] } = useCall(
    getRoster,
    { meetingId, listId },
    { refetchInterval: REFRESH_MS, staleTime: 0, call: quiet },
  )
  const rowOf = (ticket: string) => roster.find((row) => row.ticket === ticket)

  const record = (ticket: string) => {
    const row = rowOf(ticket)
    const own = entries.find((each) => each.listId === listId && each.ticket === ticket)
    const first = row?.at
      ? { firstAt: row.at, byName: row.byName }
      : own && (own.outcome === 'in' || own.outcome === 'queued')
        ? { firstAt: own.at, byName: own.byName || '本机' }
        : undefined
    add({
      ...{ listId, ticket, at: new Date().toISOString(), name: row?.name ?? '', people: row?.people ?? 1 },
      ...(first ? { outcome: 'already', ...first } : { outcome: 'queued', firstAt: null, byName: '' }),
    })
    setText('')
  }
  const handleCode = (code: string) => {
    const now = Date.now()
    if (code === lastCode.current.text && now - lastCode.current.at < SAME_CODE_MS) return
    lastCode.current = { text: code, at: now }
    const ticket = ticketOf(code)
    if (ticket) record(ticket)
  }
  const handleUndo = async (entry: Entry) => {
    const done = await undo.run({ meetingId, listId: entry.listId, ticket: entry.ticket })
    if (done !== undefined) forget(entry)
  }
  const typed = ticketOf(text)
  const [latest] = entries
  return (
    <>
      <Segmented
        block
        aria-label="签到点"
        value={listId}
        options={lists.map(({ id, name, people }) => ({ value: id, label: `${name} ${people}` }))}
        onChange={setChosen}
      />
      <p className="check-in-soft">
        {list?.name} 已到 {list?.people} 人，应到 {expected} 人
        {list && <CheckInListActs meetingId={meetingId} list={list} />}
        {waiting > 0 && <strong className="check-in-waiting">{` · ${waiting} 条待提交`}</strong>}
      </p>
      <form
        className="check-in-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed) record(typed)
        }}
      >
        <Input
          size="large"
          aria-label="票号、姓名或单位"
          placeholder="票号、姓名或单位"
          autoComplete="off"
          maxLength={64}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button size="large" type="primary" htmlType="submit" disabled={!typed}>
          签到
        </Button>
      </form>
      {canScan() ? (
        isScanning ? (
          <Scanner onCode={handleCode} onClosed={() => setScanning(false)} />
        ) : (
          <Button block size="large" icon={<ScanOutlined />} onClick={() => setScanning(true)}>
            扫码
          </Button>
        )
      ) : (
        <p className="check-in-soft">此浏览器不能扫码，请输入票号或查找姓名。</p>
      )}
      <p role="status" className="check-in-result" data-tone={latest && tones[latest.outcome]}>
        {latest && saidOf(latest, rowOf(latest.ticket)?.state)}
      </p>
      {text.trim() !== '' && <Found rows={matchesOf(roster, text)} onCheckIn={record} />}
      {entries.length > 0 && (
        <ul className="check-in-rows" aria-label="最近签到">
          {entries.map((entry) => (
            <li key={keyOf(entry)}>
              <span>{`${timeText(entry.at)} ${saidOf(entry, rowOf(entry.ticket)?.state)}`}</span>
              {entry.outcome === 'in' && (
                <Button type="link" aria-label={`撤销 ${entry.name}`} onClick={() => void handleUndo(entry)}>
                  撤销
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export default function CheckIn() {
  const meetingId = useMeetingId()
  const [isAdding, setAdding] = useState(false)
  const read = useCall(getCheckIn, { meetingId }, { refetchInterval: REFRESH_MS, staleTime: 0, call: quiet })
  return (
    <div className="check-in">
      <Loaded read={read} rows={6}>
        {({ lists, expected, ...meeting }) => (
          <>
            <h1>
              {fullName(meeting)}
              <Can call={saveCheckInList}>
                <Button type="link" onClick={() => setAdding(true)}>
                  添加签到点
                </Button>
              </Can>
            </h1>
            {lists.length === 0 ? (
              <p className="check-in-soft">还没有签到点。入场、晚宴、分会场各设一个，人数分开统计。</p>
            ) : (
              <Desk meetingId={meetingId} lists={lists} expected={expected} />
            )}
          </>
        )}
      </Loaded>
      {isAdding && <CheckInListDialog meetingId={meetingId} onClosed={() => setAdding(false)} />}
    </div>
  )
}
