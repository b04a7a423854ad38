// Scans of a meeting: kept in the browser until the server has them, sent again until it answers.
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  CHECK_INS_AT_ONCE,
  type CheckInResult,
  checkIn,
  getCheckIn,
  getRoster,
} from '../../../contract/meetings/check-ins.ts'
import { call, Refusal } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query.ts'
import { readEntry, writeEntry } from '../../lib/storage.ts'
import { type Entry, isScans, keyOf, type Scan } from './check-in.rules.ts'

/** Between tries without a network. */
const AGAIN_MS = 3_000
const SHOWN_MAX = 20

const settled = (entry: Entry, { outcome, name, people, at, byName }: CheckInResult): Entry => ({
  ...entry,
  ...{ outcome, name, people, byName, firstAt: at },
})

type CheckIn = {
  /** How many wait for the network. */
  waiting: number
  /** The newest first. */
  entries: readonly Entry[]
  /** Records a scan; `known` is what the roster says of it. */
  add: (entry: Entry) => void
  forget: (entry: Entry) => void
}

export function useCheckIn(meetingId: string): CheckIn {
  const stored = `check-in-${meetingId}`
  const [queue, setQueue] = useState<Scan[]>(() => readEntry('local', stored, isScans) ?? [])
  const [entries, setEntries] = useState<Entry[]>([])
  const isSending = useRef(false)
  // refused by the server: sending the same again would not help
  const [isRefused, setRefused] = useState(false)

  useEffect(() => writeEntry('local', stored, queue), [stored, queue])

  const send = useCallback(async () => {
    const listId = queue[0]?.listId
    if (isSending.current || listId === undefined) return
    isSending.current = true
    const batch = queue.filter((scan) => scan.listId === listId).slice(0, CHECK_INS_AT_ONCE)
    const scans = batch.map(({ ticket, at }) => ({ ticket, at }))
    try {
      const results = await call(checkIn, { meetingId, listId, scans }, { hideErrorMsg: true })
      const resultOf = new Map(batch.map((scan, at) => [keyOf(scan), results[at]]))
      setQueue((before) => before.filter((scan) => !resultOf.has(keyOf(scan))))
      setEntries((before) =>
        before.map((entry) => {
          const result = resultOf.get(keyOf(entry))
          return result ? settled(entry, result) : entry
        }),
      )
      for (const { path } of [getCheckIn, getRoster]) void queryClient.invalidateQueries({ queryKey: [path] })
    } catch (failure) {
      if (failure instanceof Refusal && failure.code < 500) {
        setRefused(true)
        notify.error(`${failure.msg}，${batch.length} 条签到没有提交，请刷新后重试`)
      }
    } finally {
      isSending.current = false
    }
  }, [queue, meetingId])

  useEffect(() => {
    if (queue.length === 0 || isRefused) return
    void send()
    const timer = setInterval(() => void send(), AGAIN_MS)
    const handleOnline = () => void send()
    window.addEventListener('online', handleOnline)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', handleOnline)
    }
  }, [queue, send, isRefused])

  const add = (entry: Entry) => {
    setEntries((before) => [entry, ...before].slice(0, SHOWN_MAX))
    const { listId, ticket, at, outcome } = entry
    if (outcome === 'queued') setQueue((before) => [...before, { listId, ticket, at }])
  }
  const forget = (entry: Entry) => setEntries((before) => before.filter((each) => keyOf(each) !== keyOf(entry)))
  return { waiting: queue.length, entries, add, forget }
}
